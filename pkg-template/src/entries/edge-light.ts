// Vercel's edge runtime imports a compiled module by this name.

import module from "./core.wasm?module";

export { fillRandom } from "../wasm/random.js";

export function wasmSource(): WebAssembly.Module {
  return module;
}

export const ADVICE =
  "`core.wasm?module`, beside the entry for the edge runtime, must be imported as a compiled module, as Next does; else bring it to `backscroll/slim`.";
