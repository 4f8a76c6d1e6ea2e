// The source of the wasm for CommonJS in Node: the file beside the entry.

import { randomFrom } from "./node-random.js";

export { ADVICE } from "./node-advice.js";

const fileSystem = () => require("node:fs");

export const fillRandom = /* @__PURE__ */ randomFrom(fileSystem);

/** Returns the bytes. */
export function wasmSource(): Uint8Array<ArrayBuffer> {
  return fileSystem().readFileSync(`${__dirname}/core.wasm`);
}
