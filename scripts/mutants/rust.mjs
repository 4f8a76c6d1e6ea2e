// Mutants of the Rust core. cargo-mutants lists them, one build holds all (schemata.mjs), and the tests of Rust run with each.

import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Language, Parser } from "web-tree-sitter";
import { at, environment, toolsFolder } from "../lib/paths.mjs";
import { StepError, run } from "../lib/run.mjs";
import { step } from "../lib/step.mjs";
import { CARGO_MUTANTS_VERSION, findTool } from "../lib/tools.mjs";
import { shuffled } from "./sample.mjs";
import { RUNTIME, writeMutants } from "./schemata.mjs";
import { copyTree } from "./tree.mjs";

const work = at("target", "mutants");
const tree = join(work, "tree");
/** The tests, those first that notice most in the least time. The others check the sources or the vocabularies. */
const TESTS = ["sanitize_rules", "rules", "formats", "cuts", "corpus", "lib", "history", "bytes", "warm_bodies", "invariants"];
/** A run that takes longer than this many times the run without a mutant has noticed it, too. */
const MOST_TIMES = 5;
const LEAST_MS = 5_000;
/** The time that tests may take with a mutant, which take `ms` without one. */
export const limitOf = (ms) => Math.max(LEAST_MS, ms * MOST_TIMES);

/** Returns a seeded sample of the mutants in the folder src/`folder`. */
export async function sampleOf(folder, { count, seed }) {
  const tool = await installMutants();
  const args = ["mutants", "--list", "--json", "-f", `src/${folder}/**`];
  const json = await run(tool, args, { env: environment() });
  const all = JSON.parse(json.slice(json.indexOf("[")));
  return { all: all.length, sample: shuffled(all, seed).slice(0, count) };
}

async function installMutants() {
  const found = await findTool("cargo-mutants", CARGO_MUTANTS_VERSION, ["mutants", "--version"]);
  if (found !== null) return found;
  const args = ["install", "--locked", "--debug", "cargo-mutants", "--version", CARGO_MUTANTS_VERSION, "--root", toolsFolder];
  const env = { ...environment(), CARGO_TARGET_DIR: join(work, "install") };
  await step(`cargo-mutants ${CARGO_MUTANTS_VERSION} (cargo install, into .tools)`, "3 min", () => run("cargo", args, { env }));
  rmSync(join(work, "install"), { recursive: true, force: true });
  return join(toolsFolder, "bin", "cargo-mutants");
}

/** Returns a parser of Rust. */
export async function rustParser() {
  await Parser.init();
  const parser = new Parser();
  const { resolve } = createRequire(import.meta.url);
  parser.setLanguage(await Language.load(join(dirname(resolve("tree-sitter-rust/package.json")), "tree-sitter-rust.wasm")));
  return parser;
}

/**
 * Builds the tests with the mutants in them.
 *
 * @param {import("./schemata.mjs").Mutant[]} mutants
 * @returns {Promise<{ tests: { name: string, path: string }[], built: Set<number> }>}
 */
export async function buildMutants(mutants) {
  const parser = await rustParser();
  await copyTree(tree);
  appendFileSync(join(tree, "src", "lib.rs"), RUNTIME);
  const files = new Set(mutants.map((mutant) => mutant.file));
  let left = mutants;
  for (let round = 1; ; round += 1) {
    const { kept, branches } = writeInto(tree, files, left, parser);
    left = kept;
    const messages = await compile(["test", "--no-run"]);
    const errors = messages.filter(({ reason, message }) => reason === "compiler-message" && message.level === "error");
    if (errors.length === 0) return { tests: testsOf(messages), built: new Set(left.map(({ number }) => number)) };
    const wrong = new Set(errors.flatMap(({ message }) => numbersAt(message, branches)));
    console.log(`  round ${round}: ${wrong.size} mutants do not compile`);
    if (wrong.size === 0)
      throw new StepError("the mutants do not compile", { tail: errors.map(({ message }) => message.rendered).join("\n") });
    left = left.filter(({ number }) => !wrong.has(number));
  }
}

