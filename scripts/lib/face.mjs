// Builds the TypeScript layer: from pkg-template/ and build/ to the publishable package in pkg/.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { writeDocuments } from "../documents/in-package.mjs";
import { estimateFile, requestsFile, wasmFile } from "./core.mjs";
import {
  adapters,
  cli,
  entries,
  estimate,
  estimateVariants,
  from,
  index,
  mcp,
  node,
  nodeRequire,
  pathOf,
  slim,
  strands,
  subEntries,
  variants,
} from "./entries.mjs";
import { billOfMaterials } from "./bill-of-materials.mjs";
import { notice, partsOf } from "./licences.mjs";
import { requiringLate } from "./late-data.mjs";
import { manifest } from "./manifest.mjs";
import { at, buildFolder, packageFolder, root } from "./paths.mjs";
import { StepError } from "./run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "./stamp.mjs";
import { size, step } from "./step.mjs";

const template = at("pkg-template");
/** Replacements of globals that some hosts lack. */
const platform = from("wasm", "platform.ts");
/** The wasm as text, in a file of its own: once, for the modules and for the CommonJS files. */
const text = { name: "core.text" };
const textName = `${text.name}.js`;
/** The wasm that only estimates, as text. */
const estimateText = { name: "estimate.text" };

/** One module for all entries: the registry of formats and the classes of errors. */
const common = { name: "common", source: from("entries", "common.ts"), peer: null };
const COMMON = [from("formats", "registry.js"), from("formats", "read-error.js"), from("input", "errors.js")];
/** The modules with an engine. They are built together, because they share the code that needs no engine. */
const withEngine = [index, ...variants, node, slim];
/** The CommonJS files with an engine, which are built together for the same reason. */
const required = [index, nodeRequire, slim];
/** The file that every entry with an engine imports or requires: strategies, and all other code that runs without the wasm. */
const shared = { name: "shared" };
/** Returns the file with the engine of an entry. Node does not bundle, and reads one file faster than two. */
const engineOf = (entry) => (entry === node ? entry : { name: `${entry.name}.engine` });
const [esm, cjs, types, cjsTypes] = [".mjs", ".cjs", ".d.ts", ".d.cts"].map(
  (ending) =>
    ({ name }) =>
      join(packageFolder, `${name}${ending}`),
);

/** The licences of what is compiled in. */
const noticeFile = join(packageFolder, "THIRD-PARTY.txt");
const billFile = join(packageFolder, "sbom.cdx.json");
const manifestFile = join(packageFolder, "package.json");
/** The wasm as a file, for the entries that do not contain it as text. */
const publishedWasm = join(packageFolder, "core.wasm");
const wasmTypes = from("entries", "core.wasm.d.ts");
/** The wasm that only estimates, for the runtimes that import a compiled module. */
const publishedEstimate = join(packageFolder, "estimate.wasm");
/** The wasm that knows requests and no conversations, for programs that bring it. */
const publishedRequests = join(packageFolder, "requests.wasm");
const filesOf = (entry) => (entry.isVariant ? [esm] : [esm, cjs, types, cjsTypes]).map((file) => file(entry));
const made = [
  manifestFile,
  noticeFile,
  billFile,
  publishedWasm,
  `${publishedWasm}.d.ts`,
  publishedEstimate,
  publishedRequests,
  `${publishedRequests}.d.ts`,
  ...estimateVariants.map(esm),
  esm(common),
  ...[common, shared, node].map(cjs),
  ...[cli, mcp, text, estimateText, shared, ...withEngine.map(engineOf)].map(esm),
  ...entries.flatMap(filesOf),
];
// The stamp is outside of pkg/, because everything in pkg/ is published.
const stamp = join(buildFolder, "face.sha256");

