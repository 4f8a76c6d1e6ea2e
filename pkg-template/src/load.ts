// Where the wasm comes from. An entry for a runtime that loads it otherwise replaces this file and no other.

import { __wbg_reset_state as resetState, initSync } from "../../build/glue.js";
import base64 from "../../build/core.base64.js";

/** The exports of the instance that is in use; the glue reaches all but the memory for us. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
}

/** Instantiates the core. Synchronous, so that nobody has to await the import. */
export function load(): Exports {
  return initSync({ module: decode(base64) });
}

/** Instantiates the core anew, with an empty memory. Handles of the old instance lead nowhere afterwards. */
export function reload(): Exports {
  resetState();
  // With an instance in place this only returns its exports, and looks at no bytes.
  return initSync({ module: new Uint8Array() });
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
