// `trim`: makes a provider's own body fit.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { estimateTokens, sanitize, trim } from "backscroll";
import { ownBodies } from "../../support/histories.mjs";
import { TARGETS, objectionOfVendor } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";
import { text } from "../../support/reduce/stories.mjs";

/** Returns an upper bound of a body's size: all of it as text, for the model of `chat`. */
const cost = (body) => estimateTokens(JSON.stringify(body), { model: "gpt-5" });

const chat = (...messages) => ({ model: "gpt-5", messages });
const call = (id) => ({ role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }] });
const result = (id, content) => ({ role: "tool", tool_call_id: id, content });

describe("a body that fits", () => {
  test("and is valid is unchanged", () => {
    for (const target of TARGETS) {
      for (const body of ownBodies(target)) {
        const { body: mended, repairs } = sanitize(target, body);
        const { body: same, reduction } = trim(target, body, { maxTokens: 10_000_000 });
        assert.deepEqual(same, mended);
        assert.deepEqual([reduction.reduced, reduction.removed, reduction.shortened, reduction.repairs], [false, [], [], repairs]);
        assert.equal(reduction.tokensAfter, reduction.tokensBefore);
        assert.equal(reduction.firstChangedIndex === null, JSON.stringify(mended) === JSON.stringify(body));
      }
    }
  });

  test("and is invalid is repaired", () => {
    const { body, reduction } = trim("openai-chat", chat({ role: "user", content: "hi" }, call("x"), { role: "user", content: "well?" }), { maxTokens: 1_000 });
    assert.equal(body.messages[2].role, "tool");
    assert.deepEqual(reduction.repairs.map(({ code }) => code), ["missing-result-added"]);
    assert.equal(reduction.firstChangedIndex, 2);
  });
});

describe("a body that does not fit", () => {
  const fields = (target, body) => (target === "anthropic" ? { ...body, model: "claude-sonnet-5-5", max_tokens: 1024 } : body);

  for (const target of TARGETS) {
    test(`${target}: reaches every limit that leaves room for the protected messages, and is accepted`, () => {
      let [fitted, refused] = [0, 0];
      for (const own of ownBodies(target)) {
        const body = fields(target, own);
        const whole = trim(target, body, { maxTokens: 10_000_000 }).reduction.tokensBefore;
        for (const share of [0.9, 0.7, 0.5, 0.3, 0.15, 0.05]) {
          const maxTokens = Math.floor(whole * share);
          try {
            const { body: small, reduction } = trim(target, body, { maxTokens });
            assert.ok(reduction.tokensAfter <= maxTokens, `${reduction.tokensAfter} of ${maxTokens}`);
            assert.equal(objectionOfVendor(target, small), null);
            assert.deepEqual(trim(target, small, { maxTokens }).body, small, "the second time nothing changes");
            fitted += 1;
          } catch (error) {
            assert.equal(error.code, "cannot-fit", error.stack);
            assert.ok(error.details.tokens > maxTokens && error.details.limit === maxTokens);
            refused += 1;
          }
        }
      }
      assert.ok(fitted > 2 * refused, `${fitted} fitted, ${refused} did not`);
    });
  }

  test("names calls whose results are said again, and keeps the newest", () => {
    const rounds = [1, 2, 3, 4, 5, 6].flatMap((at) => [call(`x${at}`), result(`x${at}`, text(100))]);
    const body = chat({ role: "system", content: "s" }, { role: "user", content: "Go." }, ...rounds);
    const { body: small, reduction } = trim("openai-chat", body, { maxTokens: cost(body) - 350 });
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["drop-messages", "note-gaps"]);
    assert.match(small.messages[2].content, /^\[10 messages left out: \w+ ×5\]$/);
    assert.deepEqual([...small.messages.slice(0, 2), ...small.messages.slice(3)], [...body.messages.slice(0, 2), ...body.messages.slice(-2)]);
    assert.equal(reduction.firstChangedIndex, 2);
  });

  test("keeps unknown fields of the body and of kept messages, also of shortened ones", () => {
    const body = {
      ...chat({ role: "user", content: text(300), own: 1 }, { role: "assistant", content: "ok" }, { role: "user", content: "Go.", own: 2 }, call("x"), { ...result("x", text(3_000)), own: 3 }),
      vendor: { deep: [1] },
    };
    const { body: small, reduction } = trim("openai-chat", body, { maxTokens: 500, vendor: "vllm" });
    assert.deepEqual(small.vendor, { deep: [1] });
    assert.deepEqual(small.messages.map(({ role, own }) => [role, own]), [["user", undefined], ["assistant", undefined], ["user", 2], ["assistant", undefined], ["tool", 3]]);
    assert.deepEqual(reduction.removed.map(({ id }) => id), ["m0"]);
    assert.equal(small.messages[0].content, "[1 message left out]");
    assert.match(small.messages.at(-1).content, /<truncated chars=/);
  });

  test("counts tools and the system prompt, separately in the error when nothing fits", () => {
    const tools = [{ name: "look", description: text(200), input_schema: { type: "object", properties: {} } }];
    const body = { model: "m", max_tokens: 10, tools, system: text(100), messages: [{ role: "user", content: "hi" }] };
    const { tokensBefore } = trim("anthropic", body, { maxTokens: 10_000 }).reduction;
    assert.ok(tokensBefore > 300);
    const { details, message } = refusal(() => trim("anthropic", body, { maxTokens: 200 }), "cannot-fit");
    assert.ok(details.params > 200 && details.tokens === tokensBefore && details.limit === 200);
    assert.match(message, /raise the limit/);
  });

  test("counts the results that close calls", () => {
    const open = { role: "assistant", content: null, tool_calls: Array.from({ length: 10 }, (_, at) => call(`x${at}`).tool_calls[0]) };
    const body = chat({ role: "user", content: text(200) }, { role: "assistant", content: "ok" }, { role: "user", content: "Go." }, open, { role: "user", content: "Well?" });
    const whole = trim("openai-chat", body, { maxTokens: 10_000 }).reduction.tokensBefore;
    const { body: small, reduction } = trim("openai-chat", body, { maxTokens: whole - 10, by: "age" });
    assert.ok(reduction.tokensAfter <= whole - 10);
    assert.equal(small.messages.some(({ content }) => content === text(200)), false);
    assert.equal(small.messages.filter(({ role }) => role === "tool").length, 10);
    // The closed body is no larger than was counted.
    assert.equal(trim("openai-chat", small, { maxTokens: 10_000 }).reduction.tokensBefore, reduction.tokensAfter);
  });

  test("drops thinking behind removed messages, because its signature is invalid", () => {
    const thinking = { type: "thinking", thinking: "hm", signature: "c2lnbmF0dXJl" };
    const body = {
      model: "claude-sonnet-5-5", max_tokens: 5_000, thinking: { type: "enabled", budget_tokens: 1_024 }, tools: [{ name: "look", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: text(500) }, { role: "assistant", content: "ok" }, { role: "user", content: "Go." },
        { role: "assistant", content: [thinking, { type: "tool_use", id: "x", name: "look", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: "ok" }] },
      ],
    };
    // The tool alone takes some 600 tokens.
    const { body: small, reduction } = trim("anthropic", body, { maxTokens: 1_000 });
    assert.equal(JSON.stringify(small.messages).includes("thinking"), false);
    assert.ok(reduction.repairs.some(({ code, rule }) => code === "reasoning-dropped" && rule === "AN18"));
    assert.equal(objectionOfVendor("anthropic", small), null);
  });
});

