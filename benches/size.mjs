// How large the package is, and how soon it is ready in a fresh process.

import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { machine } from "./lib/machine.mjs";
import { median } from "./lib/statistics.mjs";
import { kilobytes, table, time } from "./lib/table.mjs";

const STARTS = 15;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What a web page that uses the package would serve, minified. `withoutWasm`: its text left out, to see the code beside it. */
async function browserBundle({ withoutWasm = false } = {}) {
  const wasm = /(["'`])(?:(?!\1)[^\\\n]){20000,}\1/;
  const emptied = {
    name: "without-wasm",
    setup: ({ onLoad }) => onLoad({ filter: /index\.engine\.mjs$/ }, ({ path }) => ({ contents: readFileSync(path, "utf8").replace(wasm, '""') })),
  };
  const stdin = { contents: 'export * from "backscroll";', resolveDir: at(".") };
  const plugins = withoutWasm ? [emptied] : [];
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, write: false, format: "esm", platform: "browser", plugins });
  return outputFiles[0].contents;
}

/** Milliseconds that a fresh process takes from the import to the first body. */
function start(specifier) {
  const child = spawnSync(process.execPath, [at("lib/first-body.mjs"), specifier], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

console.log(`Size and cold start, ${machine()}\n`);

const pieces = {
  "wasm": readFileSync(at("../build/glue_bg.wasm")),
  "index.mjs with what it imports": Buffer.concat(["index.mjs", "index.engine.mjs", "shared.mjs"].map((name) => readFileSync(new URL(name, import.meta.resolve("backscroll"))))),
  "browser bundle, minified": await browserBundle(),
  "the same without the wasm": await browserBundle({ withoutWasm: true }),
};
const sizes = Object.entries(pieces).map(([name, bytes]) => [name, ...[brotliCompressSync(bytes), gzipSync(bytes), bytes].map(({ length }) => kilobytes(length))]);
console.log(table(["size", "brotli", "gzip", "raw"], sizes));

const starts = { backscroll: [], "node:stream (for scale)": [] };
for (let round = 0; round < STARTS; round += 1) {
  starts.backscroll.push(start("backscroll"));
  starts["node:stream (for scale)"].push(start("node:stream"));
}
const rows = Object.entries(starts).map(([name, all]) => [
  name,
  ...["total", "loaded", "written"].map((key) => time(1e6 * median(all.map((one) => one[key])))),
]);
console.log(`\n${table(["fresh process", "import to first body", "import", "first body"], rows)}`);
