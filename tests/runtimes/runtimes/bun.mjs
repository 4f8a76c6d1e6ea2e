import { run } from "../../../scripts/lib/run.mjs";
import { printed } from "../answers.mjs";

export const runtime = {
  scripts: true,
  bundle: (project, input, output) => run(project.program("bun"), ["build", input, "--minify", "--outfile", output], { cwd: project.folder }),
  ways: {
    ESM: (project) => printed(project.program("bun"), ["run", "print.mjs"], { cwd: project.folder }),
    CJS: (project) => printed(project.program("bun"), ["run", "print.cjs"], { cwd: project.folder }),
  },
};
