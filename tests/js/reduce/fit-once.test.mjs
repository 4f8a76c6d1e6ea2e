// `fit` with `once`: a single cut that removes as little as possible; and what `fit` reports of places that it removes or leaves out.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { convert, fit, sanitize, trim } from "backscroll";
import { LISTS, TARGETS, objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";
import { listOf, outOf, written } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const recorded = JSON.parse(readFileSync(new URL("../../fixtures/agent-transcript.json", import.meta.url), "utf8")).messages;
const neutral = convert("openai-chat", "backscroll", recorded).body;
const FORMS = [...FORMATS.map((format) => [format]), ["ai-sdk", "ui"], ["langchain", "serialized"], ["strands", "messages"], ["strands", "python"]];

describe("a single cut", () => {
  for (const [format, form] of FORMS) {
    const given = written(format, neutral, form);
    const whole = fit(format, given, { maxTokens: 1e9 }).tokens;

    test(`${format} ${form ?? ""}: fills the limit, and the usual cut leaves room for the next steps`, () => {
      for (const share of [0.9, 0.5, 0.3]) {
        const maxTokens = Math.floor(whole * share);
        const [once, usual] = [fit(format, given, { maxTokens, once: true }), fit(format, given, { maxTokens })];
        assert.ok(once.tokens <= maxTokens && once.tokens > maxTokens * 0.85, `${once.tokens} of ${maxTokens}`);
        assert.ok(usual.tokens < once.tokens, `${usual.tokens} and ${once.tokens}`);
        assert.deepEqual([once.reduction.tokensBefore, once.reduction.tokensAfter], [whole, once.tokens]);
        assert.ok(once.reduction.steps.every(({ tokensAfter }) => tokensAfter >= once.tokens - 5), "steps count what the report counts");
        if (format in LISTS) assert.equal(objection(format, once.body), null);
      }
    });

    test(`${format} ${form ?? ""}: unchanged messages are the same objects`, () => {
      const before = listOf(format, given);
      const after = listOf(format, outOf(fit(format, given, { maxTokens: Math.floor(whole * 0.8), once: true })));
      assert.ok(after.filter((message) => before.includes(message)).length > after.length / 2);
    });

    test(`${format} ${form ?? ""}: a list that fits is returned as it is`, () => {
      const { reduction, ...fitted } = fit(format, given, { maxTokens: whole, once: true });
      assert.deepEqual([reduction, outOf(fitted)], [null, given]);
    });
  }

  test("a function as the estimator decides exactly", () => {
    const estimator = (text) => text.length / 3;
    for (const share of [0.8, 0.4]) {
      const maxTokens = Math.floor(fit("openai-chat", { messages: recorded }, { maxTokens: 1e9, estimator }).tokens * share);
      const { tokens } = fit("openai-chat", { messages: recorded }, { maxTokens, estimator, once: true });
      assert.ok(tokens <= maxTokens && tokens > maxTokens * 0.85, `${tokens} of ${maxTokens}`);
    }
  });

  test("a summary takes the place of the oldest turns", async () => {
    const { reduction, messages } = await fit("openai-chat", recorded, { maxTokens: 10_000, once: true, summarize: () => "They planned a journey." });
    assert.match(reduction.summary.content, /They planned/);
    assert.ok(messages.some(({ content }) => content === reduction.summary.content));
  });

  test("the memory of a cut lets a usual call continue from it", () => {
    const { memory, messages } = fit("openai-chat", recorded, { maxTokens: 900, once: true });
    const next = fit("openai-chat", recorded, { maxTokens: 1_000, memory });
    assert.deepEqual([next.memoryNote, next.messages], [null, messages]);
  });

  test("the policies hold", () => {
    const holds = (options) => fit("openai-chat", recorded, { maxTokens: 3_000, once: true, ...options }).messages.includes(recorded[7]);
    assert.deepEqual([holds({}), holds({ pin: ["m7"] })], [false, true]);
  });

  test("results before their calls are paired, and not taken for strays", () => {
    const call = (id) => ({ role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }] });
    const messages = [{ role: "user", content: "Look." }, { role: "tool", tool_call_id: "a", content: "A".repeat(400) }, call("a"), { role: "assistant", content: "B ".repeat(400) }, { role: "user", content: "And?" }];
    const { reduction, body } = fit("openai-chat", { model: "gpt-5", messages }, { maxTokens: 300, once: true });
    assert.ok(!reduction.steps.some(({ name }) => name === "drop-orphans"));
    assert.equal(objection("openai-chat", body), null);
  });

  test("anything but true or false is refused", () => {
    assert.match(refusal(() => fit("openai-chat", recorded, { maxTokens: 5, once: "yes" }), "invalid-argument").message, /options.once/);
  });
});

describe("`trim`, its former name", () => {
  for (const target of TARGETS) {
    test(`${target}: returns a copy of what \`fit\` returns`, () => {
      const given = written(target, neutral);
      const { tokens } = fit(target, given, { maxTokens: 1e9 });
      for (const share of [1, 0.5]) {
        const options = { maxTokens: Math.floor(tokens * share) };
        const [fitted, trimmed] = [fit(target, given, { ...options, once: true }), trim(target, given, options)];
        assert.deepEqual(trimmed.body, fitted.body);
        assert.deepEqual(trimmed.reduction.removed, fitted.reduction?.removed ?? []);
        assert.deepEqual(trimmed.reduction.repairs, fitted.repairs);
        const before = listOf(target, given);
        assert.ok(listOf(target, trimmed.body).every((message) => !before.includes(message)));
      }
    });
  }
});

describe("reports", () => {
  const empty = { role: "model", parts: [] };
  const call = (id) => ({ functionCall: { id, name: "look", args: {} } });
  const answer = (id, text) => ({ role: "user", parts: [{ functionResponse: { id, name: "look", response: { text } } }] });

  test("an empty content between calls and results of Gemini leaves the others in their places", () => {
    const user = { role: "user", parts: [{ text: "Look." }] };
    const contents = [user, { role: "model", parts: [call("a"), call("b")] }, empty, { role: "user", parts: [...answer("a", "one").parts, ...answer("b", "two").parts] }, { role: "model", parts: [{ text: "Done." }] }, { role: "user", parts: [{ text: "Thanks." }] }];
    for (const { body, repairs } of [fit("gemini", { contents }, { maxTokens: 1_000 }), fit("gemini", { contents }, { maxTokens: 1_000, once: true }), sanitize("gemini", { contents })]) {
      assert.deepEqual(body.contents, contents.toSpliced(2, 1));
      assert.deepEqual(repairs.map(({ code }) => code), ["empty-message-dropped"]);
    }
  });

  test("what a provider's own summary replaces is in the report", () => {
    const summary = { role: "assistant", content: [{ type: "compaction", content: "They planned.", signature: "c2lnbmVk" }] };
    const messages = [{ role: "user", content: "Where?" }, { role: "assistant", content: "To the harbour." }, summary, { role: "user", content: "And now?" }];
    for (const options of [{}, { once: true }]) {
      const { body, reduction } = fit("anthropic", { messages }, { maxTokens: 1_000, ...options });
      assert.deepEqual(body.messages, messages.slice(2));
      assert.deepEqual([reduction.removed.map(({ id }) => id), reduction.steps.map(({ name }) => name)], [["m0", "m1"], ["compaction"]]);
    }
  });
});
