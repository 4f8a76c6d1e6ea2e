import { basename, dirname } from "node:path";
import { run } from "../../../scripts/lib/run.mjs";
import { printedAlone, shownAlone } from "../answers.mjs";

const bundle = (project, ...args) =>
  run(project.program("webpack"), ["build", "--mode=production", ...args], { cwd: project.folder });

export const runtime = {
  bundle: (project, input, output) =>
    bundle(project, `--entry=./${input}`, `--output-path=${dirname(output)}`, `--output-filename=${basename(output)}`),
  ways: {
    browser: async (project) => {
      await bundle(project, "--entry=./page.mjs", "--output-path=out");
      return shownAlone(project);
    },
    "browser, slim": async (project) => {
      await bundle(project, "--entry=./slim.mjs", "--output-path=out");
      return shownAlone(project);
    },
    node: async (project) => {
      await bundle(project, "--entry=./print.mjs", "--target=node", "--output-path=out/node", "--output-filename=print.cjs");
      return printedAlone(project.path("out", "node", "print.cjs"));
    },
  },
};
