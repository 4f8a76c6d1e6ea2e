// Vercel's edge runtime imports a compiled module by this name.

import module from "./core.wasm?module";

export function wasmSource(): WebAssembly.Module {
  return module;
}
