// The TypeScript face: from pkg-template/ and build/ to the publishable package in pkg/.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { wasmFile } from "./core.mjs";
import { at, buildFolder, packageFolder, root } from "./paths.mjs";
import { StepError } from "./run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "./stamp.mjs";
import { size, step } from "./step.mjs";

const template = at("pkg-template");
const entry = join(template, "src", "index.ts");
const textName = "core.text.js";
const made = {
  esm: join(packageFolder, "index.mjs"),
  cjs: join(packageFolder, "index.cjs"),
  types: join(packageFolder, "index.d.ts"),
  cjsTypes: join(packageFolder, "index.d.cts"),
  manifest: join(packageFolder, "package.json"),
};
// Beside the package, not in it: what is in pkg/ is published.
const stamp = join(buildFolder, "face.sha256");

/** Builds the package, unless it is there already. The core must have been built. */
export async function buildFace() {
  if (isFresh(stamp, sourcesDigest(), Object.values(made))) return;
  await step("package: face, types, documents", "5 s", async () => {
    breakStamp(stamp);
    const before = sourcesDigest();
    const manifest = readManifest();
    rmSync(packageFolder, { recursive: true, force: true });
    mkdirSync(packageFolder, { recursive: true });
    await bundleCode();
    await bundleTypes();
    writeFileSync(made.manifest, manifest);
    for (const document of documents()) copyFileSync(document, join(packageFolder, basename(document)));
    writeStamp(stamp, before);
    printSizes();
  });
}

/** Whether pkg/ is what the sources say. */
export function isPackageFresh() {
  return isFresh(stamp, sourcesDigest(), Object.values(made));
}

function sourcesDigest() {
  const glue = ["glue.js", "glue.d.ts", textName].map((name) => join(buildFolder, name));
  const scripts = [at("scripts", "lib", "face.mjs"), at("package-lock.json")];
  return digest([template, at("Cargo.toml"), ...documents(), ...glue, ...scripts]);
}

function documents() {
  const licenses = readdirSync(root).filter((name) => name.startsWith("LICENSE"));
  return [join(template, "README.md"), ...licenses.map((name) => at(name))].filter((path) => existsSync(path));
}

/**
 * The manifest of the template. One version for crate and package: a release that forgets one of them stops here.
 *
 * On `"sideEffects": false`: the entry instantiates its wasm when it is imported, but that is seen by nobody else: it adds
 * nothing to globals and is reachable only through what the entry exports. A bundler may therefore drop the import when
 * none of the exports is used, and saves its user the wasm; when one is used, the entry's statements all stay, since the flag
 * speaks of whole modules.
 */
function readManifest() {
  const text = readFileSync(join(template, "package.json"), "utf8");
  const { version } = JSON.parse(text);
  const crate = /^\[package\][^[]*?^version\s*=\s*"([^"]+)"/ms.exec(readFileSync(at("Cargo.toml"), "utf8"))?.[1];
  if (version === crate) return text;
  throw new StepError(`pkg-template/package.json has version ${version}, and Cargo.toml has ${crate ?? "none"}`, {
    advice: "give both the same version",
  });
}

/** One ESM and one CJS file, each with the wasm inside. `neutral`: the face may import nothing that only one runtime has. */
async function bundleCode() {
  const esbuild = await import("esbuild");
  for (const [format, outfile] of [["esm", made.esm], ["cjs", made.cjs]]) {
    try {
      const options = { bundle: true, platform: "neutral", target: "es2022", charset: "utf8", sourcemap: "linked", logLevel: "silent" };
      await esbuild.build({ entryPoints: [entry], format, outfile, absWorkingDir: root, ...options });
    } catch (error) {
      if (!Array.isArray(error.errors)) throw error;
      const tail = (await esbuild.formatMessages(error.errors, { kind: "error" })).join("");
      throw new StepError("esbuild cannot bundle the face", { tail, advice: "mend pkg-template/src" });
    }
    leaveWasmOutOfMap(`${outfile}.map`);
  }
}

/** A source map quotes its sources, and the wasm would be shipped twice. */
function leaveWasmOutOfMap(path) {
  const map = JSON.parse(readFileSync(path, "utf8"));
  map.sourcesContent = map.sourcesContent.map((content, index) => (map.sources[index].endsWith(textName) ? null : content));
  writeFileSync(path, JSON.stringify(map));
}

/** One declaration file that imports nothing, so that it serves `import` and `require` alike under two names. */
async function bundleTypes() {
  const [{ rollup }, { dts }] = [await import("rollup"), await import("rollup-plugin-dts")];
  let code;
  try {
    const bundle = await rollup({
      input: entry,
      plugins: [dts({ tsconfig: join(template, "tsconfig.json") })],
      onwarn: (warning) => {
        throw warning;
      },
    });
    code = (await bundle.generate({ format: "es" })).output[0].code;
    await bundle.close();
  } catch (error) {
    throw new StepError("the types of the face cannot be bundled", { tail: error.message, advice: "mend pkg-template/src" });
  }
  const foreign = /^(?:import|export)\b.*\bfrom\s+["'](.+)["']|\bimport\(["'](.+)["']\)/m.exec(code);
  if (foreign) {
    const advice = "a type that comes from outside would have to be installed by every user: write it in pkg-template/src";
    throw new StepError(`the bundled types import ${foreign[1] ?? foreign[2]}`, { advice });
  }
  // `Symbol.dispose`, for programs whose `lib` is older. The bundler drops such a line from the sources.
  const types = `/// <reference lib="esnext.disposable" />\n${code}`;
  writeFileSync(made.types, types);
  writeFileSync(made.cjsTypes, types);
}

function printSizes() {
  const bytes = readFileSync(made.esm);
  const [wasm, bundle, brotli] = [readFileSync(wasmFile), bytes, brotliCompressSync(bytes)].map(({ length }) => size(length));
  console.log(`  wasm ${wasm}, index.mjs with it ${bundle}, ${brotli} after brotli`);
}
