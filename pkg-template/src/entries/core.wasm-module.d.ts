/** The compiled core, as Vercel's edge runtime hands it out. */
declare module "*/core.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
