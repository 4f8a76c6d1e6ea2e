// Measures the size of the package, part by part.

import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { symbolsFile, wasmFile } from "./core.mjs";
import { manifest } from "./manifest.mjs";
import { at, root } from "./paths.mjs";
import { modulesOf } from "./wasm-modules.mjs";

/**
 * The size of a part in bytes, minified, and after brotli.
 *
 * @typedef {{ bytes: number, brotli: number }} Size
 */

/** Measures the package that is built and installed. Returns the parts by group. @returns {Promise<Record<string, Record<string, Size>>>} */
export async function measureSizes() {
  return { wasm: wasmSizes(), face: await faceSizes(), bundles: await bundleSizes(), names: await nameSizes() };
}

/** The wasm by module. Parts compress better together, so brotli is the part's share of the whole. */
function wasmSizes() {
  const wasm = readFileSync(wasmFile);
  const isFolder = (path) => existsSync(at("src", ...path));
  const parts = [...modulesOf(wasm, readFileSync(symbolsFile, "utf8"), isFolder)].map(([name, bytes]) => [name, sizeOf(bytes)]);
  const apart = parts.reduce((sum, [, { brotli }]) => sum + brotli, 0);
  const whole = sizeOf(wasm);
  const shares = parts.map(([name, { bytes, brotli }]) => [name, { bytes, brotli: Math.round((brotli * whole.brotli) / apart) }]);
  return Object.fromEntries([["the whole wasm", whole], ...shares]);
}

/** The TypeScript by folder. brotli is the folder's share of the whole, by its bytes. */
async function faceSizes() {
  const { outputFiles, metafile } = await bundle({
    entryPoints: [at("pkg-template", "src", "index.ts")],
    plugins: [withoutWasm(/core\.text\.js$/)],
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const whole = sizeOf(outputFiles[0].contents);
  const folders = {};
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const folder = dirname(file).replace("pkg-template/", "");
    const bytes = (folders[folder]?.bytes ?? 0) + bytesInOutput;
    folders[folder] = { bytes, brotli: Math.round((bytes * whole.brotli) / whole.bytes) };
  }
  return { "the whole face": whole, ...folders };
}

/** A web page's bundle of each entry; of an adapter, what it adds to the package. */
async function bundleSizes() {
  const { exports, peerDependencies = {} } = JSON.parse(manifest());
  const entries = Object.keys(exports)
    .filter((name) => !/\.(wasm|json)$/.test(name))
    .map((name) => name.replace(".", "backscroll"));
  const external = Object.keys(peerDependencies)
    .flatMap((name) => [name, `${name}/*`])
    .concat("node:*");
  const sizes = {};
  for (const entry of entries) {
    const plugins = entry === "backscroll" ? [] : [withoutPackage];
    const { outputFiles } = await bundle({ stdin: { contents: `export * from "${entry}";`, resolveDir: root }, external, plugins });
    sizes[entry] = sizeOf(outputFiles[0].contents);
  }
  return sizes;
}

/** A bundle of each public name alone, without the wasm. */
async function nameSizes() {
  const names = Object.keys(await import("backscroll")).filter((name) => name !== "default" && name !== "module.exports");
  const sizes = {};
  for (const name of names) {
    const contents = `import { ${name} } from "backscroll";\nglobalThis.used = ${name};\n`;
    const { outputFiles } = await bundle({ stdin: { contents, resolveDir: root }, plugins: [withoutWasm(/core\.text\.mjs$/)] });
    sizes[name] = sizeOf(outputFiles[0].contents);
  }
  return sizes;
}

async function bundle(more) {
  return build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    ...more,
  });
}

/** Leaves out the package's main entry, which an adapter imports by its name. */
const withoutPackage = {
  name: "without-package",
  setup: ({ onResolve }) => onResolve({ filter: /^backscroll$/ }, () => ({ external: true, path: "backscroll" })),
};

/** Makes a plugin that empties the text of the wasm in files of these names. */
function withoutWasm(filter) {
  const contents = (path) => readFileSync(path, "utf8").replace(/(["'`])[^"'`\\]{100000,}\1/, '""');
  return { name: "without-wasm", setup: ({ onLoad }) => onLoad({ filter }, ({ path }) => ({ contents: contents(path) })) };
}

/** @returns {Size} */
function sizeOf(bytes) {
  return { bytes: bytes.length, brotli: brotliCompressSync(bytes).length };
}
