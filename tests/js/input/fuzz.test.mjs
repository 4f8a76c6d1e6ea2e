// Changed streams, changed bodies, and sequences of calls, by seed. Nothing traps or throws anything but an error with a code, equal inputs
// give equal outputs, and whatever is written is sound.
//
// `npm run fuzz -- js --minutes 5` goes on with further seeds, and prints each that fails. `RUNS=1 SEED=17 node --test
// tests/js/input/fuzz.test.mjs` runs one.

import { describe, test } from "node:test";
import { checkBody } from "../../support/fuzz/bodies.mjs";
import { checkCalls } from "../../support/fuzz/calls.mjs";
import { checkStream } from "../../support/fuzz/streams.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";

/** The checks, and seeds that found a fault. A fault that can be told in a few words is a row of the topic's own test, too. */
const CHECKS = {
  "a changed stream": { check: checkStream, found: [18, 35, 192, 744, 5898, 118398948] },
  "a changed body": { check: checkBody, found: [96, 125, 5243, 5929, 6590, 118399365, 118400167, 118402195] },
  "a sequence of calls": { check: checkCalls, found: [2, 8] },
};

const SEEDS = Array.from({ length: runs({ few: 60, all: 1_000 }) }, (_, at) => FIRST_SEED + at);
/** Failures after which a run ends. */
const MOST = 10;

describe("by seed", () => {
  for (const [name, { check, found }] of Object.entries(CHECKS)) {
    test(`${name} breaks nothing`, async () => {
      const failures = [];
      for (const seed of [...found, ...SEEDS]) {
        try {
          await check(seed);
        } catch (error) {
          failures.push(`SEED ${seed}: ${error.stack}`);
          if (failures.length === MOST) break;
        }
      }
      if (failures.length > 0) throw new Error(failures.join("\n\n"));
    });
  }
});
