import { run } from "../../../scripts/lib/run.mjs";
import { printedAlone, shownAlone } from "../answers.mjs";

const bundle = (project, ...args) =>
  run(project.program("rollup"), ["--silent", "--plugin", "@rollup/plugin-node-resolve", ...args], { cwd: project.folder });

export const runtime = {
  ways: {
    browser: async (project) => {
      await bundle(project, "page.mjs", "--format=es", "--file=out/page.mjs");
      return shownAlone(project);
    },
    "node CJS": async (project) => {
      await bundle(project, "print.mjs", "--format=cjs", "--file=out/print.cjs");
      return printedAlone(project.path("out", "print.cjs"));
    },
  },
};
