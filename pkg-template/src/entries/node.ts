// The source of the wasm for modules in Node: the file beside the entry. Reading it takes a tenth of the time that decoding its text takes.

import { createRequire } from "node:module";

export { ADVICE } from "./node-advice.js";

/** Returns the bytes. `createRequire` finds `node:fs` sooner than an import does, for which Node loads all of its streams. */
export function wasmSource(): Uint8Array<ArrayBuffer> {
  return createRequire(import.meta.url)("node:fs").readFileSync(new URL("./core.wasm", import.meta.url));
}
