// fit: a list or body of any format, made to fit without a conversation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { AIMessage, HumanMessage, ToolMessage, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { convert, estimateTokens, fit, trim } from "backscroll";
import { LISTS, objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";
import { frozen, listOf, outOf, stored, written } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const recorded = JSON.parse(readFileSync(new URL("../../fixtures/agent-transcript.json", import.meta.url), "utf8")).messages;
const neutral = convert("openai-chat", "backscroll", recorded).body;
const size = estimateTokens(neutral);

/** Every form of messages that programs keep. */
const FORMS = [...FORMATS.map((format) => [format]), ["ai-sdk", "ui"], ["langchain", "serialized"], ["strands", "messages"], ["strands", "python"]];

describe("messages that fit", () => {
  for (const [format, form] of FORMS) {
    test(`${format} ${form ?? ""}: the objects are the same`, () => {
      const given = written(format, neutral, form);
      const { tokens, reduction, memoryNote, ...fitted } = fit(format, given, { maxTokens: 10 * size });
      const [list, before] = [listOf(format, outOf(fitted)), listOf(format, given)];
      assert.deepEqual(outOf(fitted), given);
      assert.ok(list.length > 0 && list.every((message, place) => message === before[place]));
      assert.notEqual(list, before, "the list is the caller's to change");
      assert.deepEqual([reduction, memoryNote, tokens > size / 2], [null, null, true]);
    });
  }
});

describe("messages that do not fit", () => {
  const maxTokens = Math.floor(size / 4);

  for (const [format, form] of FORMS) {
    const given = written(format, neutral, form);
    const before = listOf(format, given);

    test(`${format} ${form ?? ""}: are reduced, and unchanged objects stay the same`, () => {
      const fitted = fit(format, given, { maxTokens });
      const list = listOf(format, outOf(fitted));
      const kept = list.filter((message) => before.includes(message)).length;
      assert.ok(fitted.tokens <= maxTokens && fitted.tokens > maxTokens / 2, `${fitted.tokens} of ${maxTokens}`);
      assert.equal(Array.isArray(fitted.messages), Array.isArray(given));
      assert.ok(kept > list.length / 4, `${kept} of ${list.length}`);
      assert.ok(fitted.reduction.removed.length + fitted.reduction.shortened.length > 0);
      assert.equal(fitted.reduction.tokensAfter, fitted.tokens);
      assert.ok(fitted.reduction.tokensBefore > 3 * maxTokens);
      if (format in LISTS) {
        assert.equal(objection(format, fitted.body), null);
        assert.deepEqual(params(format, fitted.body), params(format, given));
      }
    });

    test(`${format} ${form ?? ""}: a stored memory is used`, () => {
      const first = fit(format, given, { maxTokens });
      const second = fit(format, given, { maxTokens, memory: stored(first.memory) });
      assert.deepEqual(outOf(second), outOf(first));
      assert.deepEqual([second.tokens, second.reduction, second.memoryNote], [first.tokens, null, null]);
      assert.deepEqual(second.memory, first.memory);
      assert.ok(JSON.stringify(first.memory).length < JSON.stringify(given).length / 4);
    });
  }

  for (const format of Object.keys(LISTS)) {
    test(`${format}: a list gives the same result as a body`, () => {
      const { messages } = fit(format, listOf(format, written(format, neutral)), { maxTokens });
      assert.ok(Array.isArray(messages) && messages.length > 10);
    });
  }

  test("the system prompt and the tools stay, and count", () => {
    const tools = [{ type: "function", function: { name: "read", parameters: { type: "object" }, description: "x".repeat(8_000) } }];
    // The recorded messages have cache markers, which OpenAI refuses.
    const body = frozen({ model: "anthropic/claude-sonnet-4.5", tools, messages: recorded });
    const fitted = fit("openai-chat", body, { maxTokens, vendor: "openrouter" });
    assert.equal(fitted.body.tools, tools);
    assert.equal(fitted.body.messages[0], recorded[0]);
    assert.ok(fitted.tokens <= maxTokens);
    const { details } = refusal(() => fit("openai-chat", body, { maxTokens: 100 }), "cannot-fit");
    assert.ok(details.params > 1_000 && details.tokens > 100 && details.limit === 100, JSON.stringify(details));
  });

  test("open calls at the end stay open in a list of a program, and are closed for a provider", () => {
    const open = [...neutral.slice(0, 20), { role: "user", content: "Go on." }, { role: "assistant", content: null, toolCalls: [{ id: "last", name: "read", arguments: "{}" }] }];
    const { messages, repairs } = fit("backscroll", frozen(open), { maxTokens: Math.floor(estimateTokens(open) / 2) });
    assert.equal(messages.at(-1), open.at(-1));
    assert.deepEqual(repairs, []);
    const chat = convert(neutral.slice(0, 3), "backscroll", "openai-chat").body.messages;
    const call = { role: "assistant", content: null, tool_calls: [{ id: "last", type: "function", function: { name: "read", arguments: "{}" } }] };
    const closed = fit("openai-chat", { model: "gpt-5", messages: [...chat, { role: "user", content: "Go on." }, call] }, { maxTokens: 10_000 });
    assert.equal(closed.body.messages.at(-1).role, "tool");
    assert.deepEqual(closed.repairs.map(({ code }) => code), ["missing-result-added"]);
  });

  test("messages of LangChain's classes keep their class, and LangChain accepts the others", () => {
    const rounds = Array.from({ length: 12 }, (_, at) => [
      new AIMessage({ content: "", tool_calls: [{ id: `c${at}`, name: "read", args: {} }] }),
      new ToolMessage({ tool_call_id: `c${at}`, content: "line\n".repeat(200) }),
    ]).flat();
    const given = [new HumanMessage("Read the logs."), ...rounds];
    const { messages } = fit("langchain", given, { maxTokens: 4_000 });
    const others = messages.filter((message) => !given.includes(message));
    assert.ok(others.length > 0 && others.length < messages.length / 2, `${others.length} of ${messages.length}`);
    assert.deepEqual(others.map((message) => coerceMessageLikeToMessage(message).content), others.map(({ kwargs }) => kwargs.content));
  });
});

describe("a summary", () => {
  const talk = (turns) => Array.from({ length: turns }, (_, at) => [
    { role: "user", content: `Where shall we go on day ${at}, and what shall we see there?` },
    { role: "assistant", content: `On day ${at} to the harbour: the museum opens at ten, and there is a good lunch beside it.` },
  ]).flat();
  const maxTokens = 1_000;
  const most = 2_000;

  for (const format of ["ai-sdk", "openai-chat", "backscroll", "langchain", "strands"]) {
    test(`${format}: is requested once, and stays`, async () => {
      let asked = 0;
      const summarize = async () => `They spoke of ${(asked += 1)} things.`;
      const list = (messages) => frozen(listOf(format, convert(talk(80).slice(0, messages), "backscroll", format).body));
      const first = await fit(format, list(89), { maxTokens: most, summarize });
      assert.equal(asked, 1);
      assert.match(JSON.stringify(first.messages), /They spoke of 1 things/);
      assert.ok(first.tokens <= most);
      const second = await fit(format, list(91), { maxTokens: most, summarize, memory: stored(first.memory) });
      assert.equal(asked, 1);
      assert.equal(JSON.stringify(second.messages[0]), JSON.stringify(first.messages[0]));
      assert.deepEqual([second.reduction, second.memoryNote], [null, null]);
    });
  }

  test("that fails is reported, and the oldest turns are dropped without it", async () => {
    const fitted = await fit("backscroll", talk(26), { maxTokens, summarize: async () => Promise.reject(new Error("down")) });
    assert.ok(fitted.tokens <= maxTokens);
    assert.deepEqual(fitted.repairs.map(({ code }) => code), ["reduction-step-failed"]);
  });

  test("can be aborted", async () => {
    const abort = new AbortController();
    const summarize = () => new Promise(() => abort.abort(new Error("enough")));
    await assert.rejects(fit("backscroll", talk(30), { maxTokens, summarize, signal: abort.signal }), { code: "aborted" });
  });
});

describe("an estimator", () => {
  const maxTokens = 12_000;

  for (const estimator of ["bytes/3", (text) => text.length / 3]) {
    for (const format of ["backscroll", "anthropic"]) {
      test(`${format}: ${typeof estimator === "string" ? estimator : "a function"} determines the size`, () => {
        const given = written(format, neutral);
        const fitted = fit(format, given, { maxTokens, estimator });
        assert.ok(fitted.tokens <= maxTokens && fitted.tokens > maxTokens / 2, String(fitted.tokens));
        // An unknown model takes four tokens around a request; the systems of "bytes/3" count texts alone.
        const around = typeof estimator === "string" ? 0 : 4;
        const counted = format === "anthropic" ? trim(format, fitted.body, { maxTokens: 1e9, estimator }).reduction.tokensBefore : estimateTokens(fitted.messages, { estimator }) + around;
        // The weight of each text is kept in thousandths of a token, so thirds of a token may round otherwise in the sum.
        assert.ok(Math.abs(fitted.tokens - counted) <= 1, `${fitted.tokens}, ${counted}`);
        assert.deepEqual(outOf(fit(format, given, { maxTokens, estimator, memory: stored(fitted.memory) })), outOf(fitted));
      });
    }
  }
});

describe("`capabilities` name the model by which messages without one are counted", () => {
  const talk = [{ role: "user", content: "Здравствуйте, как дела? ".repeat(40) }, { role: "assistant", content: "Хорошо. ".repeat(40) }, { role: "user", content: "Ok?" }];
  const sizes = Object.fromEntries(["gpt-5", "claude-opus-5-5", "mistral-large-latest"].map((model) => [model, fit("openai-chat", { model, messages: talk }, { maxTokens: 1e6 }).tokens]));
  test("the models count differently", () => assert.equal(new Set(Object.values(sizes)).size, 3));
  for (const [format, form] of FORMS) {
    test(`${format} ${form ?? ""}: the size, and the window`, () => {
      const given = written(format, talk, form);
      for (const [model, tokens] of Object.entries(sizes)) {
        const fitted = fit(format, given, { tokenLimit: "auto", capabilities: { model } });
        assert.equal(fitted.tokens, tokens, model);
      }
    });
  }
});

describe("refusals", () => {
  const list = [{ role: "user", content: "Hello." }];
  for (const [name, work, code, text] of [
    ["no options", () => fit("ai-sdk", list), "invalid-argument", /options/],
    ["no limit", () => fit("ai-sdk", list, {}), "invalid-argument", /maxTokens/],
    ["an unknown option", () => fit("ai-sdk", list, { maxTokens: 1, maxToken: 1 }), "invalid-argument", /maxToken/],
    ["an unknown format", () => fit("vercel", list, { maxTokens: 100 }), "unknown-format", /format/],
    ["a text", () => fit("ai-sdk", "Hello.", { maxTokens: 100 }), "invalid-argument", /text/],
    ["options of summaries without `summarize`", () => fit("ai-sdk", list, { maxTokens: 100, summaryTokens: 5 }), "invalid-argument", /summarize/],
    ["what cannot fit", () => fit("ai-sdk", list, { maxTokens: 1 }), "cannot-fit", /the limit is 1/],
    ["instructions in a list that has no place for them", () => fit("anthropic", [{ role: "system", content: "Be brief." }, ...list], { maxTokens: 100 }), "invalid-argument", /whole body/],
  ]) {
    test(name, () => assert.match(refusal(work, code).message, text));
  }
});

function params(format, body) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== LISTS[format]));
}

test("a summary that failed is not asked for again, and is reported once", async () => {
  let asked = 0;
  const summarize = async () => {
    asked += 1;
    throw new Error("No network.");
  };
  const messages = Array.from({ length: 201 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "word ".repeat(40) }));
  const { repairs } = await fit("openai-chat", messages, { maxTokens: 1_500, summarize });
  assert.equal(asked, 1);
  assert.deepEqual(repairs.map(({ code }) => code), ["reduction-step-failed"]);
});
