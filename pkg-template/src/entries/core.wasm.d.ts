/**
 * The wasm, compiled, as Workers import it. (Types of Node know no WebAssembly.) A host that makes something else of it, such as an
 * address, declares that by itself.
 */
declare const module: typeof globalThis extends { WebAssembly: { Module: new (...given: any[]) => infer Module } } ? Module : object;
export default module;
