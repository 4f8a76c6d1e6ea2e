// Mutants of the Rust core. cargo-mutants lists them, one build holds all (schemata.mjs), and the tests of Rust run with each.

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Language, Parser } from "web-tree-sitter";
import { at, environment, toolsFolder } from "../lib/paths.mjs";
import { StepError, run } from "../lib/run.mjs";
import { step } from "../lib/step.mjs";
import { CARGO_MUTANTS_VERSION, findTool } from "../lib/tools.mjs";
import { random } from "../../tests/support/random.mjs";
import { RUNTIME, writeMutants } from "./schemata.mjs";

const work = at("target", "mutants");
const tree = join(work, "tree");
/** The tests, those first that notice most in the least time. The others check the sources or the vocabularies. */
const TESTS = ["sanitize_rules", "rules", "formats", "cuts", "corpus", "lib", "history", "bytes", "warm_bodies", "invariants"];
/** A run that takes longer than this many times the run without a mutant has noticed it, too. */
const MOST_TIMES = 5;
const LEAST_MS = 5_000;

/** Returns a seeded sample of the mutants in the folder src/`folder`. */
export async function sampleOf(folder, { count, seed }) {
  const tool = await installMutants();
  const args = ["mutants", "--list", "--json", "-f", `src/${folder}/**`];
  const json = await run(tool, args, { env: environment() });
  const all = JSON.parse(json.slice(json.indexOf("[")));
  const { next } = random(seed);
  const order = all.map((mutant) => ({ mutant, key: next() })).sort((one, other) => one.key - other.key);
  return { all: all.length, sample: order.slice(0, count).map(({ mutant }) => mutant) };
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
  for (const name of ["src", "tests", "Cargo.toml", "Cargo.lock", "clippy.toml", "README.md", "corpus", "docs", "pkg-template"])
    cpSync(at(name), join(tree, name), { recursive: true, preserveTimestamps: true });
  const lib = join(tree, "src", "lib.rs");
  writeFileSync(lib, readFileSync(lib, "utf8") + RUNTIME);
  let left = mutants;
  for (let round = 1; ; round += 1) {
    const branches = new Map();
    const kept = [];
    for (const file of new Set(mutants.map((mutant) => mutant.file))) {
      const own = left.filter((mutant) => mutant.file === file);
      const written = writeMutants(readFileSync(at(file), "utf8"), own, parser);
      kept.push(...own.filter((mutant) => !written.unwritten.includes(mutant)));
      branches.set(file, written.branches);
      writeFileSync(join(tree, file), written.text);
    }
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
  return new Promise((resolve, reject) => {
    const env = { ...environment(), MUTANT: String(number), PROPTEST_FAILURE_PERSISTENCE: "off", RUST_BACKTRACE: "0" };
    const child = spawn(path, ["-q", "--test-threads", "1"], { cwd: tree, env, stdio: "ignore" });
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
    all.push({ ...test, most: Math.max(LEAST_MS, ms * MOST_TIMES) });
  }
  return all;
}
