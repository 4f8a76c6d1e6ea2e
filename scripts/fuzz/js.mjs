// Runs the fuzzer in JavaScript, seed by seed, until the time is over.

import { at, environment } from "../lib/paths.mjs";
import { requireInstalled } from "../lib/consumer.mjs";
import { StepError, run } from "../lib/run.mjs";

const FILE = "tests/js/input/fuzz.test.mjs";
/** The seeds of one process. */
const SEEDS = 500;

/**
 * @param {{ minutes: number, seed: number }} options
 * @returns {Promise<string[]>} the runs that failed
 */
export async function fuzzCalls({ minutes, seed }) {
  requireInstalled();
  const end = performance.now() + minutes * 60_000;
  const found = [];
  let next = seed;
  for (; performance.now() < end; next += SEEDS) {
    const env = { ...environment(), RUNS: String(SEEDS), SEED: String(next) };
    try {
      await run(process.execPath, ["--expose-gc", "--test", "--test-reporter=spec", at(...FILE.split("/"))], { env });
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      console.log(error.tail);
      found.push(`RUNS=${SEEDS} SEED=${next} node --expose-gc --test ${FILE}`);
    }
  }
  console.log(`js: seeds ${seed} to ${next - 1}`);
  return found;
}
