// The stages of `npm test` and of `npm run test:slow`, in the order in which they run. Each prints its output, and throws when it fails.

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { build } from "../build.mjs";
import { docs } from "../docs.mjs";
import { keep } from "../keep.mjs";
import { setup } from "../setup.mjs";
import { size } from "../size.mjs";
import { sizes } from "../sizes.mjs";
import { QUICK as QUICK_RUNTIMES } from "../../tests/runtimes/list.mjs";
import { tryRuntimes } from "../../tests/runtimes/matrix.mjs";
import { aisdkPackages } from "./aisdk-packages.mjs";
import { audit } from "./audit.mjs";
import { chromium, firefox } from "./browsers.mjs";
import { installPackage, requireInstalled } from "./consumer.mjs";
import { databases, laterNode } from "./databases.mjs";
import { filesIn } from "./files.mjs";
import { nodeTests } from "./node-tests.mjs";
import { oracleEnvironment } from "./oracle-venv.mjs";
import { at, environment } from "./paths.mjs";
import { StepError, run } from "./run.mjs";
import { oldTypes, types } from "./types.mjs";

/**
 * The commands that run a stage. `npm test` is meant to take ten minutes at most on two idle cores, so that it is run before each commit. A stage
 * that makes it longer belongs to the other command. Continuous integration runs both.
 *
 * @typedef {"test" | "test:slow"} Command
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {readonly Command[]} by
 * @property {string} what a description for people
 * @property {() => Promise<{ skipped: string } | void>} run `skipped` is the reason why the stage could not run; undefined when it ran and passed
 */

const QUICK = /** @type {const} */ (["test"]);
const SLOW = /** @type {const} */ (["test:slow"]);
/** Stages that others need. They skip what is there already. */
const BOTH = /** @type {const} */ (["test", "test:slow"]);

/** Folders of tests that a stage of the slower command runs: the repository's own tools, bundlers and compilers, and agents of frameworks. */
const [TOOLS, BUNDLES, AGENTS] = ["tests/js/tools", "tests/js/bundles", "tests/js/agents"];

/** @type {Stage[]} */
export const stages = [
  { name: "setup", by: BOTH, what: "tools and npm packages", run: () => setup({ lints: true }) },
  { name: "fmt", by: QUICK, what: "layout of Rust, TypeScript and scripts", run: fmt },
  { name: "lint", by: QUICK, what: "clippy, on the host and for wasm, and Biome for TypeScript and scripts", run: lint },
  { name: "rust", by: QUICK, what: "Rust tests", run: () => cargo(["test", "--workspace", "--no-fail-fast"]) },
  { name: "rustdoc", by: QUICK, what: "Rust documentation", run: rustdoc },
  { name: "build", by: BOTH, what: "the package", run: build },
  { name: "pack", by: BOTH, what: "the package, packed, checked and installed", run: installPackage },
  { name: "size", by: QUICK, what: "the size of each module", run: size },
  { name: "sizes", by: QUICK, what: "the sizes of requests, beside the counts of their providers", run: sizes },
  { name: "keep", by: QUICK, what: "what the default reduction keeps of planted cases", run: () => keep() },
  { name: "types", by: QUICK, what: "TypeScript: the package, and programs that use it, with the newest compiler", run: types },
  { name: "types-old", by: SLOW, what: "the same programs with older compilers, and the types of older clients", run: oldTypes },
  { name: "site", by: QUICK, what: "the site", run: async () => void (await docs()) },
  { name: "node", by: QUICK, what: "tests in Node, ESM and CJS", run: node },
  { name: "tools", by: SLOW, what: "tests of the repository's own tools", run: () => folder(TOOLS) },
  { name: "random", by: SLOW, what: "random tests with all of their cases", run: allRuns },
  { name: "bundles", by: SLOW, what: "what bundlers and compilers make of the package", run: () => folder(BUNDLES) },
  { name: "agents", by: SLOW, what: "agents of frameworks, past their windows", run: () => folder(AGENTS) },
  { name: "older", by: SLOW, what: "older releases of clients and frameworks", run: older },
  { name: "stores", by: QUICK, what: "stores of conversations, on their databases", run: stores },
  {
    name: "chaos",
    by: SLOW,
    what: "processes that are killed while they write to databases",
    run: () => onDatabases([at("tests", "stores", CHAOS)]),
  },
  { name: "simulation", by: QUICK, what: "stores on simulated disks, networks and clocks", run: () => simulation(FEW) },
  { name: "histories", by: SLOW, what: "the same, with many more histories", run: () => simulation({ RUNS: "all" }) },
  { name: "audit", by: SLOW, what: "what is compiled in: licences, sources, versions, known weaknesses", run: audit },
  { name: "oracles", by: SLOW, what: "third-party checks of requests", run: oracles },
  { name: "browser", by: QUICK, what: "the page and the site in Chromium, and hazards of WebAssembly", run: () => browser("chromium") },
  { name: "firefox", by: SLOW, what: "the page in Firefox", run: () => browser("firefox") },
  { name: "runtimes", by: SLOW, what: "the package in the runtimes that install quickly", run: () => tryRuntimes(QUICK_RUNTIMES) },
];

