// Stores and ledgers over simulated disks, networks, clocks and schedulers: one seed is one history. `run.mjs` runs more of them, and prints
// the one that failed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FIRST_SEED, runs } from "../support/runs.mjs";
import { history } from "./history.mjs";
import { KINDS } from "./kinds.mjs";
import { partsWith } from "./parts.mjs";
import { PLANTS } from "./plants.mjs";
import { simulate } from "./simulate.mjs";
import { RATES } from "./weather.mjs";

const HISTORIES = runs({ few: 600, all: 20_000 });
/** Within so many histories, a planted bug is found. */
const MOST = 10_000;

const parts = await partsWith();

/** Runs a history, and returns what happened in it. */
async function traced(seed) {
  const lines = [];
  await history(seed, { parts, trace: (line) => lines.push(line) });
  return lines;
}

test(`no acknowledged entry is lost, none is there twice, and no denied tool runs, in ${HISTORIES} histories`, async () => {
  const { failures, faults, kinds } = await simulate({ first: FIRST_SEED, count: HISTORIES });
  const found = failures.map(({ seed, violations }) => `node tests/simulation/run.mjs --seed ${seed} --histories 1 --trace: ${violations[0]}`);
  assert.deepEqual(found, []);
  if (HISTORIES < 600) return;
  // Otherwise the histories would show nothing.
  assert.deepEqual(Object.keys(kinds).sort(), KINDS.map(({ name }) => name).sort());
  assert.deepEqual(Object.values(RATES).flatMap(Object.keys).filter((name) => !(faults[name] > 0)), [], "faults that no history had");
});

test("a seed is a history, whatever ran before it", async () => {
  const first = [];
  for (let seed = 1; seed <= 60; seed += 1) first.push(await traced(seed));
  for (let seed = 60; seed >= 1; seed -= 1) {
    const [again, before] = [await traced(seed), first[seed - 1]];
    assert.equal(again.find((line, place) => line !== before[place]), undefined, `seed ${seed}`);
    assert.equal(again.length, before.length, `seed ${seed}`);
  }
  assert.equal(new Set(first.map((lines) => lines.join("\n"))).size, first.length);
});

describe("a planted bug is found", () => {
  for (const plant of PLANTS) {
    test(`${plant.fault}: ${plant.what}`, async () => {
      const { failures, histories } = await simulate({ first: FIRST_SEED, count: MOST, plant });
      assert.equal(failures.length, 1, `${plant.name} was not found in ${histories} histories`);
    });
  }

  test("one for each kind of fault", () => {
    assert.deepEqual(PLANTS.map(({ fault }) => fault).sort(), Object.keys(RATES).sort());
  });
});
