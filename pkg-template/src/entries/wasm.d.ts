/** The compiled core, as runtimes hand it out that import wasm. */
declare module "*/core.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare module "*/core.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