/** Builds the package, unless it is up to date. The core must have been built. */
export async function buildFace() {
  if (isFresh(stamp, sourcesDigest(), made)) return;
  await step("package: modules, types, documents", "10 s", async () => {
    breakStamp(stamp);
    const before = sourcesDigest();
    rmSync(packageFolder, { recursive: true, force: true });
    mkdirSync(packageFolder, { recursive: true });
    for (const [format, file] of [
      ["esm", esm],
      ["cjs", cjs],
    ])
      await bundleAlone(common, format, file);
    const engine = await reachingWasm();
    await bundleModules(engine);
    await bundleRequired(engine);
    for (const entry of adapters) {
      await bundleAlone(entry, "esm", esm);
      await bundleAlone(entry, "cjs", cjs);
    }
    for (const entry of estimateVariants) await bundleAlone(entry, "esm", esm);
    for (const entry of entries.filter(({ isVariant }) => !isVariant)) await bundleTypes(entry);
    await bundleAlone(cli, "esm", esm, SHEBANG);
    await bundleServer();
    for (const each of [text, estimateText]) copyFileSync(join(buildFolder, `${each.name}.js`), esm(each));
    copyFileSync(wasmFile, publishedWasm);
    copyFileSync(requestsFile, publishedRequests);
    for (const file of [publishedWasm, publishedRequests]) copyFileSync(wasmTypes, `${file}.d.ts`);
    copyFileSync(estimateFile, publishedEstimate);
    writeFileSync(manifestFile, manifest());
    for (const document of documents()) copyFileSync(document, join(packageFolder, basename(document)));
    writeDocuments(packageFolder);
    const parts = partsOf([...bundled].sort());
    writeFileSync(noticeFile, notice(parts));
    writeFileSync(billFile, billOfMaterials(JSON.parse(readFileSync(manifestFile, "utf8")), parts));
    writeStamp(stamp, before);
    printSizes();
  });
}

/** Returns true when pkg/ is up to date with the sources. */
export function isPackageFresh() {
  return isFresh(stamp, sourcesDigest(), made);
}

function sourcesDigest() {
  const glue = ["glue.js", "glue.d.ts", "method.ts", "core.build.js", textName, "estimate.js", `${estimateText.name}.js`]
    .map((name) => join(buildFolder, name))
    .concat(requestsFile);
  const scripts = [
    at("scripts", "lib", "face.mjs"),
    at("scripts", "lib", "late-data.mjs"),
    at("scripts", "lib", "licences.mjs"),
    at("scripts", "lib", "bill-of-materials.mjs"),
    at("scripts", "lib", "shared-declarations.mjs"),
    at("Cargo.lock"),
    at("scripts", "lib", "entries.mjs"),
    at("package-lock.json"),
  ];
  return digest([template, at("Cargo.toml"), at("docs"), at("scripts", "documents"), ...documents(), ...glue, ...scripts], [manifest()]);
}

function documents() {
  const licenses = readdirSync(root).filter((name) => name.startsWith("LICENSE"));
  return [join(template, "README.md"), ...licenses.map((name) => at(name))].filter((path) => existsSync(path));
}

/** `neutral`: the package may import nothing that only one runtime has. */
const options = {
  bundle: true,
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2022",
  charset: "ascii",
  inject: [platform],
  logLevel: "silent",
  metafile: true,
};
const outside = [
  "./core.wasm",
  "./core.wasm?module",
  "node:crypto",
  "node:fs",
  "node:fs/promises",
  "node:module",
  "node:os",
  "node:path",
  "node:readline",
  "node:util",
];

/**
 * Bundles the modules with an engine: a file for each entry, and one for the shared code. Code that reaches the wasm exists once for each
 * entry, because it has state: each entry has its own engine.
 *
 * The entry itself only re-exports the names of these two files. A bundler keeps the file that has an imported name, and drops the other
 * file. So a program that imports only a strategy gets no wasm. (In a single file, esbuild would keep every statement.)
 */
async function bundleModules(engine) {
  const entryPoints = withEngine.map((entry) => ({ in: `entry:${entry.name}`, out: engineOf(entry).name }));
  const files = { entryPoints, outdir: packageFolder, outExtension: { ".js": ".mjs" }, splitting: true, chunkNames: shared.name };
  const plugins = [shareCommon(esm), ownEngine(engine, withEngine)];
  const { outputs } = await bundle({ ...files, format: "esm", external: outside, plugins });
  const namesIn = (file) => outputs[relative(root, esm(file)).replaceAll("\\", "/")].exports;
  const inCommon = (await bundle({ entryPoints: [common.source], outdir: packageFolder, write: false, format: "esm" })).outputs;
  const commonNames = Object.values(inCommon).flatMap(({ exports }) => exports);
  for (const entry of withEngine.filter((entry) => engineOf(entry) !== entry)) {
    const own = engineOf(entry);
    const holder = (name) => (commonNames.includes(name) ? common : namesIn(shared).includes(name) ? shared : own);
    writeFileSync(
      esm(entry),
      [own, shared, common]
        .map((file) =>
          exporting(
            namesIn(own).filter((name) => holder(name) === file),
            file,
          ),
        )
        .join(""),
    );
  }
  for (const file of [...withEngine.map(engineOf), shared].map(esm)) await minify(file);
}

