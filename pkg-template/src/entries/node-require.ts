// The source of the wasm for CommonJS in Node: the file beside the entry.

export { ADVICE } from "./node-advice.js";

/** Returns the bytes. */
export function wasmSource(): Uint8Array<ArrayBuffer> {
  return require("node:fs").readFileSync(`${__dirname}/core.wasm`);
}
