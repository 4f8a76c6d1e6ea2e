// Tests of the ways that `npm run keep` compares, and of its loading.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { budgetOf } from "../../../scripts/keep/cut.mjs";
import { codingRun } from "../../../scripts/keep/generated/coding.mjs";
import { serviceCall } from "../../../scripts/keep/generated/service.mjs";
import { ownSources, sourceIn } from "../../../scripts/keep/load.mjs";
import { cutsOf, recallOf } from "../../../scripts/keep/recall.mjs";
import { resultOf } from "../../../scripts/keep/result.mjs";
import { sizeOf } from "../../../scripts/keep/tokens.mjs";
import { bound } from "../../../scripts/keep/ways/bound.mjs";
import { byAge, byNeed, fitted } from "../../../scripts/keep/ways/ours.mjs";
import { byAiSdk, byStrands } from "../../../scripts/keep/ways/peers.mjs";
import { clearedResults, newestUnits } from "../../../scripts/keep/ways/windows.mjs";

const GENERATED = ownSources().filter(({ name }) => name.startsWith("generated"));
const SHARES = [0.2, 0.5];
const CUTS = GENERATED.flatMap(({ conversations }) => cutsOf(conversations));

const BUDGETED = [bound, byNeed, byAge, fitted, clearedResults, newestUnits, byAiSdk];

for (const way of BUDGETED) {
  test(`${way.name}: the messages that are left fit into the budget, and hold the required ones`, async () => {
    for (const cut of CUTS) {
      for (const share of SHARES) {
        const budget = budgetOf(cut, share);
        const kept = await way.keep(cut, budget);
        assert.ok(sizeOf(kept) <= budget, `${cut.id}: ${sizeOf(kept)} of ${budget}`);
        const texts = kept.map(({ content }) => content);
        for (const { role, content } of [...cut.required].flat()) {
          assert.ok(role === "tool" || texts.includes(content), `${cut.id} lacks ${content}`);
        }
      }
    }
  });
}

/** The bound takes what is worth most for its tokens, in whole lines: pieces of lines may hold a word more. */
const SLACK = 0.01;

test("no way has a higher recall than the bound, but for pieces of lines", async () => {
  for (const share of SHARES) {
    const most = (await resultOf(bound, CUTS, share)).all;
    for (const way of [...BUDGETED, byStrands]) {
      const { all } = await resultOf(way, CUTS, share);
      assert.ok(all > 0 && all <= most + SLACK, `${way.name}: ${all} of ${most}`);
    }
  }
});

const WITHOUT_RECALL = [
  ["makes no request", async () => null, { all: 0, none: 3, over: 0 }],
  ["is over the budget", async ({ history }) => history, { all: 0, none: 0, over: 3 }],
];
for (const [fact, keep, expected] of WITHOUT_RECALL) {
  test(`a way that ${fact} has a recall of 0, and is counted`, async () => {
    const { all, none, over } = await resultOf({ name: "made", how: "", keep }, CUTS.slice(0, 3), 0.5);
    assert.deepEqual({ all, none, over }, expected);
  });
}

/** Four rounds; the two telling lines of the first result are needed. */
const LINES = Array.from({ length: 40 }, (_, line) => `plain words of a line ${"and more of them ".repeat(3)}${line === 7 ? "W7-seven a/b c@d" : ""}`);
const HISTORY = [
  { id: "system", role: "system", content: "Be brief." },
  { id: "first", role: "user", content: "Look." },
  ...[1, 2, 3, 4].flatMap((round) => [
    { id: `call-${round}`, role: "assistant", content: null, toolCalls: [{ id: `c${round}`, name: "look", arguments: `{"page":"p${round}x"}` }] },
    { id: `result-${round}`, role: "tool", toolCallId: `c${round}`, content: LINES.join("\n") },
  ]),
];
const NEXT = { id: "next", role: "assistant", content: "W7-seven a/b c@d" };
const THANKS = Array.from({ length: HISTORY.length - 1 }, (_, index) => ({ id: `thanks-${index}`, role: "user", content: "Thanks." }));

describe("a cut at half of four rounds", () => {
  // The newest round holds the same words as the others, unless its result is another one.
  const newest = { ...HISTORY.at(-1), content: "Nothing." };
  const [cut] = cutsOf([{ id: "made", messages: [...HISTORY.slice(0, -1), newest, NEXT, ...THANKS] }]);
  const idsOf = async (way, budget) => (await way.keep(cut, budget)).map(({ id }) => id);
  const round = sizeOf(HISTORY.slice(2, 4));

  test("newest units keeps the newest that fit, with the system prompt and the request", async () => {
    const kept = ["system", "first", "call-3", "result-3", "call-4", "result-4"];
    assert.deepEqual(await idsOf(newestUnits, cut.requiredTokens + round), kept);
    assert.deepEqual(await idsOf(newestUnits, cut.requiredTokens + 2 * round - 1), kept);
  });

  test("results are cleared from the oldest on, and no further than needed", async () => {
    const kept = await clearedResults.keep(cut, cut.requiredTokens + 2 * round);
    const whole = kept.filter(({ role, content }) => role === "tool" && content === LINES.join("\n")).map(({ id }) => id);
    assert.deepEqual([kept.length, whole], [10, ["result-3"]]);
  });

  test("when all results are cleared and the rest is still too large, the oldest units go", async () => {
    const ids = await idsOf(clearedResults, cut.requiredTokens + 40);
    assert.deepEqual(ids, ["system", "first", "call-3", "result-3", "call-4", "result-4"]);
  });

  test("the bound takes the one line that holds the needed words", async () => {
    const kept = await bound.keep(cut, cut.requiredTokens + 60);
    assert.deepEqual(kept.filter(({ content }) => content === LINES[7]).length, 1);
    assert.equal(recallOf(cut, kept).all, 1);
  });
});

describe("sources", () => {
  const inFile = (text, check) => {
    const folder = mkdtempSync(join(tmpdir(), "keep-"));
    try {
      writeFileSync(join(folder, "runs.jsonl"), text);
      check(join(folder, "runs.jsonl"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const row = JSON.stringify({ id: "one", messages: [{ role: "user", content: "Hello" }] });

  test("a file has a conversation in each line, and may end with a line break", () => {
    inFile(`${row}\n${row}\n`, (file) => {
      const { name, conversations } = sourceIn(file);
      assert.deepEqual([name, conversations.length, conversations[0].id], ["runs.jsonl", 2, "one"]);
      assert.equal(conversations[0].messages[0].content, "Hello");
    });
  });

  for (const [fact, line] of [["no JSON", "{"], ["without messages", '{"id":"one"}'], ["null", "null"]]) {
    test(`a line that is ${fact} is refused with its number and the shape`, () => {
      inFile(`${row}\n${line}`, (file) => {
        assert.throws(() => sourceIn(file), ({ name, message, advice }) => name === "StepError" && message.includes("line 2") && advice.includes("messages"));
      });
    });
  }

  test("a file that is absent is refused", () => assert.throws(() => sourceIn("/no/such.jsonl"), { name: "StepError" }));

  test("a seed always gives the same conversation, and another seed another one", () => {
    for (const made of [codingRun, serviceCall]) {
      assert.deepEqual(made(1), made(1));
      assert.notDeepEqual(made(1).messages, made(2).messages);
    }
  });

  test("in generated conversations, later steps need words that stand in results only", () => {
    for (const { name, conversations } of GENERATED) {
      const found = cutsOf(conversations).filter(({ needed, said }) => needed.size > said.size);
      assert.ok(found.length >= 8, `${name}: ${found.length} cuts`);
    }
  });
});