function exporting(names, file) {
  return `export { ${names.join(", ")} } from "./${basename(esm(file))}";\n`;
}

/**
 * Bundles the CommonJS files with an engine, and the file with the code that they share. esbuild shares code between modules only, so these
 * are made as modules first. There, `require` has another name: esbuild would replace it.
 */
async function bundleRequired(engine) {
  const entryPoints = required.map(({ name }) => ({ in: `entry:${name}`, out: name }));
  const files = { entryPoints, outdir: packageFolder, outExtension: { ".js": ".cjs" }, splitting: true, chunkNames: shared.name };
  const plugins = [shareCommon(cjs), ownEngine(engine, required)];
  await bundle({ ...files, format: "esm", define: { require: REQUIRE }, external: outside, plugins });
  const { transform } = await import("esbuild");
  for (const file of [...required, shared]) {
    const text = requiring(readFileSync(cjs(file), "utf8"));
    const { code } = await transform(file === shared ? exported(text) : text, { format: "cjs", define: { [REQUIRE]: "require" } });
    writeFileSync(cjs(file), code);
    await minify(cjs(file));
  }
}

const REQUIRE = "requireFile";

/**
 * Replaces the imports of other files by constants, which are faster to read than the fields of what is required. No source exports a variable
 * that changes. Imports of data stay.
 */
function requiring(text) {
  const names = new Map();
  const rest = text.replaceAll(/^import \{([^}]*)\} from "(.*\.cjs)";\n/gm, (_, imported, from) => {
    names.set(from, `${names.get(from) ?? ""}${imported.replaceAll(" as ", ": ").trim()},`);
    return "";
  });
  return [...names].map(([from, constants]) => `const { ${constants} } = ${REQUIRE}("${from}");\n`).join("") + rest;
}

/** Replaces the exports of the shared file by an object: esbuild would define each name twice, when the file is loaded. */
function exported(text) {
  return text.replace(/^export \{([^}]*)\};$/m, (_, names) => `module.exports = {${names.replaceAll(/(\w+) as (\w+)/g, "$2: $1")}};`);
}

/** Returns the sources that import the wasm or its glue, directly or through other sources. */
async function reachingWasm() {
  const { inputs } = await bundle({ entryPoints: [index.source], outdir: packageFolder, write: false, format: "esm" });
  const engine = new Set(Object.keys(inputs).filter((input) => dirname(input) === "build" || basename(input) === "wasm-source.ts"));
  for (let size = 0; size < engine.size; ) {
    size = engine.size;
    for (const [input, { imports }] of Object.entries(inputs)) if (imports.some(({ path }) => engine.has(path))) engine.add(input);
  }
  return new Set([...engine].map((input) => at(...input.split("/"))));
}

/** Gives each entry its own copy of the modules that reach the wasm, and the source of its wasm. A suffix of the path distinguishes the copies. */
function ownEngine(engine, owners) {
  const entryOf = (suffix) => owners.find(({ name }) => suffix === `?${name}`);
  const setup = (build) => {
    build.onResolve({ filter: /^entry:/ }, ({ path }) => {
      const name = path.slice("entry:".length);
      return { path: entryOf(`?${name}`).source, suffix: `?${name}`, pluginData: `?${name}` };
    });
    build.onLoad({ filter: /\.ts$|\.js$/ }, ({ path, suffix }) => ({
      contents: readFileSync(path, "utf8"),
      loader: path.endsWith(".ts") ? "ts" : "js",
      pluginData: suffix,
    }));
    build.onResolve({ filter: /^\.\.?\/.*\.[jt]s$/ }, ({ path, resolveDir, pluginData: suffix }) => {
      if (basename(path) === textName) return { path: `./${basename(esm(text))}`, external: true, sideEffects: false };
      const source = join(resolveDir, path);
      const typescript = source.replace(/\.js$/, ".ts");
      const file = existsSync(typescript) ? typescript : source;
      const entry = entryOf(suffix);
      if (basename(file) === "wasm-source.ts" && entry?.wasmSource !== undefined) return { path: entry.wasmSource, suffix };
      return engine.has(file) || file.startsWith(from("entries")) ? { path: file, suffix } : { path: file };
    });
  };
  return { name: "own-engine", setup };
}

