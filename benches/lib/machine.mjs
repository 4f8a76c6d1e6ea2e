// Describes the machine and the versions that were measured, because figures of others cannot be compared.

import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

const own = new URL("../../node_modules/", import.meta.url);

/** Returns one line about the machine, and the installed versions of backscroll and of these packages. */
export function machine(...names) {
  const model = cpus()[0]?.model.trim() || "unknown processor";
  const node = `Node ${process.versions.node} (V8 ${process.versions.v8}), ${availableParallelism()} cores, ${model}, ${process.platform} ${process.arch}`;
  const version = (name) => `${name} ${JSON.parse(readFileSync(new URL(`${name}/package.json`, own), "utf8")).version}`;
  return [node, ...["backscroll", ...names].map(version)].join(", ");
}
