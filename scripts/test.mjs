// `npm test` and `npm run test:slow`: set up, and run their stages. `npm test -- rust lint` runs only the named stages, of either command.
//
// A failed stage stops no other, so that one run shows all failures. The table at the end has the outcome of each stage.

import { parseArgs } from "node:util";
import { stages } from "./lib/stages.mjs";
import { slowestFiles } from "./lib/node-tests.mjs";
import { StepError, command, printFailure } from "./lib/run.mjs";
import { duration } from "./lib/step.mjs";

/** The number of test files whose times are printed. */
const SLOWEST = 10;

/** @typedef {{ name: string, outcome: "passed" | "FAILED" | "SKIPPED", time: number, note: string }} Result */

/** Returns the stages of these names, in the order of the list; all stages of the command when none is named. */
function chosen(names, by) {
  const known = stages.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new StepError(`there is no stage \`${unknown[0]}\``, { advice: `name some of: ${known.join(" ")}` });
  return stages.filter((stage) => (names.length === 0 ? stage.by.includes(by) : names.includes(stage.name)));
}

/** Runs a stage and returns its result. Prints a failure at once. */
async function outcomeOf({ name, what, run }) {
  console.log(`\n=== ${name}: ${what}`);
  const begun = performance.now();
  const result = (outcome, note) => ({ name, outcome, note, time: performance.now() - begun });
  try {
    const { skipped } = (await run()) ?? {};
    if (skipped === undefined) return result("passed", "");
    console.log(`SKIPPED: ${skipped}`);
    return result("SKIPPED", skipped);
  } catch (error) {
    printFailure(error);
    return result("FAILED", error.message.split("\n")[0]);
  }
}

/** @param {Result[]} results */
function printTable(results) {
  console.log("\n=== summary");
  for (const { name, outcome, time, note } of results) {
    console.log(`${name.padEnd(9)} ${outcome.padEnd(8)} ${duration(time).padStart(11)}  ${note}`.trimEnd());
  }
  const count = (wanted) => results.filter(({ outcome }) => outcome === wanted).length;
  const total = duration(results.reduce((sum, { time }) => sum + time, 0));
  console.log(`${count("passed")} passed, ${count("FAILED")} failed, ${count("SKIPPED")} skipped, in ${total}`);
}

/** Prints the files to look at when a run takes too long. */
function printSlowest() {
  const slowest = slowestFiles(SLOWEST);
  if (slowest.length === 0) return;
  console.log("\n=== slowest test files");
  for (const { file, time } of slowest) console.log(`${duration(time).padStart(11)}  ${file}`);
}

await command(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { slow: { type: "boolean", default: false } } });
  const results = [];
  for (const stage of chosen(positionals, values.slow ? "test:slow" : "test")) results.push(await outcomeOf(stage));
  printSlowest();
  printTable(results);
  if (results.some(({ outcome }) => outcome === "FAILED")) process.exitCode = 1;
});
