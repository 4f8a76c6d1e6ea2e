import { printed } from "../answers.mjs";

export const runtime = {
  scripts: true,
  ways: {
    ESM: (project) => printed(project.program("bun"), ["run", "print.mjs"], { cwd: project.folder }),
    CJS: (project) => printed(project.program("bun"), ["run", "print.cjs"], { cwd: project.folder }),
  },
};
