/** The wasm, compiled, as Workers import it. A host that makes something else of it, such as an address, declares that by itself. */
declare const module: WebAssembly.Module;
export default module;
