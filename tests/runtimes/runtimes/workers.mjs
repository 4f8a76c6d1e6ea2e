import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { run } from "../../../scripts/lib/run.mjs";
import { textOf } from "../answers.mjs";

const DATE = "2025-05-01";
const KINDS = { ".js": "ESModule", ".wasm": "CompiledWasm" };
const ENV = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };

/** Bundles as wrangler would deploy. */
const byWrangler = (project, name, outdir) => {
  const args = ["deploy", `${name}.mjs`, "--dry-run", "--name", name, "--compatibility-date", DATE, "--outdir", outdir];
  return run(project.program("wrangler"), args, { cwd: project.folder, env: ENV });
};

/** Bundles with another bundler, with the options that wrangler sets: the condition of Workers, and a wasm as a module of its own. */
const byEsbuild = (project, name, outdir) => {
  const args = [`${name}.mjs`, "--bundle", "--format=esm", "--conditions=workerd", "--loader:.wasm=copy", `--outdir=${outdir}`];
  return run(project.program("esbuild"), args, { cwd: project.folder });
};

/** The bundle and the wasm. The worker comes first. */
async function bundled(project, name, bundle) {
  const outdir = project.path("out", name);
  await bundle(project, name, outdir);
  const files = readdirSync(outdir).filter((file) => extname(file) in KINDS);
  const modules = files.map((path) => ({ type: KINDS[extname(path)], path, contents: readFileSync(join(outdir, path)) }));
  return modules.sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"));
}

/** Returns the worker's answer in workerd, on loopback. */
async function answered(project, name, bundle = byWrangler) {
  const { Miniflare } = createRequire(project.path("package.json"))("miniflare");
  const modules = await bundled(project, name, bundle);
  const miniflare = new Miniflare({ host: "127.0.0.1", compatibilityDate: DATE, modules });
  try {
    return await textOf(await miniflare.dispatchFetch("http://127.0.0.1/"));
  } finally {
    await miniflare.dispose();
  }
}

export const runtime = {
  scripts: true,
  version: (project) => `workerd ${project.version("workerd")}, wrangler ${project.version("wrangler")}`,
  ways: {
    "per request": (project) => answered(project, "per-request"),
    "module scope": (project) => answered(project, "module-scope"),
    "bundled by esbuild": (project) => answered(project, "per-request", byEsbuild),
  },
};
