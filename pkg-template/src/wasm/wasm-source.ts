// The source of the wasm: here it is in the package's own file, as text. An entry for a runtime with another source replaces this file and
// no other.

import { text, unpacker } from "../../../build/core.text.js";
import { fromText } from "./wasm-text.js";

export { fillRandom } from "./random.js";

/** The module, or its bytes. */
export function wasmSource(): WebAssembly.Module | Uint8Array<ArrayBuffer> {
  return fromText(text, unpacker);
}

/** Advice for hosts that cannot load the wasm. */
export const ADVICE =
  "Under a content security policy, `script-src` needs 'wasm-unsafe-eval'; a runtime that compiles no bytes takes `backscroll/slim` with a compiled module.";
