import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { textOf } from "../answers.mjs";

/** Vercel's builder provides `*.wasm?module` as a compiled module; here the module is a global. */
const compiled = {
  name: "compiled-wasm",
  setup(bundle) {
    bundle.onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: "compiled" }));
    bundle.onLoad({ filter: /.*/, namespace: "compiled" }, () => ({ contents: "export default globalThis.compiledCore;" }));
  },
};

async function answered(project) {
  const { EdgeRuntime } = createRequire(project.path("package.json"))("edge-runtime");
  const options = { bundle: true, format: "iife", conditions: ["edge-light", "worker", "browser"], plugins: [compiled], logLevel: "silent", write: false };
  const { outputFiles } = await build({ entryPoints: [project.path("handler.mjs")], ...options });
  const wasm = readFileSync(project.path("node_modules", "backscroll", "core.wasm"));
  const extend = (context) => Object.assign(context, { compiledCore: new WebAssembly.Module(wasm) });
  return textOf(await new EdgeRuntime({ extend, initialCode: outputFiles[0].text }).dispatchFetch("http://127.0.0.1/"));
}

export const runtime = {
  ways: { "fetch handler": answered },
};
