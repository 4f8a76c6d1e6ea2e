// The instance of the core: made once, at first use, so that an import costs nothing and fails nowhere.

import { __wbg_reset_state as resetState, initSync } from "../../build/glue.js";
import { isOurs, reason } from "./check.js";
import { ConversationError } from "./errors.js";
import { wasmSource } from "./wasm-source.js";

/** The exports of the instance that is in use; the glue reaches all but the memory for us. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
}

/**
 * Instantiates the core. Synchronous, so that nobody has to await anything.
 *
 * @throws ConversationError `wasm-unavailable`.
 */
export function load(): Exports {
  try {
    return initSync({ module: wasmSource() });
  } catch (cause) {
    if (isOurs(cause)) throw cause;
    const advice = "a page's content security policy must have 'wasm-unsafe-eval', and a runtime that compiles no bytes needs an entry of its own or `backscroll/slim`";
    throw new ConversationError("wasm-unavailable", `WebAssembly cannot be compiled here: ${reason(cause)}; ${advice}.`, { cause });
  }
}

/** Instantiates the core anew, with an empty memory. Handles of the old instance lead nowhere afterwards. */
export function reload(): Exports {
  resetState();
  // With an instance in place this only returns its exports, and looks at no bytes.
  return initSync({ module: new Uint8Array() });
}
