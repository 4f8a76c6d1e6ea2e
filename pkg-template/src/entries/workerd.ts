// Cloudflare Workers compile no bytes at run time, but import a module that was compiled when they were deployed.

import module from "./core.wasm";

export function wasmSource(): WebAssembly.Module {
  return module;
}
