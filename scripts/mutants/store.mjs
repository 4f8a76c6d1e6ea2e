// Mutants of pkg-template/src/store. Stryker's instrumenter writes all of them into the sources as branches. Its version 9 is the newest for
// Node 20.

import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { filesIn } from "../lib/files.mjs";
import { at, environment, root } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { shuffled } from "./sample.mjs";
import { copyTree, linkTools } from "./tree.mjs";

/** The copy of the repository with the package. */
export const storeTree = at("target", "mutants", "store");
const SOURCES = "pkg-template/src/store";
/** The tests. Those of IndexedDB and of Durable Objects need a browser and take long. */
export const storeTests = () => [
  ...filesIn("tests/js/store", [".test.mjs"]),
  ...["suspend/leased-ledger", "suspend/disk-ledger", "ai-sdk/chat", "conversation/overlap"].map((name) => `tests/js/${name}.test.mjs`),
  "tests/simulation/run.mjs --histories 600",
  "--test-name-pattern=^(memory|file|better-sqlite3|postgres|redis|d1) tests/stores/contract.test.mjs",
];

/** The minifier joins both sides of such a branch into the one that throws. */
const UNBUILDABLE = ["OptionalChaining"];

/** Says nothing but warnings. */
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: console.warn,
  error: console.error,
};

/** A text of the source or of a change, in one short line. */
const short = (text) => text.replaceAll(/\s+/g, " ").slice(0, 60);

/** The text between two places, whose lines and columns count from 0. */
function textAt(source, { start, end }) {
  const lines = source.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join("\n");
}

async function instrumented() {
  const names = readdirSync(at(SOURCES)).map((name) => `${SOURCES}/${name}`);
  const files = names.map((name) => ({ name, content: readFileSync(at(name), "utf8"), mutate: true }));
  return new Instrumenter(logger).instrument(files, { plugins: null, ignorers: [], excludedMutations: UNBUILDABLE });
}

/** Returns a seeded sample of the mutants. */
export async function storeSample(_, { count, seed }) {
  const { mutants } = await instrumented();
  const written = mutants.filter(({ status }) => status !== "Ignored");
  const sources = new Map(written.map(({ fileName }) => [fileName, readFileSync(at(fileName), "utf8")]));
  const all = written.map(({ id, fileName, location, mutatorName, replacement }) => {
    const { line, column } = location.start;
    const before = short(textAt(sources.get(fileName), location));
    const name = `${fileName}:${line + 1}:${column + 1}: ${mutatorName}: ${before} becomes ${short(replacement)}`;
    return { number: Number(id), file: fileName, name };
  });
  return { all: all.length, sample: shuffled(all, seed).slice(0, count) };
}

/** Builds and installs the package with all mutants. */
export async function buildStore() {
  await copyTree(storeTree);
  // The parts that no mutant changes are built once, here.
  await run(process.execPath, ["scripts/build.mjs"], { cwd: root, env: environment() });
  for (const folder of ["build", "pkg"]) cpSync(at(folder), join(storeTree, folder), { recursive: true, preserveTimestamps: true });
  for (const { name, content } of (await instrumented()).files) writeFileSync(join(storeTree, name), `// @ts-nocheck\n${content}`);
  linkTools(storeTree);
  for (const args of [["scripts/build.mjs"], ["scripts/test.mjs", "pack"]])
    await run(process.execPath, args, { cwd: storeTree, env: environment() });
}
