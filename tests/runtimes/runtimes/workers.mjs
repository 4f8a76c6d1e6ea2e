import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Bundles the worker as wrangler does: the conditions of Workers, and wasm left as modules of their own. */
async function bundled(project, name) {
  const options = { bundle: true, format: "esm", conditions: ["workerd", "worker", "browser"], external: ["*.wasm"], logLevel: "silent", write: false };
  const { outputFiles } = await build({ entryPoints: [project.path(name)], ...options });
  return outputFiles[0].text;
}

/** What the worker answers in workerd, on loopback. */
async function answered(project, name) {
  const { Miniflare } = createRequire(project.path("package.json"))("miniflare");
  const modules = [
    { type: "ESModule", path: "worker.mjs", contents: await bundled(project, name) },
    { type: "CompiledWasm", path: "core.wasm", contents: readFileSync(project.path("node_modules", "backscroll", "core.wasm")) },
  ];
  const miniflare = new Miniflare({ host: "127.0.0.1", compatibilityDate: "2025-05-01", modules });
  try {
    const response = await miniflare.dispatchFetch("http://127.0.0.1/");
    const text = await response.text();
    if (response.ok) return text;
    throw new Error(`the worker answered ${response.status}: ${text}`);
  } finally {
    await miniflare.dispose();
  }
}

export const runtime = {
  name: "workers",
  project: "workers",
  scripts: true,
  version: (project) => `workerd ${project.version("workerd")}`,
  ways: {
    "per request": (project) => answered(project, "per-request.mjs"),
    "module scope": (project) => answered(project, "module-scope.mjs"),
  },
};
