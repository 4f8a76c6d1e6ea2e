import { writtenByTest } from "../answers.mjs";

const tests = (project, file, env) => writtenByTest(project, project.program("jest"), [file], env);

export const runtime = {
  ways: {
    CJS: (project) => tests(project, "cjs.test.cjs"),
    "CJS, jsdom": (project) => tests(project, "jsdom.test.cjs"),
    ESM: (project) => tests(project, "esm.test.mjs", { NODE_OPTIONS: "--experimental-vm-modules" }),
  },
};