/** Writes mutants into these files of a tree. Returns those that are written, and the branches of each file. */
export function writeInto(folder, files, mutants, parser) {
  const branches = new Map();
  const kept = [];
  for (const file of files) {
    const own = mutants.filter((mutant) => mutant.file === file);
    const written = writeMutants(readFileSync(at(file), "utf8"), own, parser);
    kept.push(...own.filter((mutant) => !written.unwritten.includes(mutant)));
    branches.set(file, written.branches);
    writeFileSync(join(folder, file), written.text);
  }
  return { kept, branches };
}

/** Returns the mutants in whose branches the compiler saw an error, or else those around or next before it. */
function numbersAt(message, branches) {
  const spans = [message, ...(message.children ?? [])].flatMap(({ spans }) => spans ?? []);
  for (const wanted of [spans.filter((span) => span.is_primary), spans]) {
    const found = wanted.flatMap(({ file_name, byte_start, byte_end }) =>
      (branches.get(file_name) ?? []).filter(({ from, to }) => byte_start < to && byte_end > from).map(({ number }) => number),
    );
    if (found.length > 0) return found;
  }
  const [place] = spans;
  const before = (branches.get(place?.file_name) ?? []).filter(({ to }) => to <= place.byte_start);
  return before.length === 0 ? [] : [before.at(-1).number];
}

/** Runs cargo in the tree, and returns its messages. Tests are optimised, because they run once for each mutant. */
function compile(args) {
  const env = {
    ...environment(),
    CARGO_TARGET_DIR: join(work, "build"),
    CARGO_PROFILE_DEV_OPT_LEVEL: "1",
    CARGO_PROFILE_DEV_DEBUG: "0",
    RUSTFLAGS: "--cap-lints=allow",
  };
  return new Promise((resolve, reject) => {
    const names = TESTS.flatMap((name) => (name === "lib" ? ["--lib"] : ["--test", name]));
    const child = spawn("cargo", [...args, ...names, "--message-format=json"], { cwd: tree, env, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", () =>
      resolve(
        output
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => JSON.parse(line)),
      ),
    );
  });
}

const testsOf = (messages) =>
  TESTS.map((name) => {
    const made = messages.find(
      ({ executable, target }) =>
        executable && (name === "lib" ? target.kind.includes("rlib") : target.name === name && target.kind.includes("test")),
    );
    if (made === undefined) throw new StepError(`cargo built no test ${name}`);
    return { name, path: made.executable };
  });

/**
 * Runs the tests with a mutant until one fails.
 *
 * @param {{ name: string, path: string, most?: number }[]} tests
 * @param {number} number
 * @returns {Promise<{ end: "killed" | "timed out" | "survived", by: string }>}
 */
export async function runMutant(tests, number) {
  for (const { name, path, most } of tests) {
    const end = await runTest(path, number, most);
    if (end !== "passed") return { end, by: name };
  }
  return { end: "survived", by: "" };
}

function runTest(path, number, most) {
  const variables = { MUTANT: String(number), PROPTEST_CASES: "32", PROPTEST_FAILURE_PERSISTENCE: "off", RUST_BACKTRACE: "0" };
  return endOf(path, ["-q", "--test-threads", "1"], { cwd: tree, variables, most });
}

/** Does the work on all items, `jobs` at once. */
export async function inParallel(jobs, items, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

/** Runs a test, which fails, passes, or takes more than `most` milliseconds. */
export function endOf(path, args, { cwd, variables, most }) {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { cwd, env: { ...environment(), ...variables }, stdio: "ignore" });
    const timer = most === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), most);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve(code === 0 ? "passed" : signal === "SIGKILL" ? "timed out" : "killed");
    });
  });
}

/** Runs the tests without a mutant, and returns them with the time that each may take. */
export async function timed(tests) {
  const all = [];
  for (const test of tests) {
    const begun = performance.now();
    if ((await runTest(test.path, 0)) !== "passed") throw new StepError(`the tests ${test.name} fail without a mutant`);
    const ms = performance.now() - begun;
    console.log(`  ${test.name} ${Math.round(ms)} ms`);
    all.push({ ...test, most: limitOf(ms) });
  }
  return all;
}