/** Bundles an entry into one file with everything that it needs. */
async function bundleAlone(entry, format, file, firstLine = "") {
  const plugins = [
    ...(entry === common ? [] : [shareCommon(file)]),
    ...(entry.uses === undefined ? [] : [importUsed(entry)]),
    ...(entry.isAlone ? [importFrom(`./${basename(file(common))}`)] : entry.peer === null ? [] : [importFrom(INDEX)]),
    ...(entry.wasmSource === undefined ? [] : [bringWasm(entry.wasmSource)]),
    ...(entry === estimate ? [besideData(/\/core\.text\.js$/, basename(esm(estimateText)))] : []),
    ...(entry.wasm === undefined ? [] : [bringCore(entry.wasm)]),
  ];
  const external = [...(entry.peer === null ? [] : [entry.peer]), ...outside];
  const { inputs } = await bundle({ entryPoints: [entry.source], outfile: file(entry), format, external, plugins });
  const twice = Object.keys(inputs).find(
    (input) => entry.peer !== null && entry.wasm === undefined && /(^|\/)(input\/errors\.ts|build\/[^/]+)$/.test(input),
  );
  if (twice !== undefined) {
    throw new StepError(`${basename(file(entry))} holds ${twice}, which is in ${basename(file(index))} already`, {
      advice: "import it from ../index.js",
    });
  }
  await minify(file(entry));
  if (firstLine !== "") writeFileSync(file(entry), `${firstLine}\n${readFileSync(file(entry), "utf8")}`);
}

/** Bundles the server with its library. */
async function bundleServer() {
  const node = { platform: "node", target: "node20", minify: true, inject: [], external: outside, plugins: [withoutValidator] };
  await bundle({ entryPoints: [mcp.source], outfile: esm(mcp), format: "esm", ...node });
}

/**
 * Leaves out the validator of JSON Schemas that the library brings. It is larger than the rest of the library, and checks only what a person
 * answers to a form: the server sends none.
 */
const withoutValidator = {
  name: "without-validator",
  setup: (build) => {
    const contents = 'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}';
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace: "without-validator" }));
    build.onLoad({ filter: /./, namespace: "without-validator" }, () => ({ contents, resolveDir: root }));
  },
};

/** Makes a file a program. */
const SHEBANG = "#!/usr/bin/env node";

/** The npm packages whose code is in the package. */
const bundled = new Set();

