// Builds the Rust core: from src/ to build/glue.js, to build/glue_bg.wasm, which names its build, and to the wasm as text. The same for the
// smallest wasm, which only estimates tokens: build/estimate.js, and so on. A third knows requests, and no conversations.

import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { crateVersion } from "./manifest.mjs";
import { at, buildFolder, environment, root, toolsFolder } from "./paths.mjs";
import { StepError, run } from "./run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "./stamp.mjs";
import { step } from "./step.mjs";
import { WASM_PACK_VERSION, findTool, wasmBindgenVersion } from "./tools.mjs";
import { toText } from "./wasm-text.mjs";

/** The wasm, which the package carries as text inside a script, and as a file. */
export const wasmFile = join(buildFolder, "glue_bg.wasm");

/** The wasm that only estimates tokens. */
export const estimateFile = join(buildFolder, "estimate_bg.wasm");

/** The wasm that checks, repairs and converts requests, and knows no conversations. The glue of the whole serves it, too. */
const requestsFolder = join(buildFolder, "requests");
export const requestsFile = join(requestsFolder, "glue_bg.wasm");

/** The file of symbols: lines with a function's number and name. */
export const symbolsFile = join(buildFolder, "core.symbols");

/** The files that pkg-template imports. */
const made = {
  glue: join(buildFolder, "glue.js"),
  types: join(buildFolder, "glue.d.ts"),
  methods: join(buildFolder, "method.ts"),
  wasm: wasmFile,
  symbols: symbolsFile,
  text: join(buildFolder, "core.text.js"),
  textTypes: join(buildFolder, "core.text.d.ts"),
  build: join(buildFolder, "core.build.js"),
  buildTypes: join(buildFolder, "core.build.d.ts"),
};

/** These files of the wasm that only estimates. Its types are those of the whole. */
const estimate = {
  glue: join(buildFolder, "estimate.js"),
  types: join(buildFolder, "estimate.d.ts"),
  wasm: estimateFile,
  text: join(buildFolder, "estimate.text.js"),
};
/** The program that puts the wasm together from the text. */
const unpackerSource = at("pkg-template", "src", "wasm", "unpack.rs");
const unpackerFile = join(buildFolder, "unpack.wasm");
const UNPACKER_FLAGS = [
  "--edition=2024",
  "--crate-type=cdylib",
  "--target=wasm32-unknown-unknown",
  "-Copt-level=s",
  "-Cpanic=abort",
  "-Clto=fat",
  "-Cstrip=symbols",
  "-Ctarget-feature=+bulk-memory",
];
const sources = [
  at("Cargo.toml"),
  at("Cargo.lock"),
  at("src"),
  at("scripts", "lib", "core.mjs"),
  at("scripts", "lib", "wasm-text.mjs"),
  at("scripts", "lib", "wasm-modules.mjs"),
  unpackerSource,
  at("pkg-template", "src", "wasm", "wasm-text.ts"),
];
const stamp = join(buildFolder, "core.sha256");

/** Flags of wasm-bindgen for which wasm-pack has no setting. The first lets the TypeScript layer restart the engine after a trap. */
const BINDGEN_FLAGS = ["--experimental-reset-state-function"];

/**
 * The features that the wasm declares: all features that the compiler uses, except multi-value. V8 has one wrapper for every export that
 * returns a single number, and compiles one for each signature of several values, which took a third of the time to compile the module.
 */
const FEATURES = [
  "bulk-memory",
  "bulk-memory-opt",
  "call-indirect-overlong",
  "mutable-globals",
  "nontrapping-fptoint",
  "reference-types",
  "sign-ext",
];

/** Builds the core, unless it is up to date. */
export async function buildCore() {
  if (isFresh(stamp, sourcesDigest(), [...Object.values(made), ...Object.values(estimate), requestsFile])) return;
  await step("core: Rust to wasm", "2 min, the first time 3 min", async () => {
    breakStamp(stamp);
    // Runs first, because it writes a missing Cargo.lock and unpacks the crates whose folders rustFlags names.
    await run("cargo", ["fetch"], { advice: "see whether this machine reaches the Rust package registry, and run the command again" });
    // The digest is taken before the build, so that a source edited meanwhile does not count as built.
    const built = sourcesDigest();
    rmSync(buildFolder, { recursive: true, force: true });
    // First, because all write the symbols, and those of the whole are read.
    await wasmPack("estimate", { features: ["--no-default-features"] });
    await wasmPack("glue", { features: ["--no-default-features", "--features", "requests"], folder: requestsFolder });
    await wasmPack("glue");
    requireOneGlue();
    for (const { glue, types } of [made, estimate]) {
      openToOtherRealms(glue);
      dropDisposal(glue);
      moveMethods(glue, types);
    }
    bringRandom();
    nameBuild();
    await writeText();
    writeStamp(stamp, built);
  });
}

