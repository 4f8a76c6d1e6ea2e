// Random transcripts of thirty rounds, in every loop in which a program may keep its messages, with every strategy and estimator, and with
// usage reports that are right, too high or absurd. A prepared request is within the limit when its body is counted anew.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ESTIMATORS, LOOPS, Transcript, counted, faultOf, settingsOf } from "../../support/reduce/loops.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";

const FEW = 30;
const RUNS = runs({ few: FEW, all: 120 });
const ROUNDS = 30;

let other;
const elsewhere = (message) =>
  new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the other process ended"));
    other.once("exit", gone);
    other.once("message", (reply) => {
      other.off("exit", gone);
      resolve(reply);
    });
    other.send(message);
  });

before(() => {
  other = fork(fileURLToPath(new URL("../../support/reduce/loop-process.mjs", import.meta.url)));
});
after(() => other.disconnect());

describe(`${RUNS} transcripts of ${ROUNDS} rounds: no request exceeds its limit in an independent count`, () => {
  for (const [name, loop] of Object.entries(LOOPS)) {
    test(name, async () => {
      const faults = [];
      let [fits, refused] = [0, 0];
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
        const settings = settingsOf(seed);
        const transcript = new Transcript(seed);
        const program = loop(settings, transcript, elsewhere);
        for (let round = 0; round < ROUNDS; round += 1) {
          if (round === 0 || transcript.chance.chance(0.9)) program.ask(transcript.question());
          const request = await program.request();
          const size = request && counted(settings.target, request.body, ESTIMATORS[settings.estimator]);
          const fault = request && faultOf(settings, request, size);
          if (fault) faults.push(`seed ${seed}, round ${round}, ${settings.target}, ${settings.strategy}, ${settings.estimator}: ${fault}`);
          if (request) fits += 1;
          else refused += 1;
          await program.answer(transcript.answer(size ?? 50));
        }
        program.end();
      }
      assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`);
      // Otherwise the limits test nothing.
      if (RUNS >= FEW) assert.ok(fits > refused && refused > 0, `${fits} fit, ${refused} do not`);
    });
  }
});
