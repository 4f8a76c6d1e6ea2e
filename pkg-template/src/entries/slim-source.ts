// The wasm that the host brings.

import { ConversationError } from "../errors.js";

/**
 * The wasm of the package, `backscroll/core.wasm`: compiled, or its bytes.
 *
 * TypeScript's own type of a module has no members and takes anything; what is often mistaken for one is told by a member: an address, an
 * instance, a response and a promise of any of them.
 */
export type WasmSource = (WebAssembly.Module & { length?: never; href?: never; exports?: never; arrayBuffer?: never; then?: never }) | ArrayBuffer | Uint8Array;

let given: WasmSource | undefined;

/** Takes what the host brought. The first stays: there is one engine, and conversations are in it. */
export function bring(source: WasmSource): void {
  given ??= source;
}

/** Whether the host brought it already. */
export function isBrought(): boolean {
  return given !== undefined;
}

export function wasmSource(): WasmSource {
  if (given !== undefined) return given;
  throw new ConversationError("wasm-unavailable", "`backscroll/slim` comes without its wasm: call `await init(source)` or `initSync(source)` first.");
}
