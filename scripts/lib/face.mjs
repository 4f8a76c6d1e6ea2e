// The TypeScript face: from pkg-template/ and build/ to the publishable package in pkg/.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { wasmFile } from "./core.mjs";
import { manifest } from "./manifest.mjs";
import { at, buildFolder, packageFolder, root } from "./paths.mjs";
import { StepError } from "./run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "./stamp.mjs";
import { size, step } from "./step.mjs";

const template = at("pkg-template");
const textName = "core.text.js";

/**
 * A way into the package: `index`, the same for runtimes that have the wasm in another way, and adapters for an SDK of somebody else.
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} source
 * @property {string | null} peer the SDK; an adapter imports the face as its users do, so that the wasm is there once, whichever entry
 * the runtime picks, and an error is of one class
 * @property {string} [wasmSource] the file that says where the wasm is, in place of the usual one
 * @property {boolean} [isVariant] whether a condition picks it: as a module only, with the types of `index`
 */
const from = (...path) => join(template, "src", ...path);
/** What stands for globals that some hosts lack. */
const platform = from("platform.ts");
/** @type {Entry} */
const index = { name: "index", source: from("index.ts"), peer: null };
const strands = { name: "strands", source: from("strands", "index.ts"), peer: "@strands-agents/sdk" };
const slim = { name: "slim", source: from("entries", "slim.ts"), peer: null, wasmSource: from("entries", "slim-source.ts") };
const variants = ["workerd", "edge-light"].map((name) => ({ ...index, name, wasmSource: from("entries", `${name}.ts`), isVariant: true }));
const entries = [index, ...variants, slim, strands];
const [esm, cjs, types, cjsTypes] = [".mjs", ".cjs", ".d.ts", ".d.cts"].map((ending) => ({ name }) => join(packageFolder, `${name}${ending}`));

const manifestFile = join(packageFolder, "package.json");
/** The wasm as a file, for the entries that do not hold it as text. */
const publishedWasm = join(packageFolder, "core.wasm");
const wasmTypes = from("entries", "core.wasm.d.ts");
const filesOf = (entry) => (entry.isVariant ? [esm] : [esm, cjs, types, cjsTypes]).map((file) => file(entry));
const made = [manifestFile, publishedWasm, `${publishedWasm}.d.ts`, ...entries.flatMap(filesOf)];
// Beside the package, not in it: what is in pkg/ is published.
const stamp = join(buildFolder, "face.sha256");

/** Builds the package, unless it is there already. The core must have been built. */
export async function buildFace() {
  if (isFresh(stamp, sourcesDigest(), made)) return;
  await step("package: face, types, documents", "10 s", async () => {
    breakStamp(stamp);
    const before = sourcesDigest();
    rmSync(packageFolder, { recursive: true, force: true });
    mkdirSync(packageFolder, { recursive: true });
    for (const entry of entries) {
      await bundleCode(entry);
      if (!entry.isVariant) await bundleTypes(entry);
    }
    copyFileSync(wasmFile, publishedWasm);
    copyFileSync(wasmTypes, `${publishedWasm}.d.ts`);
    writeFileSync(manifestFile, manifest());
    for (const document of documents()) copyFileSync(document, join(packageFolder, basename(document)));
    writeStamp(stamp, before);
    printSizes();
  });
}

/** Whether pkg/ is what the sources say. */
export function isPackageFresh() {
  return isFresh(stamp, sourcesDigest(), made);
}

function sourcesDigest() {
  const glue = ["glue.js", "glue.d.ts", "core.build.js", textName].map((name) => join(buildFolder, name));
  const scripts = [at("scripts", "lib", "face.mjs"), at("package-lock.json")];
  return digest([template, at("Cargo.toml"), ...documents(), ...glue, ...scripts], [manifest()]);
}

function documents() {
  const licenses = readdirSync(root).filter((name) => name.startsWith("LICENSE"));
  return [join(template, "README.md"), ...licenses.map((name) => at(name))].filter((path) => existsSync(path));
}

