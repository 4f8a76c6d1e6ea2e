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
  await build({ ...common, entryPoints: { page: from("page.mjs") }, outdir: folder });
  // Formats of programs are files of their own, which are loaded when they are met.
  await build({
    ...common,
    splitting: true,
    entryPoints: { worker: from("worker/main.mjs") },
    outdir: folder,
    chunkNames: "formats/[name]-[hash]",
  });
  await build({ ...common, format: "iife", entryPoints: { sandbox: from("sandbox.mjs"), first: from("first.js") }, outdir: folder });
  writeFileSync(join(folder, "page.css"), await styles());
  for (const name of ["index.html", "sandbox.html", "mark.svg", "fonts"]) cpSync(from(name), join(folder, name), { recursive: true });
  cpSync(join(packageFolder, "core.wasm"), join(folder, "core.wasm"));
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

/** The files of the page, and a name that changes with what they hold. */
function built(folder) {
  const names = readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
  return { FILES: ["./", ...names.filter((name) => !name.endsWith(".txt"))], VERSION: `backscroll-${hash.digest("hex").slice(0, 16)}` };
}
