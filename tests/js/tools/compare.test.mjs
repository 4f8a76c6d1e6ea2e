// Tests of the comparison with other libraries: its questions are right, and every library gets a valid history.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PromptCache } from "../../../benches/compare/lib/prompt-cache.mjs";
import { callsAt, recordings } from "../../../benches/compare/lib/recordings.mjs";
import { emptyBill, ratioOf, replay } from "../../../benches/compare/lib/replay.mjs";
import { shapeFor } from "../../../benches/compare/lib/shape.mjs";
import { QUESTIONS, verdict } from "../../../benches/compare/lib/verdict.mjs";
import { versions } from "../../../benches/compare/lib/versions.mjs";
import { aiSdk } from "../../../benches/compare/ways/ai-sdk.mjs";
import { fitting } from "../../../benches/compare/ways/fit.mjs";
import { langchain } from "../../../benches/compare/ways/langchain.mjs";
import { movingWindow } from "../../../benches/compare/ways/moving-window.mjs";
import { ours } from "../../../benches/compare/ways/ours.mjs";
import { strands } from "../../../benches/compare/ways/strands.mjs";
import { COMPARED } from "../../../benches/compare/ways/way.mjs";
import { objection } from "../../support/judges.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";

const ROOMY = 1_000_000;
const WAYS = [ours("backscroll", ""), fitting("fit", "", true), movingWindow, langchain, aiSdk, strands];

for (const target of COMPARED) {
  describe(`${target}: the first request of each library, before any cut`, () => {
    for (const way of WAYS) {
      test(`${way.name}: the request is accepted, and holds everything that the questions require`, async () => {
        for (let seed = 0; seed < 25; seed += 1) {
          const { messages } = transcript(seed, shapeFor(target));
          const run = way.begin(target);
          const body = await run.request(messages, ROOMY);
          run.end?.();
          // `pruneMessages` drops calls and reasoning whatever the size.
          const expected = way === aiSdk ? 4 : QUESTIONS.length;
          const answers = verdict(target, body, messages, ROOMY).slice(0, expected);
          assert.deepEqual(answers, Array(expected).fill(true), `seed ${seed}: ${objection(target, body)}`);
        }
      });
    }
  });
}

describe("the questions about a request", () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Remember: Oslo.", pinned: true },
    { role: "assistant", content: "Noted." },
    { role: "user", content: 'Is it "raining"?' },
  ];
  const all = messages.map(({ role, content }) => ({ role, content }));
  const without = (index) => all.toSpliced(index, 1);
  const encoded = all.with(3, { role: "user", content: JSON.stringify({ said: 'Is it "raining"?' }) });

  for (const [name, sent, budget, expected] of [
    ["everything is there", all, 100, "yyyyy"],
    ["a text inside JSON is there", encoded, 100, "yyyyy"],
    ["it is too large", all, 5, "ynyyy"],
    ["the request is lost", without(3), 100, "yynyy"],
    ["the system prompt is lost", without(0), 100, "yyyny"],
    ["a pin is lost", without(1), 100, "yyyyn"],
    ["nothing is there", [], 100, "nynnn"],
  ]) {
    test(name, () => {
      const answers = verdict("openai-chat", { model: "gpt-5", messages: sent }, messages, budget);
      assert.equal(answers.map((isYes) => (isYes ? "y" : "n")).join(""), expected);
    });
  }
});

describe("the prompt cache", () => {
  const says = (...texts) => ({ messages: texts.map((content) => ({ role: "user", content })) });

  test("serves equal leading messages, and nothing behind the first change", () => {
    const cache = new PromptCache();
    const first = cache.take(says("a", "b", "c"));
    assert.equal(first.served, 0);
    const again = cache.take(says("a", "b", "c", "d"));
    assert.equal(again.served, first.sent);
    const cut = cache.take(says("a", "c", "d"));
    assert.ok(cut.served > 0 && cut.served < cut.sent / 2, JSON.stringify(cut));
    assert.equal(cache.take(says("x", "c", "d")).served, 0);
  });

  test("notices that something of the request before has changed or gone, at its end too", () => {
    const cache = new PromptCache();
    const requests = [says("a", "b"), says("a", "b", "c"), says("a", "b", "c"), says("a", "x", "c"), says("a", "x"), says("x"), says("x", "y")];
    assert.deepEqual(requests.map((request) => cache.take(request).isMoved), [false, false, false, true, true, true, false]);
  });

  test("counts the system prompt and the tools", () => {
    const cache = new PromptCache();
    const body = { system: "Be brief.", tools: [{ name: "weather" }], ...says("a") };
    const { sent } = cache.take(body);
    assert.equal(cache.take(body).served, sent);
    assert.equal(cache.take({ ...body, tools: [] }).served, 0);
  });
});

describe("the replay", () => {
  const { recordings: [own, others], absence } = recordings();

  test("calls the model before each assistant message, and at the end unless an assistant message is last", () => {
    const roles = (letters) => [...letters].map((letter) => ({ role: { s: "system", u: "user", a: "assistant", t: "tool" }[letter] }));
    for (const [letters, expected] of [["sua", [2]], ["sa", []], ["uatat", [1, 3, 5]], ["suaua", [2, 4]], ["su", [2]]]) {
      assert.deepEqual(callsAt(roles(letters)), expected, letters);
    }
  });

  test("makes every request of the repository's own transcript, accepted and in budget", async () => {
    for (const target of COMPARED) {
      const bill = emptyBill();
      await replay(bill, WAYS[0], target, own.conversations[0]);
      const { requests, accepted, inBudget, sent, served, billed } = bill;
      assert.deepEqual([requests, accepted, inBudget], Array(3).fill(billed.length));
      assert.ok(requests > 50 && served > 0 && served < sent);
    }
  });

  test("the cut holds: `fit` moves it as seldom as a conversation, with and without its memory", { skip: absence }, async () => {
    const sample = others.conversations.filter((_, at) => at % 4 === 0);
    const ways = { conversation: WAYS[0], "fit with memory": WAYS[1], "fit without": fitting("fit", "", false) };
    const counts = {};
    for (const [name, way] of Object.entries(ways)) {
      const bill = emptyBill();
      for (const messages of sample) await replay(bill, way, "openai-chat", messages);
      assert.equal(bill.requests, bill.billed.length, name);
      counts[name] = bill.moved;
    }
    const [fewest, most] = [Math.min(...Object.values(counts)), Math.max(...Object.values(counts))];
    assert.ok(fewest > 0 && most <= fewest * 1.1, JSON.stringify(counts));
  });

  test("a ratio is taken over the calls for which both made a request", () => {
    assert.equal(ratioOf({ billed: [10, null, 30, 7] }, { billed: [5, 9, 15, null] }), 2);
  });
});

test("the versions of the peers are exact", () => assert.match(versions(), /^(@?[\w/-]+ \d+\.\d+\.\d+(, |$)){7}$/));
