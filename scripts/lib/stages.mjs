// The stages of `npm test`, in the order in which they run. Each prints its output, and throws when it fails.

import { availableParallelism } from "node:os";
import { build } from "../build.mjs";
import { docs } from "../docs.mjs";
import { keep } from "../keep.mjs";
import { setup } from "../setup.mjs";
import { size } from "../size.mjs";
import { sizes } from "../sizes.mjs";
import { QUICK } from "../../tests/runtimes/list.mjs";
import { tryRuntimes } from "../../tests/runtimes/matrix.mjs";
import { aisdkPackages } from "./aisdk-packages.mjs";
import { chromium, firefox } from "./browsers.mjs";
import { installPackage, requireInstalled } from "./consumer.mjs";
import { databases, laterNode } from "./databases.mjs";
import { filesIn } from "./files.mjs";
import { oracleEnvironment } from "./oracle-venv.mjs";
import { at, environment } from "./paths.mjs";
import { run } from "./run.mjs";
import { types } from "./types.mjs";

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} what a description for people
 * @property {() => Promise<{ skipped: string } | void>} run `skipped` is the reason why the stage could not run; undefined when it ran and passed
 */

/** @type {Stage[]} */
export const stages = [
  { name: "setup", what: "tools and npm packages", run: () => setup({ lints: true }) },
  { name: "fmt", what: "layout of the Rust code", run: fmt },
  { name: "lint", what: "clippy, on the host and for wasm", run: lint },
  { name: "rust", what: "Rust tests", run: () => cargo(["test", "--no-fail-fast"]) },
  { name: "rustdoc", what: "Rust documentation", run: rustdoc },
  { name: "build", what: "the package", run: build },
  { name: "pack", what: "the package, packed, checked and installed", run: installPackage },
  { name: "size", what: "the size of each module", run: size },
  { name: "sizes", what: "the sizes of requests, beside the counts of their providers", run: sizes },
  { name: "keep", what: "what the default reduction keeps of planted cases", run: () => keep() },
  { name: "types", what: "TypeScript: the package, and programs that use it", run: types },
  { name: "site", what: "documentation site", run: docs },
  { name: "node", what: "tests in Node, ESM and CJS", run: node },
  { name: "stores", what: "stores of conversations, on their databases", run: stores },
  { name: "oracles", what: "third-party checks of requests", run: oracles },
  { name: "browser", what: "the page in Chromium and Firefox, and hazards of WebAssembly", run: browser },
  { name: "runtimes", what: "the package in the runtimes that install quickly", run: () => tryRuntimes(QUICK) },
];

async function cargo(args, env = {}) {
  await run("cargo", args, { show: true, env: { ...environment(), ...env } });
}

async function fmt() {
  const advice = "run `cargo fmt`, and `rustfmt pkg-template/src/wasm/unpack.rs`";
  await run("cargo", ["fmt", "--check"], { show: true, advice });
  await run("rustfmt", ["--check", "--edition=2024", "pkg-template/src/wasm/unpack.rs"], { show: true, advice });
}

async function lint() {
  await cargo(["clippy", "--all-targets", "--", "-D", "warnings"]);
  await cargo(["clippy", "--lib", "--target", "wasm32-unknown-unknown", "--", "-D", "warnings"]);
}

async function rustdoc() {
  await cargo(["doc", "--no-deps"], { RUSTDOCFLAGS: "-D warnings" });
}

async function node() {
  requireInstalled();
  await nodeTests(filesIn("tests/js", [".test.mjs", ".test.cjs"], { recursive: true }), { atOnce: availableParallelism() });
}

/** `node:sqlite` is tested in a Node that has it. */
async function stores() {
  await databases();
  const path = await chromium();
  requireInstalled();
  const files = filesIn("tests/stores", [".test.mjs"]);
  await nodeTests(files, { atOnce: 1, env: { CHROME_BIN: path } });
  const node = laterNode();
  const later = [...files, at("tests", "js", "store", "sqlite-service.test.mjs")];
  if (node !== null) await nodeTests(later, { atOnce: 1, node, flags: ["--test-name-pattern=node:sqlite|in SQLite"] });
}

async function oracles() {
  const files = filesIn("tests/oracles", [".test.mjs"]);
  const absence = (await oracleEnvironment()) ?? (await aisdkPackages());
  if (absence !== null) return { skipped: absence };
  requireInstalled();
  await nodeTests(files, { atOnce: availableParallelism() });
}

async function browser() {
  const files = filesIn("tests/browser", [".test.mjs"]);
  const env = { CHROME_BIN: await chromium(), FIREFOX_BIN: await firefox() };
  requireInstalled();
  await nodeTests(files, { atOnce: 1, env });
}

/**
 * The time after which a test counts as hanging. Node counts a file as a test, too. The slowest file breaks recorded histories and runs six
 * oracles.
 */
const TEST_TIMEOUT_MS = 30 * 60_000;

/**
 * The options of Node's test runner are explicit, because Node 20 expands no patterns, reports for machines when there is no terminal, and
 * leaves one core idle, which is half of a small machine. A browser has threads of its own, so there one file runs `atOnce`.
 */
async function nodeTests(files, { atOnce, env = {}, node = process.execPath, flags = [] }) {
  const usual = ["--expose-gc", "--test", "--test-reporter=spec", `--test-concurrency=${atOnce}`, `--test-timeout=${TEST_TIMEOUT_MS}`];
  await run(node, [...usual, ...flags, ...files], { show: true, env: { ...environment(), ...env } });
}
