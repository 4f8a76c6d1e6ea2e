import { printed } from "../answers.mjs";

// No permission is given, and none can be asked for.
const FLAGS = ["run", "--no-prompt"];

export const runtime = {
  name: "deno",
  project: "deno",
  scripts: true,
  version: (project) => project.version("deno"),
  ways: {
    ESM: (project) => printed(project.program("deno"), [...FLAGS, "print.mjs"], { cwd: project.folder }),
    CJS: (project) => printed(project.program("deno"), [...FLAGS, "print.cjs"], { cwd: project.folder }),
  },
};