/** Stops the build unless each import of the smaller wasm is the same function in the glue of the whole. */
function requireOneGlue() {
  const [whole, smaller] = [made.glue, join(requestsFolder, "glue.js")].map((file) => importsOf(readFileSync(file, "utf8")));
  const apart = [...smaller].filter(([name, code]) => whole.get(name) !== code).map(([name]) => name);
  if (apart.length === 0 && smaller.size > 0) return;
  const advice = "give the wasm of requests a glue of its own";
  throw new StepError(`the glue of the whole lacks imports of the wasm of requests: ${apart.join(", ") || "none were found"}`, { advice });
}

/** The functions that a glue gives to its wasm, by their names. */
function importsOf(glue) {
  const [, object] = /const import0 = \{\n([^]*?)\n {4}\};/.exec(glue) ?? ["", ""];
  return new Map(object.split(/\n(?= {8}\w)/).map((code) => [code.trim().split(/\W/, 1)[0], code.trim().replace(/,$/, "")]));
}

function sourcesDigest() {
  return digest(sources, [WASM_PACK_VERSION, wasmBindgenVersion()]);
}

/** Makes the wasm and its glue, both by this name. */
async function wasmPack(name, { features = [], folder = "build" } = {}) {
  const [pack, bindgen] = [await findTool("wasm-pack", WASM_PACK_VERSION), await findTool("wasm-bindgen", wasmBindgenVersion())];
  if (pack === null || bindgen === null) throw new StepError("wasm-pack or wasm-bindgen is missing", { advice: "run `npm run setup`" });
  const args = ["build", "--release", "--mode", "no-install", "--no-pack", "--no-gitignore", "--target", "web"];
  await run(pack, [...args, "--out-dir", folder, "--out-name", name, "--", ...features], {
    env: { ...environment(writeShim(bindgen), dirname(pack)), CARGO_ENCODED_RUSTFLAGS: rustFlags() },
    advice: "fix the errors of the compiler, and run the command again; if the tools do not match each other, remove .tools",
  });
}

/** Writes a program named wasm-bindgen, which wasm-pack finds first and which adds our flags. Returns its folder. */
function writeShim(bindgen) {
  const folder = join(toolsFolder, "shim");
  mkdirSync(folder, { recursive: true });
  if (process.platform === "win32") {
    writeFileSync(join(folder, "wasm-bindgen.cmd"), `@"${bindgen}" %* ${BINDGEN_FLAGS.join(" ")}\r\n`);
    return folder;
  }
  const shim = join(folder, "wasm-bindgen");
  writeFileSync(shim, `#!/bin/sh\nexec '${bindgen.replaceAll("'", `'\\''`)}' "$@" ${BINDGEN_FLAGS.join(" ")}\n`);
  chmodSync(shim, 0o755);
  return folder;
}

/**
 * Removes the paths of this machine from panic messages, which name source files: the home, the checkout, and the registry after which
 * cargo names folders. So the same sources give the same bytes everywhere.
 */
function rustFlags() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(crates) ? readdirSync(crates).map((name) => [join(crates, name), "crates"]) : [];
  const renamed = [...registries, [root.replace(/[\\/]$/, ""), "."]];
  const given = process.env.CARGO_ENCODED_RUSTFLAGS?.split("\x1f") ?? process.env.RUSTFLAGS?.split(/\s+/) ?? [];
  // Names in this form show the types for which generic code was made, so that `npm run size` counts the code there.
  const names = "-Csymbol-mangling-version=v0";
  // Code for size inlines calls of up to 5 instructions. With more of them, the download is a fiftieth larger, and work takes a tenth less time.
  const inlined = "-Cllvm-args=-inline-threshold=25";
  const features = [`-Clink-arg=--features=${FEATURES.join(",")}`, "-Clink-arg=--no-check-features"];
  return [...given.filter(Boolean), names, inlined, ...features, ...renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`)].join(
    "\x1f",
  );
}