/** One ESM and one CJS file, those of `index` with the wasm inside. `neutral`: the face may import nothing that only one runtime has. */
async function bundleCode(entry) {
  const esbuild = await import("esbuild");
  for (const [format, file] of entry.isVariant ? [["esm", esm]] : [["esm", esm], ["cjs", cjs]]) {
    const outfile = file(entry);
    let inputs;
    try {
      const options = { bundle: true, platform: "neutral", target: "es2022", charset: "utf8", inject: [platform] };
      const reports = { sourcemap: "linked", logLevel: "silent", metafile: true };
      const plugins = [...(entry.peer === null ? [] : [importIndex]), ...(entry.wasmSource === undefined ? [] : [bringWasm(entry.wasmSource)])];
      const external = [...(entry.peer === null ? [] : [entry.peer]), "./core.wasm", "./core.wasm?module"];
      const files = { entryPoints: [entry.source], outfile, absWorkingDir: root };
      ({ inputs } = (await esbuild.build({ ...files, format, external, plugins, ...options, ...reports })).metafile);
    } catch (error) {
      if (!Array.isArray(error.errors)) throw error;
      const tail = (await esbuild.formatMessages(error.errors, { kind: "error" })).join("");
      throw new StepError("esbuild cannot bundle the face", { tail, advice: "mend pkg-template/src" });
    }
    const twice = Object.keys(inputs).find((input) => entry.peer !== null && /(^|\/)(errors\.ts|build\/[^/]+)$/.test(input));
    if (twice !== undefined) {
      throw new StepError(`${basename(outfile)} holds ${twice}, which is in ${basename(file(index))} already`, { advice: "import it from ../index.js" });
    }
    settleMap(`${outfile}.map`);
  }
}

/** What an adapter imports from the source of `index` comes from the package, as its users import it: the runtime picks the entry. */
const importIndex = { name: "import-index", setup: (build) => build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: INDEX, external: true })) };

/** Where the wasm comes from is one file of the face. */
function bringWasm(path) {
  return { name: "bring-wasm", setup: (build) => build.onResolve({ filter: /\/wasm-source\.js$/ }, () => ({ path })) };
}

/**
 * A source map quotes its sources, all but the wasm, which would be shipped twice. They get names inside the package: no debugger is to
 * look for them elsewhere.
 */
function settleMap(path) {
  const map = JSON.parse(readFileSync(path, "utf8"));
  map.sourcesContent = map.sourcesContent.map((content, index) => (map.sources[index].endsWith(textName) ? "// The wasm, as text." : content));
  map.sources = map.sources.map((source) => source.replace(/^\.\.\/(pkg-template\/)?/, ""));
  writeFileSync(path, JSON.stringify(map));
}

/** One declaration text for `import` and `require` alike, under two names. It imports nothing but the peer and the types of `index`. */
async function bundleTypes(entry) {
  const [{ rollup }, { dts }] = [await import("rollup"), await import("rollup-plugin-dts")];
  const outside = entry.peer === null ? [] : [entry.peer, INDEX];
  let bundle;
  const code = async (indexFile) => (await bundle.generate({ format: "es", paths: { [INDEX]: indexFile } })).output[0].code;
  let texts;
  try {
    bundle = await rollup({
      input: entry.source,
      external: outside,
      plugins: [
        { name: "import-index", resolveId: (source) => (entry.peer !== null && source === "../index.js" ? { id: INDEX, external: true } : null) },
        dts({ tsconfig: tsconfigOf(entry) }),
      ],
      onwarn: (warning) => {
        throw warning;
      },
    });
    texts = [[types, await code("./index.js")], [cjsTypes, await code("./index.cjs")]];
    await bundle.close();
  } catch (error) {
    throw new StepError("the types of the face cannot be bundled", { tail: error.message, advice: "mend pkg-template/src" });
  }
  for (const [file, text] of texts) {
    const imported = [...text.matchAll(/^(?:import|export)\b.*\bfrom\s+["'](.+)["']|\bimport\(["'](.+)["']\)/gm)].map(([, from, inline]) => from ?? inline);
    const foreign = imported.find((name) => name !== entry.peer && !(entry.peer !== null && name.startsWith("./index.")));
    if (foreign !== undefined) {
      const advice = "a type that comes from outside would have to be installed by every user: write it in pkg-template/src";
      throw new StepError(`the bundled types import ${foreign}`, { advice });
    }
    // `Symbol.dispose`, for programs whose `lib` is older. The bundler drops such a line from the sources.
    writeFileSync(file(entry), `/// <reference lib="esnext.disposable" />\n${readableByBoth(text, entry.peer)}`);
  }
}

/** How the bundler calls what stands for the types of `index`. */
const INDEX = "backscroll";

function tsconfigOf({ source }) {
  const own = join(dirname(source), "tsconfig.json");
  return existsSync(own) ? own : join(template, "tsconfig.json");
}

/** A peer that is only there as a module cannot be required; its types may be imported all the same, when it is said that they are types of a module. */
function readableByBoth(text, peer) {
  if (peer === null) return text;
  return text.replaceAll(/^import (\{.*\}) from (['"])(.+)\2;$/gm, (line, names, quote, from) =>
    from === peer ? `import type ${names} from "${from}" with { "resolution-mode": "import" };` : line,
  );
}

function printSizes() {
  const bytes = readFileSync(esm(index));
  const [wasm, bundle, brotli] = [readFileSync(wasmFile), bytes, brotliCompressSync(bytes)].map(({ length }) => size(length));
  console.log(`  wasm ${wasm}, index.mjs with it ${bundle}, ${brotli} after brotli; strands.mjs beside it ${size(readFileSync(esm(strands)).length)}`);
}
