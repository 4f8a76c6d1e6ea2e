// A version of Node, as npm installs it.

import { printed } from "../answers.mjs";

/** @returns {import("../matrix.mjs").Runtime} */
export function ofNode(major) {
  const program = (project) => project.path("node_modules", `node-${major}`, "bin", "node");
  return {
    name: `node-${major}`,
    project: "node",
    scripts: true,
    version: (project) => project.version(`node-${major}`),
    ways: {
      ESM: (project) => printed(program(project), ["print.mjs"], { cwd: project.folder }),
      CJS: (project) => printed(program(project), ["print.cjs"], { cwd: project.folder }),
    },
  };
}
