// Where the wasm comes from. An entry for a runtime that loads it otherwise replaces this file and no other.

import { __wbg_reset_state as resetState, initSync } from "../../build/glue.js";
import text from "../../build/core.text.js";
import { fromText } from "./wasm-text.js";

/** The exports of the instance that is in use; the glue reaches all but the memory for us. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
}

/** Instantiates the core. Synchronous, so that nobody has to await the import. */
export function load(): Exports {
  return initSync({ module: fromText(text) });
}

/** Instantiates the core anew, with an empty memory. Handles of the old instance lead nowhere afterwards. */
export function reload(): Exports {
  resetState();
  // With an instance in place this only returns its exports, and looks at no bytes.
  return initSync({ module: new Uint8Array() });
}
