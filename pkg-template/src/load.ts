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
    const advice = "Under a content security policy, `script-src` needs 'wasm-unsafe-eval'; a runtime that compiles no bytes takes `backscroll/slim` with a compiled module.";
    throw new ConversationError("wasm-unavailable", `The engine, which is WebAssembly, cannot be loaded here. ${advice} ${reason(cause)}`, { cause });
  }
}

/** Instantiates the core anew, with an empty memory. Handles of the old instance lead nowhere afterwards. */
export function reload(): Exports {
  resetState();
  // With an instance in place this only returns its exports, and looks at no bytes.
  return initSync({ module: new Uint8Array() });
}