async function cargo(args, env = {}) {
  await run("cargo", args, { show: true, env: { ...environment(), ...env } });
}

async function fmt() {
  const advice = "run `cargo fmt --all`, `rustfmt pkg-template/src/wasm/unpack.rs`, and `npx biome format --write`";
  await run("cargo", ["fmt", "--all", "--check"], { show: true, advice });
  await run("rustfmt", ["--check", "--edition=2024", "pkg-template/src/wasm/unpack.rs"], { show: true, advice });
  await biome("format", { advice });
}

/** Runs a command of Biome, which `npm install` brought, on all files that biome.jsonc names. */
async function biome(name, { advice }) {
  await run("npx", ["--no-install", "biome", name, "--error-on-warnings"], { show: true, advice });
}

async function lint() {
  await biome("lint", { advice: "correct what it names; biome.jsonc says why some rules are off" });
  await cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]);
  for (const features of [[], ["--no-default-features"], ["--no-default-features", "--features", "requests"]])
    await cargo(["clippy", "--lib", "--target", "wasm32-unknown-unknown", ...features, "--", "-D", "warnings"]);
}

async function rustdoc() {
  await cargo(["doc", "--workspace", "--no-deps"], { RUSTDOCFLAGS: "-D warnings" });
}

/** What the random tests and those of clients run in `npm test`. */
const FEW = { RELEASES: "newest", RUNS: "few" };

/** Returns the tests of the package. */
const ofPackage = () => testsIn("tests/js").filter((file) => !file.startsWith(`${TOOLS}/`));

async function node() {
  requireInstalled();
  const isSlow = (file) => [BUNDLES, AGENTS].some((folder) => file.startsWith(`${folder}/`));
  const files = ofPackage().filter((file) => !isSlow(file));
  await nodeTests(files, { atOnce: availableParallelism(), env: FEW });
}

/** Runs the tests in a folder. */
async function folder(path) {
  requireInstalled();
  await nodeTests(testsIn(path), { atOnce: availableParallelism(), env: FEW });
}

async function allRuns() {
  await withHelper("runs.mjs", { RELEASES: "newest", RUNS: "all" });
}

async function older() {
  await withHelper("releases.mjs", { RELEASES: "older", RUNS: "few" });
}

/** Runs the tests that import a helper, themselves or by another helper; the helper decides by the environment how much they test. */
async function withHelper(name, env) {
  requireInstalled();
  const text = (file) => readFileSync(at(file), "utf8");
  const helpers = (file) => [...text(file).matchAll(/^import .* from "(.*\/support\/.*)"/gm)].map(([, path]) => join(dirname(file), path));
  const files = ofPackage().filter((file) => [file, ...helpers(file)].some((each) => text(each).includes(`/${name}"`)));
  if (files.length === 0) throw new StepError(`no test imports ${name}`, { advice: `see tests/support/${name}` });
  await nodeTests(files, { atOnce: availableParallelism(), env });
}

/** Returns the tests in a folder and in its subfolders. */
function testsIn(folder) {
  return filesIn(folder, [".test.mjs", ".test.cjs"], { recursive: true });
}

/** The test of stores whose processes are killed. */
const CHAOS = "chaos.test.mjs";

/** `node:sqlite` is tested in a Node that has it. */
async function stores() {
  const files = filesIn("tests/stores", [".test.mjs"]).filter((file) => !file.endsWith(CHAOS));
  await onDatabases(files);
  const node = laterNode();
  const later = [...files, at("tests", "js", "store", "sqlite-service.test.mjs")];
  if (node !== null) await nodeTests(later, { atOnce: 1, node, flags: ["--test-name-pattern=node:sqlite|in SQLite"] });
}

async function onDatabases(files) {
  await databases();
  const path = await chromium();
  requireInstalled();
  await nodeTests(files, { atOnce: 1, env: { CHROME_BIN: path } });
}

async function simulation(env) {
  requireInstalled();
  await nodeTests(filesIn("tests/simulation", [".test.mjs"]), { atOnce: availableParallelism(), env });
}

async function oracles() {
  const files = filesIn("tests/oracles", [".test.mjs"]);
  const absence = (await oracleEnvironment()) ?? (await aisdkPackages());
  if (absence !== null) return { skipped: absence };
  requireInstalled();
  await nodeTests(files, { atOnce: availableParallelism() });
}

/** Tests in Chromium, and what a person does at the page in the named browser. */
async function browser(name) {
  const files = filesIn("tests/browser", [".test.mjs"]).filter(
    (file) => name === "chromium" || readFileSync(file, "utf8").includes("person.mjs"),
  );
  const env = { CHROME_BIN: await chromium(), BROWSER: name, ...(name === "firefox" && { FIREFOX_BIN: await firefox() }) };
  requireInstalled();
  await nodeTests(files, { atOnce: 1, env });
}
