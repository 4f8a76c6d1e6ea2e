import { printed } from "../answers.mjs";

export const runtime = {
  name: "bun",
  project: "bun",
  scripts: true,
  version: (project) => project.version("bun"),
  ways: {
    ESM: (project) => printed(project.program("bun"), ["run", "print.mjs"], { cwd: project.folder }),
    CJS: (project) => printed(project.program("bun"), ["run", "print.cjs"], { cwd: project.folder }),
  },
};
