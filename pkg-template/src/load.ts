// Where the wasm comes from. An entry for a runtime that loads it otherwise replaces this file and no other.

import { __wbg_reset_state as resetState, initSync } from "../../build/glue.js";
import text from "../../build/core.text.js";
import { reason } from "./check.js";
import { ConversationError } from "./errors.js";
import { fromText } from "./wasm-text.js";

/** The exports of the instance that is in use; the glue reaches all but the memory for us. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
}

/**
 * Instantiates the core. Synchronous, so that nobody has to await the import.
 *
 * @throws ConversationError `wasm-unavailable` where no WebAssembly may be compiled, so the import of the package fails with it.
 */
export function load(): Exports {
  try {
    return initSync({ module: fromText(text) });
  } catch (cause) {
    const advice = "Under a content security policy, `script-src` needs 'wasm-unsafe-eval'; some runtimes compile no WebAssembly at all.";
    throw new ConversationError("wasm-unavailable", `The engine, which is WebAssembly, cannot be loaded here. ${advice} ${reason(cause)}`, { cause });
  }
}

/** Instantiates the core anew, with an empty memory. Handles of the old instance lead nowhere afterwards. */
export function reload(): Exports {
  resetState();
  // With an instance in place this only returns its exports, and looks at no bytes.
  return initSync({ module: new Uint8Array() });
}
