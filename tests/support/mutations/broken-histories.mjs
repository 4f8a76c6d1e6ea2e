// Histories that are broken at random, by seed: the repaired body is accepted, and every repair is reported. Each target has a file of its
// own, so that several run at once.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brokenBodies } from "./broken.mjs";
import { ownBodies } from "../histories.mjs";
import { objection } from "../judges.mjs";
import { mended } from "./mended.mjs";
import { runs } from "../runs.mjs";

const CASES = runs({ few: 250, all: 1_000 });

/** @param {import("../judges.mjs").Target} target the target of the histories */
export function testBrokenHistories(target) {
  describe(`${target}: ${CASES} broken histories`, () => {
    const bases = ownBodies(target);
    const cases = brokenBodies(target, bases, CASES);

    test("the histories are valid before they are broken", () => {
      assert.ok(bases.length >= 20, String(bases.length));
      for (const body of bases) assert.equal(objection(target, body), null);
    });

    test("most broken histories are refused", () => {
      const refused = cases.filter(({ body }) => objection(target, body) !== null);
      assert.ok(refused.length > CASES / 2, `${refused.length} of ${CASES}`);
    });

    test("repaired histories are accepted, need no further repair, and every change is reported", () => {
      const problems = [];
      let [outcomes, unsendable] = [0, 0];
      for (const broken of cases) {
        for (const { target: to, code, problems: found } of mended(target, broken)) {
          outcomes += 1;
          if (code === "nothing-to-send") unsendable += 1;
          if (found.length > 0) problems.push(`seed ${broken.seed} (${broken.what}) for ${to}: ${found.slice(0, 3).join("; ")}`);
        }
      }
      assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
      assert.ok(unsendable <= outcomes / 50, `${unsendable} of ${outcomes} have nothing to send`);
    });
  });
}