describe("options", () => {
  const body = chat({ role: "user", content: "hi" });

  for (const options of [undefined, {}, { maxTokens: -1 }, { maxTokens: NaN }, { maxTokens: "5" }, { maxTokens: 5, max: 6 }, { maxTokens: 100, openCalls: "stay" }]) {
    test(`${JSON.stringify(options)} is refused`, () => refusal(() => trim("openai-chat", body, options), "invalid-argument"));
  }

  test("the input is unchanged, and an invalid body or target is refused", () => {
    const long = chat({ role: "user", content: text(500) }, { role: "assistant", content: "ok" }, { role: "user", content: "Go." });
    const before = structuredClone(long);
    trim("openai-chat", long, { maxTokens: 100 });
    assert.deepEqual(long, before);
    refusal(() => trim("smoke", body, { maxTokens: 5 }), "unknown-format");
    refusal(() => trim("openai-chat", 5, { maxTokens: 5 }), "invalid-argument");
    refusal(() => trim("openai-chat", chat(), { maxTokens: 5 }), "nothing-to-send");
    refusal(() => trim("openai-chat", chat({ role: "wizard" }), { maxTokens: 5 }), "invalid-role");
  });
});

describe("an estimator of the caller's", () => {
  const turns = Array.from({ length: 20 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: `${"слово и 言葉 ".repeat(20)}${at}` }));
  const body = chat(...turns, { role: "user", content: "And now?" });
  const byBytes = (said) => Buffer.byteLength(said) / 2;
  /** Returns the size of a body by the function, counted without the engine: its texts, and what GPT-5 counts around a request and its messages. */
  const counted = ({ messages }, estimator) => messages.reduce((sum, { role, content }) => sum + (role === "assistant" ? 6 : 4) + estimator(content), 2);

  for (const [name, estimator] of [["script", "script"], ["bytes/3", "bytes/3"], ["chars/4", "chars/4"]]) {
    test(`${name} determines the size`, () => {
      const whole = trim("openai-chat", body, { maxTokens: 1e9, estimator }).reduction.tokensBefore;
      const maxTokens = Math.floor(whole / 2);
      const { body: small, reduction } = trim("openai-chat", body, { maxTokens, estimator });
      assert.ok(reduction.tokensAfter <= maxTokens && reduction.tokensAfter > maxTokens / 2);
      assert.equal(trim("openai-chat", small, { maxTokens: 1e9, estimator }).reduction.tokensBefore, reduction.tokensAfter);
    });
  }

  for (const [name, estimator] of [["far above the default", byBytes], ["far below it", (said) => said.length / 20]]) {
    test(`a function ${name} determines the size`, () => {
      const whole = counted(body, estimator);
      for (const share of [0.9, 0.5, 0.2]) {
        const maxTokens = Math.floor(whole * share);
        const { body: small, reduction } = trim("openai-chat", body, { maxTokens, estimator });
        assert.ok(counted(small, estimator) <= maxTokens, `${counted(small, estimator)} of ${maxTokens}`);
        assert.ok(counted(small, estimator) > maxTokens / 3, "no more than it must, about");
        assert.ok(Math.abs(reduction.tokensAfter - counted(small, estimator)) < 3);
        assert.ok(Math.abs(reduction.tokensBefore - whole) < 3);
        assert.ok(reduction.removed.length > 0);
      }
      const { reduction } = trim("openai-chat", body, { maxTokens: Math.ceil(whole) + 2, estimator });
      assert.equal(reduction.reduced, false);
      const error = refusal(() => trim("openai-chat", body, { maxTokens: 3, estimator }), "cannot-fit");
      assert.ok(error.details.tokens > 3 && error.details.limit === 3);
      assert.ok(Math.abs(error.details.tokens - counted(chat({ role: "user", content: "And now?" }), estimator)) < 3);
    });
  }

  test("that is invalid is refused", () => {
    refusal(() => trim("openai-chat", body, { maxTokens: 3, estimator: "tiktoken" }), "invalid-argument");
  });
});
