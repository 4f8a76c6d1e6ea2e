import { run } from "../../../scripts/lib/run.mjs";
import { printedAlone, shownAlone } from "../answers.mjs";

const bundle = (project, ...args) => run(project.program("esbuild"), ["--bundle", "--log-level=warning", ...args], { cwd: project.folder });

export const runtime = {
  ways: {
    browser: async (project) => {
      await bundle(project, "page.mjs", "--format=esm", "--outfile=out/page.mjs");
      return shownAlone(project);
    },
    "node ESM": async (project) => {
      await bundle(project, "print.mjs", "--platform=node", "--format=esm", "--outfile=out/print.mjs");
      return printedAlone(project.path("out", "print.mjs"));
    },
    "node CJS": async (project) => {
      await bundle(project, "print.cjs", "--platform=node", "--format=cjs", "--outfile=out/print.cjs");
      return printedAlone(project.path("out", "print.cjs"));
    },
  },
};
