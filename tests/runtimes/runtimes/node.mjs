// The Node that runs this program. Its answer is the reference.

import { printed } from "../answers.mjs";

const print = (file) => (project) => printed(process.execPath, [file], { cwd: project.folder });

export const runtime = {
  project: "plain",
  version: () => process.versions.node,
  ways: { ESM: print("print.mjs"), CJS: print("print.cjs") },
};
