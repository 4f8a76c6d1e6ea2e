// Cloudflare Workers compile no bytes at run time, but import a module that was compiled when they were deployed.

import module from "./core.wasm";

export { fillRandom } from "../wasm/random.js";

export function wasmSource(): WebAssembly.Module {
  return module;
}

export const ADVICE =
  "`core.wasm`, beside the entry for Workers, must be imported as a compiled module, as wrangler does; else bring it to `backscroll/slim`.";
