// `npm run mutants`: changes the sources in small ways, one at a time, and counts the changes that no test notices.
//
// A seeded sample of the mutants of each folder runs. history, sanitize and reduce are Rust: the tests in Rust run first, and those of the
// package run with the mutants that are left. store is TypeScript.
//
// --count 400    mutants of each folder; default 400
// --seed 1       chooses them; default 1
// --jobs 2       mutants at once; default 2
// --again        runs those of the last run that survived, or did not run, with the tests as they are now

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { buildPackage, packageTests, packageTree } from "./mutants/package.mjs";
import { buildMutants, inParallel, runMutant, sampleOf, timed } from "./mutants/rust.mjs";
import { buildStore, storeSample, storeTests, storeTree } from "./mutants/store.mjs";
import { reachOfTests, runTests } from "./mutants/tests.mjs";

const OPTIONS = {
  count: { type: "string", default: "400" },
  seed: { type: "string", default: "1" },
  jobs: { type: "string", default: "2" },
  again: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};
/** The mutants of the last run, and what became of each. */
const report = at("target", "mutants", "report.json");
/** Reasons, each with the mutants, or the files, that may survive for it. */
const known = at("tests", "mutants.json");
/** The folder of TypeScript; the others are Rust. */
const STORE = "store";
const FOLDERS = ["history", "sanitize", "reduce", STORE];
const HELP = `npm run mutants [-- [folder ...] [--count <number>] [--seed <number>] [--jobs <number>] [--again]]
The folders are ${FOLDERS.join(", ")}; by default all of them.`;

await command(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(HELP);
  const [count, seed, jobs] = [values.count, values.seed, values.jobs].map(Number);
  const unknown = positionals.find((name) => !FOLDERS.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no folder ${unknown}`, { advice: HELP });
  if (![count, seed, jobs].every(Number.isInteger)) throw new StepError("the options are no whole numbers", { advice: HELP });
  const folders = positionals.length === 0 ? FOLDERS : positionals;
  const mutants = values.again ? lastRun() : await samples(folders, { count, seed });
  const asked = mutants.filter(({ end, folder }) => folders.includes(folder) && [undefined, "waiting", "survived"].includes(end));
  for (const mutant of asked) mutant.end = "waiting";
  const run = (given, work) =>
    inParallel(jobs, given, async (mutant) => {
      Object.assign(mutant, await work(mutant.number));
      save(mutants);
    });
  /** Runs the tests in JavaScript with mutants of the package in the tree. */
  const runPackage = async (tree, names, given) => {
    const tests = await step("tests of the package without a mutant", "5 min", () => reachOfTests(tree, names, jobs));
    await step("tests of the package", null, () => run(given, (number) => runTests(tree, tests, number)));
  };

  const inRust = asked.filter(({ folder }) => folder !== STORE);
  if (inRust.length > 0) {
    const { tests, built } = await step("tests in Rust with the mutants in them", "5 min", () => buildMutants(inRust));
    const limited = await step("tests in Rust without a mutant", null, () => timed(tests));
    for (const mutant of inRust) if (!built.has(mutant.number)) mutant.end = "not built";
    const compiled = inRust.filter(({ end }) => end === "waiting");
    await step("tests in Rust", null, () => run(compiled, (number) => runMutant(limited, number)));
    print(inRust, "by the tests in Rust");
    const left = inRust.filter(({ end }) => end === "survived");
    if (left.length > 0) {
      await step("the package with those that are left", "5 min", () => buildPackage(left));
      await runPackage(packageTree, packageTests(), left);
    }
  }
  const inStore = asked.filter(({ folder }) => folder === STORE);
  if (inStore.length > 0) {
    await step("the package with the mutants of the store", "1 min", buildStore);
    await runPackage(storeTree, storeTests(), inStore);
  }
  const reasons = reasonsOf(JSON.parse(readFileSync(known, "utf8")));
  const survivors = asked.filter(({ end }) => end === "survived");
  const without = survivors.filter(({ name, file }) => !reasons.has(file) && !reasons.has(placeless(name)));
  for (const { name, by } of without) console.log(`survived: ${name}${by === "" ? "" : ` (${by})`}`);
  print(mutants, "in all");
  console.log(`${survivors.length - without.length} of ${survivors.length} survivors have a reason in tests/mutants.json.`);
});

async function samples(folders, { count, seed }) {
  const mutants = [];
  for (const folder of folders) {
    const { all, sample } = await (folder === STORE ? storeSample : sampleOf)(folder, { count, seed });
    console.log(`${folder}: ${sample.length} of ${all} mutants`);
    mutants.push(...sample.map((mutant) => ({ ...mutant, folder })));
  }
  // Stryker has its own numbers, from 0.
  mutants.forEach((mutant, index) => (mutant.number ??= index + 1));
  return mutants;
}

/** The name of a mutant without its line and column, which move. */
const placeless = (name) => name.replace(/:\d+:\d+:/, ":");

/** @param {Record<string, string[]>} reasons */
const reasonsOf = (reasons) => new Set(Object.values(reasons).flat());

function save(mutants) {
  mkdirSync(at("target", "mutants"), { recursive: true });
  writeFileSync(report, JSON.stringify(mutants, null, 1));
}

function lastRun() {
  if (existsSync(report)) return JSON.parse(readFileSync(report, "utf8"));
  throw new StepError("there was no run before this one", { advice: HELP });
}

function print(mutants, where) {
  for (const folder of new Set(mutants.map((mutant) => mutant.folder))) {
    const own = mutants.filter((mutant) => mutant.folder === folder);
    const count = (end) => own.filter((mutant) => mutant.end === end).length;
    const noticed = count("killed") + count("timed out");
    const ran = noticed + count("survived");
    const share = ((100 * noticed) / Math.max(1, ran)).toFixed(1);
    console.log(
      `${folder}, ${where}: ${noticed} of ${ran} noticed (${share} %), ${count("timed out")} by time; ${count("not built")} are not built`,
    );
  }
}
