// A version of Node, as npm installs it.

import { printed } from "../answers.mjs";

/** @returns {import("../matrix.mjs").Runtime} */
export function ofNode(major) {
  const program = (project) => project.path("node_modules", `node-${major}`, "bin", "node");
  return {
    project: "node",
    scripts: true,
    ways: {
      ESM: (project) => printed(program(project), ["print.mjs"], { cwd: project.folder }),
      CJS: (project) => printed(program(project), ["print.cjs"], { cwd: project.folder }),
    },
  };
}