/** Removes the `Symbol.dispose` statements of the glue, so that a bundler can drop unused classes. The TypeScript layer has its own. */
function dropDisposal(file) {
  const glue = readFileSync(file, "utf8");
  const kept = glue.replaceAll(/^if \(Symbol\.dispose\) (\w+)\.prototype\[Symbol\.dispose\] = \1\.prototype\.free;\n/gm, "");
  if (kept === glue)
    throw new StepError("the glue says nothing of Symbol.dispose", { advice: "remove dropDisposal from scripts/lib/core.mjs" });
  writeFileSync(file, kept);
}

/** Moves the numbers of the methods to a TypeScript file, so that a bundler puts a number in place of each name. */
function moveMethods(glueFile, typesFile) {
  const [glue, types] = [glueFile, typesFile].map((file) => readFileSync(file, "utf8"));
  const list = /^(?:\/\*\*[^/]*\*\/\n)?export enum Method \{[^}]*\}\n/m.exec(types)?.[0];
  const object = /^(?:\/\*\*[^/]*\*\/\n)?export const Method = Object\.freeze\(\{[^}]*\}\);\n/m.exec(glue)?.[0];
  if (list === undefined || object === undefined)
    throw new StepError("the glue has no methods", {
      advice: "see what the glue makes of src/wasm/method.rs, and change moveMethods",
    });
  writeFileSync(glueFile, glue.replace(object, ""));
  writeFileSync(typesFile, `import type { Method } from "./method.js";\n${types.replace(list, "")}`);
  writeFileSync(made.methods, list.replace("export enum", "export const enum"));
}

/** Takes random bytes from the module that provides the wasm, because each runtime has its own way to both. */
function bringRandom() {
  const glue = readFileSync(made.glue, "utf8");
  const brought = glue.replace("globalThis.crypto.getRandomValues(", () => "fillRandom(");
  if (brought === glue) throw new StepError("the glue draws no random bytes", { advice: "remove bringRandom from scripts/lib/core.mjs" });
  writeFileSync(made.glue, `import { fillRandom } from "../pkg-template/src/wasm/wasm-source.ts";\n${brought}`);
}

/**
 * Recognises a module by its brand, which is the same in all realms. `instanceof` is false for a module of another realm (vm contexts, test
 * runners, iframes), and the glue would then compile the module again and fail.
 */
function openToOtherRealms(file) {
  const before = "!(module instanceof WebAssembly.Module)";
  const after = 'Object.prototype.toString.call(module) !== "[object WebAssembly.Module]"';
  const glue = readFileSync(file, "utf8");
  if (glue.split(before).length !== 2) {
    const advice = "see what initSync in the glue does now, and change openToOtherRealms in scripts/lib/core.mjs";
    throw new StepError(`the glue has not exactly one \`${before}\``, { advice });
  }
  writeFileSync(
    file,
    glue.replace(before, () => after),
  );
}

/** The number of hexadecimal digits of the wasm's digest that identify a build. */
const DIGEST_LENGTH = 12;

/**
 * Adds the name of the build to the wasm, because a wasm that is served apart from its script may come from another build, for example from
 * a cache. The name is in a custom section (id 0, size, name, content), which compiled modules keep. The script has the same name. (A size
 * below 128 is one byte.)
 */
function nameBuild() {
  const wasm = readFileSync(made.wasm);
  const build = `${crateVersion()} ${createHash("sha256").update(wasm).digest("hex").slice(0, DIGEST_LENGTH)}`;
  const content = Buffer.from(build);
  const name = Buffer.from("backscroll");
  const section = Buffer.concat([Buffer.of(0, 1 + name.length + content.length, name.length), name, content]);
  for (const file of [made.wasm, requestsFile]) writeFileSync(file, Buffer.concat([readFileSync(file), section]));
  writeFileSync(made.build, `export default "${build}";\n`);
  writeFileSync(made.buildTypes, "/** The version and the digest of the core. */\ndeclare const build: string;\nexport default build;\n");
}

async function writeText() {
  await run(process.env.RUSTC ?? "rustc", [...UNPACKER_FLAGS, unpackerSource, "-o", unpackerFile], {
    advice: "install Rust by rustup, which brings rustc",
  });
  const unpacker = readFileSync(unpackerFile).toString("hex");
  for (const { wasm, text } of [made, estimate]) {
    const content = await toText(readFileSync(wasm), unpacker);
    writeFileSync(text, `export const text = "${content}";\nexport const unpacker = "${unpacker}";\n`);
  }
  const types = [
    "/** The wasm of the core, as text. */\nexport declare const text: string;\n",
    "/** The program that reads the text, as wasm in hexadecimal digits. */\nexport declare const unpacker: string;\n",
  ];
  writeFileSync(made.textTypes, types.join(""));
}
