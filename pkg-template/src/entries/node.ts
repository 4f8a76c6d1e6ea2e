// The source of the wasm for modules in Node: the file beside the entry. Reading it takes a tenth of the time that decoding its text takes.

import { createRequire } from "node:module";
import { randomFrom } from "./node-random.js";

export { ADVICE } from "./node-advice.js";

/** An import of `node:fs` takes longer, because Node then loads all of its streams. Node 20.0 to 20.15 have no `getBuiltinModule`. */
const fileSystem = () => process.getBuiltinModule?.("node:fs") ?? createRequire(import.meta.url)("node:fs");

export const fillRandom = /* @__PURE__ */ randomFrom(fileSystem);

/** Returns the bytes. */
export function wasmSource(): Uint8Array<ArrayBuffer> {
  return fileSystem().readFileSync(new URL("./core.wasm", import.meta.url));
}
