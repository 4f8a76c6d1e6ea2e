// `npm test`: sets up and runs all stages. `npm test -- rust lint` runs only the named stages.
//
// A failed stage stops no other, so that one run shows all failures. The table at the end has the outcome of each stage.

import { stages } from "./lib/stages.mjs";
import { StepError, command, printFailure } from "./lib/run.mjs";
import { duration } from "./lib/step.mjs";

/** @typedef {{ name: string, outcome: "passed" | "FAILED" | "SKIPPED", time: number, note: string }} Result */

/** Returns the stages of these names, in the order of the list; all stages when none is named. */
function chosen(names) {
  const known = stages.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new StepError(`there is no stage \`${unknown[0]}\``, { advice: `name some of: ${known.join(" ")}` });
  return names.length === 0 ? stages : stages.filter(({ name }) => names.includes(name));
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

await command(async () => {
  const results = [];
  for (const stage of chosen(process.argv.slice(2))) results.push(await outcomeOf(stage));
  printTable(results);
  if (results.some(({ outcome }) => outcome === "FAILED")) process.exitCode = 1;
});
