// Builds the page: bundles www/ with the installed package, and puts the wasm beside it.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at, packageFolder } from "./paths.mjs";

/** The page, ready to be served from any folder of any server. Git ignores it. */
export const pageFolder = at("target", "www");

/** The oldest browsers that the page is for. */
export const BROWSERS = { chrome: 114 << 16, firefox: 121 << 16, safari: (16 << 16) | (4 << 8) };

/** The options with which scripts of the page and of the site are bundled. */
export const BUNDLED = {
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome114", "firefox121", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: at(),
};

/** The workers, each with an engine of its own: that of a first verdict, and that which cuts and converts. */
const WORKERS = [
  ["worker", "worker/first.mjs"],
  ["whole", "worker/whole.mjs"],
];

/** Makes the workers import the code without an engine from one file. */
const SHARED_READER = {
  name: "shared-reader",
  setup: (build) => build.onResolve({ filter: /\/reader\.mjs$/ }, () => ({ path: "./reader.js", external: true })),
};

const STYLES = ["tokens", "base", "verdict", "bench", "first", "fit", "passing", "narrow", "app"];

/**
 * @param {string} [folder] to build into; tests that run at the same time have one each
 * @returns {Promise<string>} the folder
 */
export async function buildPage(folder = pageFolder) {
  const { build } = await import("esbuild");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const common = {
    ...BUNDLED,
    define: { __REFUSALS__: JSON.stringify(await refusals()), __VENDORS__: JSON.stringify(vendors()) },
  };
  const from = (name) => at("www", name);
  // The editor is a file of its own, which is loaded after the first verdict.
  await build({ ...common, splitting: true, entryPoints: { page: from("page.mjs") }, outdir: folder, chunkNames: "[name]" });
  await build({ ...common, entryPoints: { reader: from("worker/reader.mjs") }, outdir: folder });
  // Formats of programs are files of their own, which are loaded when they are met.
  for (const [name, source] of WORKERS)
    await build({
      ...common,
      splitting: true,
      entryPoints: { [name]: from(source) },
      outdir: folder,
      chunkNames: `${name}/[name]-[hash]`,
      plugins: [SHARED_READER],
    });
  await build({ ...common, format: "iife", entryPoints: { sandbox: from("sandbox.mjs"), first: from("first.js") }, outdir: folder });
  writeFileSync(join(folder, "page.css"), await styles());
  for (const name of ["index.html", "sandbox.html", "mark.svg", "fonts"]) cpSync(from(name), join(folder, name), { recursive: true });
  for (const name of ["core.wasm", "requests.wasm"]) cpSync(join(packageFolder, name), join(folder, name));
  await build({
    ...common,
    format: "iife",
    entryPoints: { offline: from("offline.mjs") },
    outdir: folder,
    define: { __BUILT__: JSON.stringify(built(folder)) },
  });
  return folder;
}

/** The pages of the refusals, by the ids of their rules. */
async function refusals() {
  // Imported late, because it imports the package, which may just have been built.
  const [{ RULES }, { pathOfRule }] = await Promise.all([import("backscroll/doctor"), import("../site/refusals/addresses.mjs")]);
  return Object.fromEntries(RULES.map((rule) => [rule.id, pathOfRule(rule)]));
}

/** The names of the vendors, from the type that the engine's rows make. */
const vendors = () =>
  [...readFileSync(at("pkg-template", "src", "types", "vendor.ts"), "utf8").matchAll(/^ {2}\| "([\w-]+)"/gm)].map(([, name]) => name);

/** The styles in one file, for browsers that lack `light-dark()`, too. */
async function styles() {
  const { transform } = await import("lightningcss");
  const code = Buffer.from(STYLES.map((name) => readFileSync(at("www", "style", `${name}.css`), "utf8")).join("\n"));
  return transform({ filename: "page.css", code, minify: true, targets: BROWSERS }).code;
}

/** Reports whether a file is loaded when a request is cut or converted, or has the format of a program. A chunk is what such formats share. */
export const isLater = (name) => /^(?:core\.wasm|whole\.js|whole\/.*|worker\/(?!chunk).*)$/.test(name);

/** The files of the page, and a name that changes with what they hold. */
function built(folder) {
  const names = readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
  const files = names.filter((name) => !name.endsWith(".txt"));
  return {
    FILES: ["./", ...files.filter((name) => !isLater(name))],
    LATER: files.filter(isLater),
    VERSION: `backscroll-${hash.digest("hex").slice(0, 16)}`,
  };
}
