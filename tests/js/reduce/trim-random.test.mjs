// Random bodies of providers, cut to a tight budget by `trim`: accepted, in budget, with every removal reported; or an error, if nothing
// could have fitted.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens } from "backscroll";
import { TARGETS } from "../../support/judges.mjs";
import { paramsFor } from "../../support/request-params.mjs";
import { SHARES, shareOf } from "../../support/transcripts/budget.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";
import { besideTokens, modelOf } from "../../support/reduce/asked.mjs";
import { trimming, trimmingProblems } from "../../support/reduce/trimming.mjs";
import { runs } from "../../support/runs.mjs";

const CASES = runs({ few: 80, all: 500 });
const FITTING = runs({ few: 10, all: 50 });

for (const target of TARGETS) {
  describe(`${target}: ${CASES} random bodies at ${SHARES} of their size`, () => {
    const counts = { fits: 0, "cannot-fit": 0, failed: 0 };

    test("each result fits and is accepted, with every loss reported; or the protected messages are too large", () => {
      const problems = [];
      for (let seed = 0; seed < CASES; seed += 1) {
        const { body, size, beside } = written(target, seed);
        const maxTokens = Math.floor(size * shareOf(seed)) + beside;
        const { outcome, problems: found } = trimming(target, body, maxTokens);
        counts[outcome] += 1;
        if (found.length > 0) problems.push(`seed ${seed}: ${found.slice(0, 3).join("; ")}`);
      }
      assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
    });

    test("most fit; some cannot", () => {
      assert.ok(counts.fits > CASES / 2, JSON.stringify(counts));
      assert.ok(counts["cannot-fit"] > CASES / 100, JSON.stringify(counts));
    });

    test("a body that fits is unchanged", () => {
      for (let seed = 0; seed < FITTING; seed += 1) {
        const { body, size, beside } = written(target, seed);
        const { outcome, isReduced, problems } = trimming(target, body, size * 2 + beside);
        assert.deepEqual([outcome, isReduced, problems], ["fits", false, []], `seed ${seed}`);
      }
    });
  });
}

/** Makes a valid body, with the approximate size of its messages, and of all that stands beside them. */
function written(target, seed) {
  // A body has no pins, so the conversation that is read from it has none.
  const { messages } = transcript(seed, { pinned: [] });
  const conversation = new ConversationManager();
  try {
    for (const message of messages) conversation.addMessage(message);
    const params = paramsFor(target, conversation.toOpenAIMessages());
    const size = estimateTokens(conversation.messages, modelOf(target, params));
    return { body: conversation.toRequest(target, params).body, size, beside: besideTokens(target, params) };
  } finally {
    conversation.dispose();
  }
}

describe("the checks find faults of a trimmed body", () => {
  const call = { id: "call", type: "function", function: { name: "weather", arguments: "{}" } };
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello!" },
    { role: "user", content: "Is it raining?" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "call", content: "Rain, and more rain." },
  ];
  const given = { model: "gpt-5", messages };
  const none = { removed: [], shortened: [], repairs: [] };
  const removed = [{ role: "user", content: "Hello." }, { role: "assistant", content: "Hello!" }];
  const shortened = [{ original: { role: "tool", toolCallId: "call", content: "Rain, and more rain." } }];
  const cut = messages.with(5, { ...messages[5], content: "Rain" });

  const cases = {
    "nothing is wrong": [messages, none, /^$/],
    "a report of what went": [messages.toSpliced(1, 2), { ...none, removed }, /^$/],
    "a report of what was shortened": [cut, { ...none, shortened }, /^$/],
    "no report of what went": [messages.toSpliced(1, 2), none, /lost without a report: text Hello/],
    "no report of what was shortened": [cut, none, /lost without a report: text Rain.*; 1 texts are new, and 0 were/],
    "a torn pair": [messages.slice(0, -1), { ...none, shortened }, /refused: OC2/],
    "the system prompt is gone": [messages.slice(1), { ...none, removed: [messages[0]] }, /must stay: Be brief/],
    "the current request is gone": [messages.toSpliced(3, 1), { ...none, removed: [messages[3]] }, /must stay: Is it raining/],
    "another order": [messages.with(1, messages[3]).with(3, messages[1]), none, /out of order/],
  };
  for (const [name, [sent, reduction, expected]] of Object.entries(cases)) {
    test(name, () => {
      const problems = trimmingProblems("openai-chat", given, { body: { ...given, messages: sent }, reduction });
      assert.match(problems.join("; "), expected);
    });
  }
});
