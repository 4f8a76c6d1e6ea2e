// The start-up time in a fresh process: the import, the first use, which compiles the wasm, and the first body.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { machine } from "./lib/machine.mjs";
import { median } from "./lib/statistics.mjs";
import { table, time } from "./lib/table.mjs";

const STARTS = 15;
const SPECIFIERS = ["backscroll", "node:stream"];

/** Returns the milliseconds of a fresh process from the import to the first body. */
function start(specifier) {
  const child = spawnSync(process.execPath, [fileURLToPath(new URL("lib/first-body.mjs", import.meta.url)), specifier], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

console.log(`Start in a fresh process, ${machine()}\n`);

const starts = Object.fromEntries(SPECIFIERS.map((specifier) => [specifier, []]));
for (let round = 0; round < STARTS; round += 1) for (const specifier of SPECIFIERS) starts[specifier].push(start(specifier));
const rows = Object.entries(starts).map(([name, all]) => [name, ...["total", "loaded", "written"].map((key) => time(1e6 * median(all.map((one) => one[key]))))]);
console.log(table(["fresh process", "import to first body", "import", "first body"], rows));
console.log("\nA module of Node, for scale, writes its body with JSON.stringify.");
