// The cases of the rules through the public API: `sanitize` does what each case says, and the strict provider agrees.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize } from "backscroll";
import { TARGETS, judged } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";
import { ruleFiles } from "../../support/rule-files.mjs";

for (const target of TARGETS) {
  for (const { name, rule, demands = "accepted requests", cases } of ruleFiles(target)) {
    describe(`${target} ${rule}: ${demands}`, () => {
      test("the file is named as its rule, and its cases have different names", () => {
        assert.equal(name, `${rule}.json`);
        assert.equal(new Set(cases.map((one) => one.name)).size, cases.length);
        assert.ok(cases.some(({ repairs }) => repairs?.length === 0), "no case is left alone");
      });

      for (const one of cases) {
        test(one.name, () => {
          const { given, options, expected = given, error, repairs } = one;
          const before = JSON.stringify(given);
          if (error !== undefined) {
            refusal(() => sanitize(target, given, options), error);
            return assert.equal(JSON.stringify(given), before);
          }
          const outcome = sanitize(target, given, options);
          assert.deepEqual(outcome.body, expected);
          assert.deepEqual(outcome.repairs.map(({ code, rule }) => (rule === undefined ? { code } : { code, rule })), repairs);
          if (repairs.length === 0) assert.equal(JSON.stringify(outcome.body), before);
          assert.equal(JSON.stringify(given), before);
          assert.deepEqual(sanitize(target, outcome.body, options), { body: outcome.body, repairs: [] });
        });

        if (one.unjudged !== undefined) continue;
        test(`${one.name}: the strict provider agrees`, () => {
          const { given, provider, expected = given, error, repairs, refusedBy = rule } = one;
          const isSound = error === undefined && repairs.length === 0;
          assert.equal(judged(target, given, provider)?.rule ?? null, isSound ? null : refusedBy);
          if (error === undefined) assert.equal(judged(target, expected, provider), null);
        });
      }
    });
  }
}
