/** Advice for programs in Node where `core.wasm` cannot be read. */
export const ADVICE =
  "`core.wasm` must lie beside the entry for Node. In a bundle, take the entry of the condition `module`, which holds the wasm, or lay `core.wasm` beside the bundle.";
