import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { textOf } from "../answers.mjs";

const nameOf = (path) => /([^/]+)\.wasm/.exec(path)[1];

/** Vercel's builder provides `*.wasm?module` as a compiled module; here the modules are globals. */
const compiled = {
  name: "compiled-wasm",
  setup(bundle) {
    bundle.onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: "compiled" }));
    bundle.onLoad({ filter: /.*/, namespace: "compiled" }, ({ path }) => ({ contents: `export default globalThis.compiled["${nameOf(path)}"];` }));
  },
};

async function answered(project) {
  const { EdgeRuntime } = createRequire(project.path("package.json"))("edge-runtime");
  const options = { bundle: true, format: "iife", conditions: ["edge-light", "worker", "browser"], plugins: [compiled], logLevel: "silent", write: false };
  const { outputFiles } = await build({ entryPoints: [project.path("handler.mjs")], ...options });
  const module = (name) => new WebAssembly.Module(readFileSync(project.path("node_modules", "backscroll", `${name}.wasm`)));
  const extend = (context) => Object.assign(context, { compiled: { core: module("core"), estimate: module("estimate") } });
  return textOf(await new EdgeRuntime({ extend, initialCode: outputFiles[0].text }).dispatchFetch("http://127.0.0.1/"));
}

export const runtime = {
  ways: { "fetch handler": answered },
};
