// `compareRequests` on pairs of requests with one planted cause each, made of the repository's own histories for all targets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRequests } from "backscroll/cache";
import { PLANTS, plantedPair } from "../../support/cache/planted.mjs";
import { TARGETS } from "../../support/judges.mjs";

const PAIRS = 200;
/** Pairs whose cause and place must be right. */
const LEAST = 195;

const pairs = Array.from({ length: PAIRS }, (_, seed) => ({ seed, ...plantedPair(seed) }));

test("the pairs have every cause, at every target", () => {
  assert.deepEqual([...new Set(pairs.map(({ cause }) => cause))].sort(), Object.keys(PLANTS).sort());
  assert.deepEqual([...new Set(pairs.map(({ target }) => target))].sort(), [...TARGETS].sort());
});

test(`cause and place are right for at least ${LEAST} of ${PAIRS} pairs`, () => {
  const wrong = pairs.flatMap(({ seed, target, before, after, options, ...planted }) => {
    const { misses } = compareRequests(target, before, after, options);
    const [{ cause, path, pathIn } = { cause: "none", path: "", pathIn: "after" }] = misses;
    const said = [cause, path, pathIn].join(" ");
    const truth = [planted.cause, planted.path, planted.pathIn].join(" ");
    return said === truth ? [] : [`seed ${seed}, ${target}: ${truth}; said: ${said}`];
  });
  assert.ok(pairs.length - wrong.length >= LEAST, `${pairs.length - wrong.length} are right\n${wrong.join("\n")}`);
});
