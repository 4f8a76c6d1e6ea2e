// Tests of the comparison with other libraries: its questions are right, and every library gets a valid history.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { estimateTokens } from "backscroll";
import { PromptCache } from "../../../benches/compare/lib/prompt-cache.mjs";
import { callsAt, recordings } from "../../../benches/compare/lib/recordings.mjs";
import { emptyBill, ratioOf, replay } from "../../../benches/compare/lib/replay.mjs";
import { sizeOf } from "../../../benches/compare/lib/size.mjs";
import { standInSummary } from "../../../benches/compare/lib/stand-in-summary.mjs";
import { survivalIn } from "../../../benches/compare/lib/survival.mjs";
import { shapeFor } from "../../../benches/compare/lib/shape.mjs";
import { QUESTIONS, verdict } from "../../../benches/compare/lib/verdict.mjs";
import { versions } from "../../../benches/compare/lib/versions.mjs";
import { aiSdk } from "../../../benches/compare/ways/ai-sdk.mjs";
import { fitting } from "../../../benches/compare/ways/fit.mjs";
import { clearedResults } from "../../../benches/compare/ways/cleared-results.mjs";
import { langchain, langchainSummary } from "../../../benches/compare/ways/langchain.mjs";
import { movingWindow } from "../../../benches/compare/ways/moving-window.mjs";
import { ours } from "../../../benches/compare/ways/ours.mjs";
import { strands, strandsSummary } from "../../../benches/compare/ways/strands.mjs";
import { COMPARED } from "../../../benches/compare/ways/way.mjs";
import { objection } from "../../support/judges.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";

const ROOMY = 1_000_000;
const WAYS = [ours("backscroll", ""), fitting("fit", "", true), movingWindow, clearedResults, langchain, langchainSummary, aiSdk, strands, strandsSummary];

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

  test("counts what is written again without what is new", () => {
    const cache = new PromptCache();
    cache.take(says("a", "b", "c"), 3);
    assert.equal(cache.take(says("a", "b", "c", "d"), 1).rewritten, 0);
    const cut = cache.take(says("a", "c", "d", "e"), 1);
    assert.ok(cut.rewritten > (cut.sent - cut.served) / 2 && cut.rewritten < cut.sent - cut.served, JSON.stringify(cut));
    assert.equal(cache.take(says("x", "y"), 5).rewritten, 0);
  });
});

describe("the ways that summarize or clear", () => {
  const messages = Array.from({ length: 12 }, (_, at) => [
    { id: `u${at}`, role: "user", content: `Please look at order A-${at}. Keep it short.` },
    { id: `a${at}`, role: "assistant", content: "", toolCalls: [{ id: `c${at}`, name: "read", arguments: { order: at } }] },
    { id: `t${at}`, role: "tool", toolCallId: `c${at}`, content: `Order A-${at}: ${"nothing to see here, ".repeat(40)}` },
  ]).flat();
  const BUDGET = 1_500;

  for (const way of [langchainSummary, strandsSummary, clearedResults]) {
    test(`${way.name}: requests fit and are accepted, and the cut stays in place for the next one`, async () => {
      for (const target of COMPARED) {
        const run = way.begin(target);
        const cache = new PromptCache();
        const moved = [];
        for (const count of callsAt(messages)) {
          const body = await run.request(messages.slice(0, count), BUDGET);
          assert.equal(objection(target, body), null);
          assert.ok(sizeOf(target, body) <= BUDGET * 1.01, `${sizeOf(target, body)}`);
          moved.push(cache.take(body).isMoved);
        }
        assert.ok(moved.includes(true) && moved.filter((isMoved) => !isMoved).length > 2, moved.join());
      }
    });
  }

  for (const way of [langchainSummary, strandsSummary]) {
    test(`${way.name}: the request for a summary counts once, and the summary holds the user's sentences and the names`, async () => {
      const run = way.begin("openai-chat");
      const body = await run.request(messages, BUDGET);
      const [asked, again] = [run.asked(), run.asked()];
      assert.ok(asked > 500 && again === 0, `${asked} ${again}`);
      assert.match(JSON.stringify(body), /Please look at order A-1\./);
    });
  }

  test("a stand-in for a summary takes at most about 500 tokens, the newest sentences and the names of most messages first", () => {
    const text = messages.map(({ role, content }) => `${{ user: "Human", assistant: "AI", tool: "Tool" }[role]}: ${content}`).join("\n").repeat(9);
    const summary = standInSummary(`${text}\nHuman: The last wish.\nTool: src/rare.ts${" A-3 stands in src/often.ts\nTool: again in src/often.ts".repeat(30)}`);
    assert.ok(estimateTokens(summary) < 550, `${estimateTokens(summary)}`);
    assert.match(summary, /^Please look at order A-0\.\n[^]*\nThe last wish\.\nA-3 src\/often\.ts .*src\/rare\.ts$/);
    assert.equal(summary.match(/Keep it short/g).length, 1);
  });
});

describe("the survival of the user's words", () => {
  const messages = [
    { role: "user", content: "Use tabs. Never touch main!\nThanks" },
    { role: "assistant", content: "Never touch main!" },
    { role: "user", content: "Go on." },
  ];
  const user = (content) => ({ role: "user", content });
  for (const [name, sent, expected] of [
    ["all of them", [user("Use tabs. Never touch main! Thanks"), user("Go on.")], 1],
    ["in parts of a message, and in a system message", [user([{ type: "text", text: "Never  touch\nmain!" }]), { role: "system", content: "Thanks. Use tabs." }], 1],
    ["a sentence of three words of six", [user("Never touch main!"), user("Go on.")], 3 / 6],
    ["part of a sentence does not count", [user("Never touch")], 0],
    ["words of the model do not count", [{ role: "assistant", content: "Never touch main!" }], 0],
    ["the current request does not count", [user("Go on.")], 0],
  ]) {
    test(name, () => assert.equal(survivalIn(messages)(1, { messages: sent }), expected));
  }
  test("is not measured before the second message of the user", () => assert.equal(survivalIn(messages)(0, { messages: [] }), null));
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

test("the versions of the peers are exact", () => assert.match(versions(), /^(@?[\w/-]+ \d+\.\d+\.\d+(, |$)){8}$/));
