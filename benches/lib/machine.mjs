// Describes the machine that measured, because figures of different machines cannot be compared.

import { availableParallelism, cpus } from "node:os";

/** Returns one line about the machine. */
export function machine() {
  const model = cpus()[0]?.model.trim() || "unknown processor";
  return `Node ${process.versions.node} (V8 ${process.versions.v8}), ${availableParallelism()} cores, ${model}, ${process.platform} ${process.arch}`;
}