/** Runs esbuild. @returns {Promise<import("esbuild").Metafile>} what it read and wrote */
async function bundle(more) {
  const esbuild = await import("esbuild");
  try {
    const { metafile } = await esbuild.build({ absWorkingDir: root, ...options, ...more });
    for (const { inputs } of Object.values(metafile.outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
        if (name !== undefined && bytesInOutput > 0) bundled.add(name);
      }
    return metafile;
  } catch (error) {
    if (!Array.isArray(error.errors)) throw error;
    const tail = (await esbuild.formatMessages(error.errors, { kind: "error" })).join("");
    throw new StepError("esbuild cannot bundle the package", { tail, advice: "fix pkg-template/src" });
  }
}

/** The import path of `index`, from the folder of an entry or from a folder below. */
const OF_INDEX = /^(\.\.\/)+index\.js$/;

/** Makes an adapter import `index` from the package, as its users do: the runtime picks the entry. For one without an engine, `path` is the common module. */
function importFrom(path) {
  return {
    name: "import-index",
    setup: (build) => build.onResolve({ filter: OF_INDEX }, () => ({ path, external: true, sideEffects: false })),
  };
}

/** The entry that is among `uses` and has this source; undefined for other files. */
const usedBy = ({ uses = [] }, file) =>
  subEntries.find(({ name, source }) => uses.includes(name) && source === file.replace(/\.js$/, ".ts"));

/** The name by which programs import an entry. */
const specifierOf = (entry) => `${INDEX}${pathOf(entry).slice(1)}`;

/** Makes an entry import others from the package, so that they exist once. */
function importUsed(entry) {
  const setup = (build) =>
    build.onResolve({ filter: /\.js$/ }, ({ path, resolveDir }) => {
      const used = usedBy(entry, join(resolveDir, path));
      return used && { path: specifierOf(used), external: true, sideEffects: true };
    });
  return { name: "import-used", setup };
}

/** @param {(entry: { name: string }) => string} file the module or the CommonJS file of an entry */
function shareCommon(file) {
  const setup = (build) => {
    build.onResolve({ filter: /\/(registry|read-error|errors)\.js$/ }, ({ path, resolveDir }) =>
      COMMON.includes(join(resolveDir, path)) ? { path: `./${basename(file(common))}`, external: true, sideEffects: false } : undefined,
    );
  };
  return { name: "share-common", setup };
}

/** Replaces the file that is the source of the wasm. */
function bringWasm(path) {
  return { name: "bring-wasm", setup: (build) => build.onResolve({ filter: /\/wasm-source\.[jt]s$/ }, () => ({ path })) };
}

/** Replaces the engine by another wasm: its glue, and the file of its compiled module. */
function bringCore(name) {
  const setup = (build) => {
    build.onResolve({ filter: /\/build\/glue\.js$/ }, () => ({ path: join(buildFolder, `${name}.js`) }));
    build.onResolve({ filter: /^\.\/core\.wasm/ }, ({ path }) => ({ path: path.replace("core", name), external: true }));
  };
  return { name: "bring-core", setup };
}

/** Leaves data in a file of its own, which a module imports, and a CommonJS file requires: see `late-data.mjs`. */
function besideData(filter, file) {
  return {
    name: "beside-data",
    setup: (build) => build.onResolve({ filter }, () => ({ path: `./${file}`, external: true, sideEffects: false })),
  };
}

/** The maximum length of a line, in characters: a console quotes the whole line of an uncaught error. */
const LINE_LIMIT = 160;

/**
 * Shortens names and syntax. Classes keep their names, for consoles and stack traces. Statements and declarations are not joined, so that
 * bundlers drop each unused one alone. Annotations of calls without side effects stay. The output is ASCII, because V8 otherwise stores two
 * bytes a character.
 */
const TERSE = {
  ecma: 2020,
  compress: { sequences: false, join_vars: false },
  mangle: { toplevel: true },
  keep_classnames: true,
  format: { ascii_only: true, preserve_annotations: true },
};

/** Minifies esbuild's output. */
async function minify(file) {
  const { minify: terse } = await import("terser");
  const isModule = file.endsWith(".mjs");
  const text = withOwnNames(readFileSync(file, "utf8"));
  const { code } = await terse(isModule ? text : requiringLate(text), {
    ...TERSE,
    module: isModule,
    format: { ...TERSE.format, max_line_len: LINE_LIMIT },
  });
  writeFileSync(file, `${code}\n`);
}

/**
 * Restores the names of classes, which consoles and stack traces show. esbuild renames a class that refers to itself to `_Name`. A class
 * that does not gets no name but its variable's.
 */
function withOwnNames(text) {
  const names = [...text.matchAll(/\b(\w+) = class _\1\b/g)].map(([, name]) => name);
  const named = text.replaceAll(/^(var|let|const) (\w+) = class(?= extends | \{)/gm, "$1 $2 = class $2");
  return names.reduce((renamed, name) => renamed.replaceAll(new RegExp(`(?<![\\w$"'\`])_${name}\\b`, "g"), name), named);
}

/**
 * The types that `slim` declares itself: a conversation has the engine of its entry, and `resume` refuses one of another engine. All other
 * types of `slim` are those of `index`.
 */
const OF_ENGINE = ["ConversationManager"];

/** Writes the declarations of an entry, one file for `import` and one for `require`. They import only the peer and the types of `index`. */
async function bundleTypes(entry) {
  const [{ rollup }, { dts }] = [await import("rollup"), await import("rollup-plugin-dts")];
  const isPeer = (name) => entry.peer !== null && (name === entry.peer || name.startsWith(`${entry.peer}/`));
  const outside = (name) => isPeer(name) || name === INDEX;
  let bundle;
  const uses = subEntries.filter(({ name }) => entry.uses?.includes(name));
  const code = async (indexFile) => {
    const paths = Object.fromEntries(uses.map((used) => [specifierOf(used), indexFile.replace("index", used.name)]));
    const { output } = await bundle.generate({ format: "es", paths: { [INDEX]: indexFile, ...paths } });
    return output[0].code.replace(AUGMENTED, `declare module "${indexFile}"`);
  };
  let texts;
  try {
    bundle = await rollup({
      input: entry.source,
      external: outside,
      plugins: [
        {
          name: "import-index",
          resolveId: (source) => (entry.peer !== null && OF_INDEX.test(source) ? { id: INDEX, external: true } : null),
        },
        {
          name: "import-used",
          resolveId: (source, importer) => {
            const used = importer === undefined ? undefined : usedBy(entry, join(dirname(importer), source));
            return used === undefined ? null : { id: specifierOf(used), external: true };
          },
        },
        dts({ tsconfig: tsconfigOf(entry) }),
      ],
      onwarn: (warning) => {
        if (!AUGMENTED.test(warning.message)) throw warning;
      },
    });
    texts = [
      [types, "./index.js", await code("./index.js")],
      [cjsTypes, "./index.cjs", await code("./index.cjs")],
    ];
    await bundle.close();
  } catch (error) {
    throw new StepError("the types of the package cannot be bundled", { tail: error.message, advice: "fix pkg-template/src" });
  }
  for (const [file, indexFile, text] of texts) {
    const imported = [...text.matchAll(/^(?:import|export)\b.*\bfrom\s+["'](.+)["']|\bimport\(["'](.+)["']\)/gm)].map(
      ([, from, inline]) => from ?? inline,
    );
    const foreign = imported.find(
      (name) =>
        !isPeer(name) && !(entry.peer !== null && name.startsWith("./index.")) && !uses.some((used) => name.startsWith(`./${used.name}.`)),
    );
    if (foreign !== undefined) {
      const advice = "a type that comes from outside would have to be installed by every user: write it in pkg-template/src";
      throw new StepError(`the bundled types import ${foreign}`, { advice });
    }
    // Declares `Symbol.dispose` for programs with an older `lib`. The bundler drops this line from the sources.
    // Loaded late, as the bundlers are: this file is read before the npm packages are installed.
    const { withoutShared } = await import("./shared-declarations.mjs");
    const own = entry === slim ? withoutShared(text, { text: readFileSync(file(index), "utf8"), path: indexFile, own: OF_ENGINE }) : text;
    writeFileSync(file(entry), `/// <reference lib="esnext.disposable" />\n${readableByBoth(own, entry.peer)}`);
  }
}

/** The bundler's name for the types of `index`. */
const INDEX = "backscroll";

/** A declaration that augments the types of `index`. The bundler keeps the line as it is, with a warning. */
const AUGMENTED = /declare module "(\.\.\/)+index\.js"/;

function tsconfigOf({ source }) {
  const own = join(dirname(source), "tsconfig.json");
  return existsSync(own) ? own : join(template, "tsconfig.json");
}

/**
 * Marks imports of a peer's types as imports from a module. A peer that is only a module cannot be required, but CommonJS may import its
 * types in this way.
 */
function readableByBoth(text, peer) {
  if (peer === null) return text;
  return text.replaceAll(/^import (\{.*\}) from (['"])(.+)\2;$/gm, (line, names, _quote, from) =>
    from === peer || from.startsWith(`${peer}/`) ? `import type ${names} from "${from}" with { "resolution-mode": "import" };` : line,
  );
}

function printSizes() {
  const bytes = Buffer.concat([index, engineOf(index), shared, common, text].map((file) => readFileSync(esm(file))));
  const [wasm, whole, brotli, light, adapter] = [
    readFileSync(wasmFile),
    bytes,
    brotliCompressSync(bytes),
    ...[shared, strands].map((file) => readFileSync(esm(file))),
  ].map(({ length }) => size(length));
  console.log(
    `  wasm ${wasm}, index.mjs with it ${whole}, ${brotli} after brotli; without an engine ${light}; strands.mjs beside it ${adapter}`,
  );
}
