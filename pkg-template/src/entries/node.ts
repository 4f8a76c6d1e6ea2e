// The source of the wasm for modules in Node: the file beside the entry. Reading it takes a tenth of the time that decoding its text takes.

import { createRequire } from "node:module";
import { randomFrom } from "./node-random.js";

export { ADVICE } from "./node-advice.js";

/** `createRequire` finds `node:fs` sooner than an import does, for which Node loads all of its streams. */
const fileSystem = () => createRequire(import.meta.url)("node:fs");

export const fillRandom = /* @__PURE__ */ randomFrom(fileSystem);

/** Returns the bytes. */
export function wasmSource(): Uint8Array<ArrayBuffer> {
  return fileSystem().readFileSync(new URL("./core.wasm", import.meta.url));
}
