// The tests in JavaScript, which run with each mutant of a package, but only those whose code comes to it.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { at } from "../lib/paths.mjs";
import { endOf, inParallel, limitOf } from "./rust.mjs";

/** A test that takes longer is left out; a mutant runs with tests that take this long together. */
const MOST_MS_OF_TEST = 40_000;
const MOST_MS_OF_MUTANT = 60_000;
const HOOK = pathToFileURL(at("scripts", "mutants", "hook.mjs")).href;

/**
 * Runs tests without a mutant.
 *
 * @param {string} tree the copy of the repository with the package
 * @param {string[]} names files, which may have options behind them
 * @param {number} jobs
 * @returns {Promise<{ name: string, ms: number, most: number, reached: Set<number> }[]>} those that pass in time; first those that are quick,
 * and come to few mutants
 */
export async function reachOfTests(tree, names, jobs) {
  const tests = [];
  await inParallel(jobs, names, async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "backscroll-mutants-"));
    const begun = performance.now();
    const end = await runTest(tree, name, { REACHED: folder }, MOST_MS_OF_TEST);
    const ms = performance.now() - begun;
    const reached = new Set(readdirSync(folder).flatMap((list) => JSON.parse(readFileSync(join(folder, list), "utf8"))));
    rmSync(folder, { recursive: true });
    if (end === "passed") tests.push({ name, ms, most: limitOf(ms), reached });
    else console.log(`  left out: ${name} (${end})`);
  });
  const cost = ({ ms, reached }) => ms * (1 + reached.size);
  return tests.sort((one, other) => cost(one) - cost(other));
}

/**
 * Runs the tests that come to a mutant until one fails.
 *
 * @returns {Promise<{ end: "killed" | "timed out" | "survived", by: string }>} `by` also says if no test came to it, or if there was no
 * time for all
 */
export async function runTests(tree, tests, number) {
  let left = MOST_MS_OF_MUTANT;
  const own = tests.filter(({ reached }) => reached.has(number));
  for (const { name, ms, most } of own) {
    left -= ms;
    if (left < 0) return { end: "survived", by: "in time" };
    const end = await runTest(tree, name, { MUTANT: String(number) }, most);
    if (end !== "passed") return { end, by: name };
  }
  return { end: "survived", by: own.length === 0 ? "not reached" : "" };
}

function runTest(tree, name, variables, most) {
  const all = { RUNS: "few", NODE_OPTIONS: `--import ${HOOK}`, ...variables };
  return endOf(process.execPath, ["--expose-gc", ...name.split(" ")], { cwd: tree, variables: all, most });
}
