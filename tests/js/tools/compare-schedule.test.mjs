// Tests of the helpers of `npm run compare -- bill`: the best schedule, the courses that it is searched in, the least share, and the recall
// of requests. A brute force over all schedules gives the answers.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, costAware } from "backscroll";
import { BestRuns } from "../../../benches/compare/lib/best-runs.mjs";
import { Recording } from "../../../benches/compare/lib/course.mjs";
import { leastShare } from "../../../benches/compare/lib/least-share.mjs";
import { billOf, priceOf } from "../../../benches/compare/lib/prices.mjs";
import { eachOnce, meanRecall, runOf, talkOf } from "../../../benches/compare/lib/runs.mjs";
import { bestSchedule } from "../../../benches/compare/lib/schedule.mjs";
import { ours } from "../../../benches/compare/ways/ours.mjs";
import { scheduled } from "../../../benches/compare/ways/scheduled.mjs";

const TARGET = "openai-chat";
const PRICE = { cachedInput: 1, cacheWrite: 10 };
const bill = (request) => billOf([request], PRICE);

/** All sets of calls. */
const schedules = (calls) => Array.from({ length: 2 ** calls }, (_, bits) => Array.from({ length: calls }, (_, call) => call).filter((call) => bits & (1 << call)));

/**
 * A course of sizes alone: each call adds tokens, and a reduction leaves `kept` and reads them anew. In a `room` that is full, it has to
 * be made.
 */
function toy(added, { kept, room }, next = 0, before = 0) {
  const steps = async () => {
    const found = [];
    let size = before;
    for (let call = next; call < added.length; call += 1) {
      const served = size;
      size += added[call];
      const isFitting = size <= room;
      const isSmaller = size > kept;
      const reduced = isSmaller ? { sent: kept, served: 0, course: toy(added, { kept, room }, call + 1, kept) } : null;
      found.push({ call, carried: isFitting ? { sent: size, served } : null, reduced });
      if (!isFitting) break;
    }
    return found;
  };
  return { steps };
}

/** The bill of a toy with reductions at these calls; infinite where it does not fit, or a reduction changes nothing. */
function toyBill(added, { kept, room }, schedule) {
  let [size, total] = [0, 0];
  for (const [call, tokens] of added.entries()) {
    const served = size;
    size += tokens;
    if (!schedule.includes(call)) total += size > room ? Infinity : bill({ sent: size, served });
    else if (size <= kept) return Infinity;
    else total += bill({ sent: (size = kept), served: 0 });
  }
  return total;
}

describe("the best schedule", () => {
  const CASES = [
    ["equal steps", [10, 10, 10, 10, 10, 10, 10, 10], { kept: 15, room: 60 }],
    ["one large step", [10, 10, 90, 10, 10, 10, 10, 10, 10], { kept: 20, room: 200 }],
    ["a full window", [30, 30, 30, 30, 30, 30], { kept: 20, room: 50 }],
    ["nothing to gain", [5, 5, 5], { kept: 10, room: 1_000 }],
  ];
  for (const [name, added, limits] of CASES) {
    test(`is that of a brute force over all schedules: ${name}`, async () => {
      const all = schedules(added.length).map((schedule) => ({ schedule, bill: toyBill(added, limits, schedule) }));
      const least = Math.min(...all.map(({ bill }) => bill));
      const best = await bestSchedule(toy(added, limits), added.length, bill);
      assert.ok(Math.abs(best.cost - least) < 1e-12, `${best.cost}, not ${least}`);
      assert.ok(Math.abs(toyBill(added, limits, best.schedule) - least) < 1e-12);
    });
  }

  test("is not cheaper with more courses for each call, where one is enough", async () => {
    const [, added, limits] = CASES[1];
    const found = [];
    for (const width of [1, 3]) found.push((await bestSchedule(toy(added, limits), added.length, bill, width)).cost);
    assert.equal(found[0], found[1]);
  });

  test("pays for what is forgotten, where that has a price", async () => {
    const talk = conversation(14);
    const best = new BestRuns(talk, 0.1);
    const [cheap, dear] = [await best.run(PRICE, 0, TARGET), await best.run(PRICE, 1, TARGET)];
    assert.ok(billOf(cheap, PRICE) <= billOf(dear, PRICE));
    assert.ok(meanRecall(cheap) <= meanRecall(dear));
  });

  test("of a real conversation is within a hundredth of the best of all replayed schedules", async () => {
    const talk = conversation(8);
    const { reduce } = costAware({ model: "m", prices: [{ model: "m", input: 1, output: 1 }], reduceTo: Math.floor(talk.window * 0.35) });
    const bills = [];
    for (const schedule of schedules(talk.counts.length)) bills.push(billOf(await runOf(talk, scheduled(schedule, reduce), TARGET), PRICE));
    const start = new Recording(talk, reduce).start();
    const { schedule } = await bestSchedule(start, talk.counts.length, bill);
    const found = billOf(await runOf(talk, scheduled(schedule, reduce), TARGET), PRICE);
    assert.ok(schedule.length > 0);
    assert.ok(found <= Math.min(...bills) * 1.01, `${found}, not ${Math.min(...bills)}`);
  });
});

/** A conversation in which each call adds a result of another size, and names what the last result but one found. */
function conversation(calls) {
  const sizes = [40, 10, 160, 20, 30, 90, 15, 60];
  const names = (place) => [1, 2, 3].map((number) => `src/file_${place}_${number}.ts`).join(" ");
  const rounds = Array.from({ length: calls }, (_, place) => [
    { id: `a${place}`, role: "assistant", content: "", toolCalls: [{ id: `call-${place}`, name: "read", arguments: { paths: names(place - 2) } }] },
    { id: `t${place}`, role: "tool", toolCallId: `call-${place}`, content: `${names(place)} ${"line of text ".repeat(sizes[place % sizes.length] * 3)}` },
  ]);
  const history = ConversationManager.from("backscroll", [{ id: "u", role: "user", content: "Go on." }, ...rounds.flat()]);
  const talk = talkOf(history.messages);
  history.dispose();
  return talk;
}

describe("the least share", () => {
  const shares = [0.1, 0.2, 0.3, 0.5];
  for (let first = 0; first <= shares.length; first += 1) {
    test(`is the first of ${shares.length} that recalls enough: number ${first}`, async () => {
      const asked = [];
      const recallOf = async (share) => (asked.push(share), shares.indexOf(share) >= first ? 1 : 0);
      assert.equal(await leastShare(shares, recallOf, 1), shares[first] ?? null);
      assert.ok(asked.length <= 3);
    });
  }
});

describe("runs", () => {
  test("without a cut serve all but what is new, and recall everything", async () => {
    const talk = { ...conversation(8), window: 1e9 };
    const calls = await runOf(talk, ours("", ""), TARGET);
    assert.equal(meanRecall(calls), 1);
    assert.equal(eachOnce(calls).reduce((sum, { sent }) => sum + sent, 0), calls.at(-1).sent);
  });
  test("recall less the less they keep", async () => {
    const talk = conversation(8);
    const recalls = [];
    for (const share of [0.01, 1]) {
      const aware = costAware({ model: "gpt-5", reduceTo: Math.floor(talk.window * share) });
      recalls.push(meanRecall(await runOf(talk, ours("", "", aware), TARGET)));
    }
    assert.ok(recalls[0] < recalls[1], `${recalls}`);
  });
  test("the prices are those of the model", () => {
    const { cachedInput, cacheWrite } = priceOf("gpt-5");
    assert.deepEqual([cachedInput, cacheWrite], [0.125, 1.25]);
  });
});
