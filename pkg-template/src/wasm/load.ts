// The instance of the core: made once, at first use, so that an import costs little and fails nowhere.

import { __wbg_reset_state as resetState, initSync } from "../../../build/glue.js";
import { isOurs, reason } from "../input/check.js";
import { ConversationError } from "../input/errors.js";
import { ADVICE, wasmSource } from "./wasm-source.js";

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
    return hasFailed && isHalfLoaded() ? reload() : initSync({ module: wasmSource() });
  } catch (cause) {
    hasFailed = true;
    if (isOurs(cause)) throw cause;
    throw new ConversationError(
      "wasm-unavailable",
      `The engine, which is WebAssembly, cannot be loaded here. ${advice(cause)} ${reason(cause)}`,
      { cause },
    );
  }
}

let hasFailed = false;

function advice(cause: unknown): string {
  if (typeof WebAssembly !== "object") return "There is no WebAssembly.";
  return /memory/i.test(reason(cause)) ? "There is no memory for it." : ADVICE;
}

/** Instantiates the core again, with an empty memory. Handles of the old instance are then invalid. */
export function reload(): Exports {
  resetState();
  return initSync(NOTHING);
}

/** With an instance in place, the glue only returns its exports, and looks at no bytes. */
const NOTHING = { module: /* @__PURE__ */ new Uint8Array() };

/** Reports whether the glue holds an instance whose start failed: it would be taken for one that works. */
function isHalfLoaded(): boolean {
  try {
    initSync(NOTHING);
    return true;
  } catch {
    return false;
  }
}
