// Former names of options, functions and classes, which programs still use: they do what today's names do.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as strandsEntry from "backscroll/strands";
import * as aiSdkAgent from "backscroll/ai-sdk/agent";
import * as langchainAgent from "backscroll/langchain/agent";
import { convert, costAware, fitBudget, offload, recentTurns } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { story } from "../../support/reduce/stories.mjs";

const REDUCER = { name: "drops", reduce: ({ draft }) => draft.keepRecentTurns(2) > 0 };

/** Returns the messages that a strategy leaves of a history, and its steps. `share` is the goal, in the sizes of the history. */
async function left(reduce, share = 0.5, options = {}) {
  const conversation = story("ua".repeat(20));
  const reduction = await conversation.reduceNow({ reduce, maxTokens: Math.ceil(conversation.contextTokens * share), ...options });
  // The id of the system prompt is random.
  return { left: conversation.messages.slice(1).map(({ id }) => id), steps: reduction?.steps };
}

describe("an option by its former name", () => {
  const longer = offload({ keep: 1, longerThan: 100 });
  for (const [name, former, today, share] of [
    ["fitBudget: hold", fitBudget({ hold: 0.8 }), fitBudget({ reduceAbove: 0.8 }), 1.1],
    ["fitBudget: jump", fitBudget({ jump: 0.3 }), fitBudget({ reduceTo: 0.3 })],
    ["fitBudget: first", fitBudget({ first: REDUCER }), fitBudget({ firstStep: REDUCER })],
    ["fitBudget: all three", fitBudget({ hold: 0.9, jump: 0.2, first: longer }), fitBudget({ reduceAbove: 0.9, reduceTo: 0.2, firstStep: longer })],
    ["costAware: keepTokens", costAware({ model: "gpt-5", keepTokens: 500 }), costAware({ model: "gpt-5", reduceTo: 500 })],
  ]) {
    test(name, async () => {
      const found = await left(today, share);
      assert.notDeepEqual(found, await left(fitBudget(), share), "the option has an effect");
      assert.deepEqual(await left(former, share), found);
    });
  }

  test("reduceNow: targetTokens", async () => {
    const goals = [];
    const seen = ({ maxTokens, targetTokens }) => void goals.push([maxTokens, targetTokens]);
    await story("ua").reduceNow({ targetTokens: 30, reduce: seen });
    assert.deepEqual(goals, [[30, 30]]);
  });

  for (const [name, both] of [
    ["fitBudget", () => fitBudget({ jump: 0.5, reduceTo: 0.5 })],
    ["costAware", () => costAware({ model: "gpt-5", keepTokens: 500, reduceTo: 500 })],
    ["reduceNow", () => story("ua").reduceNow({ targetTokens: 500, maxTokens: 500 })],
  ]) {
    test(`${name}: beside its new name is refused`, async () => {
      const error = await refusal(both, "invalid-argument");
      assert.match(error.message, /is the former name of/);
    });
  }
});

describe("the context of a reduction", () => {
  /** The sizes of a history after a strategy got a changed context. */
  const reduced = (change) => left({ name: "inner", reduce: (context) => fitBudget({ by: "age" }).reduce(change(context)) });

  test("a copy with another `maxTokens` counts", async () => {
    const [less, usual] = [await reduced((context) => ({ ...context, maxTokens: 1_000 })), await reduced((context) => context)];
    assert.ok(less.left.length < usual.left.length);
  });
  test("a copy with another `targetTokens` counts the same", async () => {
    assert.deepEqual(await reduced((context) => ({ ...context, targetTokens: 1_000 })), await reduced((context) => ({ ...context, maxTokens: 1_000 })));
  });
  test("a context of one's own may have the former name alone", async () => {
    assert.deepEqual(await reduced(({ draft }) => ({ draft, targetTokens: 1_000 })), await reduced(({ draft }) => ({ draft, maxTokens: 1_000 })));
  });
  test("a strategy that is given a context in place of options is refused", async () => {
    const error = await new Promise((resolve) => story("ua").reduceNow({ maxTokens: 1, reduce: (context) => resolve(refusal(() => recentTurns(context), "invalid-argument")) }));
    assert.match(error.message, /call the function that makes a strategy/);
  });
});

describe("`convert` with the body first", () => {
  const list = [{ role: "user", content: "Hi" }];
  for (const [name, former, today] of [
    ["a list", () => convert(list, "openai-chat", "anthropic"), () => convert("openai-chat", "anthropic", list)],
    ["a body", () => convert({ messages: list }, "openai-chat", "gemini"), () => convert("openai-chat", "gemini", { messages: list })],
    ["options", () => convert(list, "openai-chat", "openai-chat", { openCalls: "drop" }), () => convert("openai-chat", "openai-chat", list, { openCalls: "drop" })],
  ])
    test(name, () => assert.deepEqual(former(), today()));

  for (const [name, call, words] of [
    ["a text as the body", () => convert("Hi", "openai-chat", "anthropic"), /The body is a text/],
    ["a misspelt format, first", () => convert("openai", "anthropic", list), /`from` must be one of .* Did you mean `openai-chat`/],
    ["a misspelt format, in the middle", () => convert("openai-chat", "claude", list), /`to` must be one of .* Did you mean `anthropic`/],
    ["a misspelt format after the body", () => convert(list, "openai-chat", "claude"), /`to` must be one of/],
    ["no body", () => convert("openai-chat", "anthropic"), /`body` must be a request body/],
  ])
    test(`${name} is refused by its name`, () => assert.match(refusal(call).message, words));
});

test("adapters have their former names, too", () => {
  assert.equal(aiSdkAgent.fitMiddleware, aiSdkAgent.fitModelMiddleware);
  assert.equal(langchainAgent.fitMiddleware, langchainAgent.fitAgentMiddleware);
  assert.equal(strandsEntry.ConversationManager, strandsEntry.StrandsConversationManager);
});
