// `npm run compare`: prepares the package, checks the properties of 10,000 random transcripts, and compares backscroll with other
// libraries. It takes some minutes. `npm run compare -- replay` runs only the comparisons whose name contains the word;
// RUNS=1000 takes fewer transcripts.

import { at } from "./lib/paths.mjs";
import { StepError, command, run } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

const RUNS = process.env.RUNS ?? "10000";

/** The comparisons, in this order. */
const PARTS = {
  fit: ["--expose-gc", "--test", "--test-reporter=spec", at("tests", "js", "reduce", "fit-random.test.mjs")],
  trim: [at("benches", "compare", "trim.mjs")],
  replay: [at("benches", "compare", "replay.mjs")],
  bill: [at("benches", "compare", "bill.mjs")],
};

await command(async () => {
  const words = process.argv.slice(2);
  const names = Object.keys(PARTS).filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  if (names.length === 0) {
    const advice = `name some of: ${Object.keys(PARTS).join(" ")}`;
    throw new StepError("no part of the comparison has such a name", { advice });
  }
  await prepare();
  for (const name of names) {
    console.log(`\n=== ${name}`);
    await run(process.execPath, PARTS[name], { show: true, env: { ...process.env, RUNS } });
  }
});
