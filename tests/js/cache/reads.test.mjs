// Reads from the provider's cache: each request reads all that the one before it wrote.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, fit, fitBudget } from "backscroll";
import { BreakpointCache } from "../../support/conversation/breakpoint-cache.mjs";
import { objectionOfVendor } from "../../support/judges.mjs";
import { paramsFor } from "../../support/request-params.mjs";

const { messages: recorded } = JSON.parse(readFileSync(new URL("../../fixtures/agent-transcript.json", import.meta.url), "utf8"));

/**
 * Targets with the names of models that take breakpoints, and the blocks at which these look for what was written. Where results may not be
 * marked, a request that ends with one is written up to the words of the user.
 */
const PROVIDERS = [
  { target: "anthropic", model: "claude-sonnet-4-5", lookback: 20, marksEnd: true },
  { target: "bedrock", model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", lookback: 20, marksEnd: true },
  { target: "bedrock", model: "us.anthropic.claude-3-7-sonnet-20250219-v1:0", lookback: 20, marksEnd: true },
  { target: "bedrock", model: "amazon.nova-pro-v1:0", lookback: 1 },
  { target: "openai-chat", model: "gpt-5.6", lookback: 1, marksEnd: true },
  { target: "openai-chat", model: "anthropic/claude-sonnet-4.5", vendor: "openrouter", lookback: 20, marksEnd: true },
  { target: "openai-chat", model: "claude-sonnet-4-5", vendor: "litellm", lookback: 20, marksEnd: true },
  { target: "openai-chat", model: "qwen3-max", vendor: "qwen", lookback: 20, marksEnd: true },
  { target: "openai-responses", model: "gpt-5.6", lookback: 1 },
];

const nameOf = ({ target, vendor, model }) => `${vendor ?? target}, ${model}`;

const text = (role, content) => ({ role, content });
const calling = (ids) => ({ role: "assistant", content: null, tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "look", arguments: `{"id":"${id}"}` } })) });
const resultOf = (id) => ({ role: "tool", tool_call_id: id, content: `Nothing at ${id}. `.repeat(20) });

/** A run in which each answer makes so many calls at once. */
function parallelRun(rounds, calls, question = "Look everywhere.") {
  const ids = (round) => Array.from({ length: calls }, (_, call) => `call_${round}_${call}`);
  return [text("system", "Be brief."), text("user", question), ...Array.from({ length: rounds }, (_, round) => [calling(ids(round)), ...ids(round).map(resultOf)]).flat(), text("assistant", "Nothing.")];
}

function chat(turns) {
  return Array.from({ length: turns }, (_, turn) => [text("user", `Question ${turn}?`), text("assistant", `Answer ${turn}.`)]).flat();
}

const TRANSCRIPTS = [
  ["the recorded run of an agent", recorded],
  ["answers of one call", parallelRun(12, 1)],
  ["answers of 30 calls, more blocks than a provider looks back", parallelRun(6, 30)],
  ["a chat without a system prompt", chat(12)],
  ["a run after a chat", [...chat(3), ...parallelRun(4, 25).slice(1)]],
];

/** The messages before each answer: what each request holds. */
const requestsOf = (messages) => messages.flatMap(({ role }, index) => (role === "assistant" && index > 0 ? [messages.slice(0, index)] : []));

const paramsOf = ({ target, model }, messages) => {
  const { model: _, modelId: __, ...params } = paramsFor(target, messages);
  // With tools, chat completions take GPT-5.6 only without reasoning.
  return { ...params, [target === "bedrock" ? "modelId" : "model"]: model, ...(target === "openai-chat" && model === "gpt-5.6" && { reasoning_effort: "none" }) };
};

/** Sends each request of a transcript, written by `write`, to one cache. Returns the readings. */
function readings(provider, messages, write) {
  const cache = new BreakpointCache(provider.target, provider.lookback);
  return requestsOf(messages).map((said) => {
    const body = write(said, paramsOf(provider, messages), { cacheBreakpoints: true, vendor: provider.vendor });
    assert.equal(objectionOfVendor(provider.target, body), null);
    return cache.ask(body);
  });
}

/** Returns a function that writes the requests of a conversation which goes on. Each of its messages is one neutral message. */
function lasting(target, messages) {
  const conversation = new ConversationManager();
  const all = ConversationManager.from("openai-chat", { messages }).messages;
  assert.equal(all.length, messages.length);
  let count = 0;
  return (said, params, options) => {
    for (const message of all.slice(count, said.length)) conversation.addMessage(message);
    count = said.length;
    return conversation.toRequest(target, params, options).body;
  };
}

/** Writes the request of a conversation that is read for it. */
function readFor(target, said, params, options) {
  const conversation = ConversationManager.from("openai-chat", { messages: said });
  try {
    return conversation.toRequest(target, params, options).body;
  } finally {
    conversation.dispose();
  }
}

function anew(target) {
  return (said, params, options) => readFor(target, said, params, options);
}

function fitted(target) {
  return (said, params, options) => fit(target, readFor(target, said, params, { vendor: options.vendor }), { maxTokens: 1_000_000, ...options }).body;
}

for (const provider of PROVIDERS) {
  describe(nameOf(provider), () => {
    for (const [name, messages] of TRANSCRIPTS) {
      test(`each request reads all that the one before it wrote: ${name}`, () => {
        const found = readings(provider, messages, lasting(provider.target, messages));
        assert.ok(found.length > 3 && found.every(({ kept }) => kept > 0));
        assert.deepEqual(found.slice(1).map(({ read }, index) => read >= found[index].kept), found.slice(1).map(() => true));
        assert.equal(found[0].read, 0);
        if (provider.marksEnd) assert.deepEqual(found.map(({ kept }) => kept), found.map(({ blocks }) => blocks));
      });
    }

    test("a conversation that goes on, one that is read anew, and `fit` mark the same places", () => {
      for (const messages of [parallelRun(5, 25), [...chat(3), ...parallelRun(4, 1).slice(1)]]) {
        const ways = [lasting, anew, fitted].map((way) => readings(provider, messages, way(provider.target, messages)));
        assert.deepEqual(ways, [ways[0], ways[0], ways[0]]);
      }
    });
  });
}

/** A reduction that removes the round in the middle. */
const middle = ({ draft, messages }) => {
  const rounds = messages.filter(({ toolCalls }) => toolCalls !== undefined);
  return draft.remove([rounds[Math.floor(rounds.length / 2)].id]) > 0;
};

/** The tokens that the messages of a run take in a request to the first provider, without its tools. */
const sizeOf = (messages) => estimateTokens(ConversationManager.from("openai-chat", { messages }).messages, { model: PROVIDERS[0].model, format: PROVIDERS[0].target });

describe("after a reduction, a request reads all of what was written before the cut", () => {
  for (const [name, reduce, messages, tokenLimit, least] of [
    ["a round in the middle is removed", middle, parallelRun(16, 3), sizeOf(parallelRun(8, 3)), 20],
    ["a round in the middle of answers with 25 calls is removed", middle, parallelRun(9, 25), sizeOf(parallelRun(4, 25)), 100],
    ["by age", fitBudget({ by: "age", reduceTo: 0.7 }), recorded, 20_000, 100],
    ["by need", fitBudget({ by: "need" }), recorded, 20_000, 26],
  ]) {
    test(name, async () => {
      const [provider] = PROVIDERS;
      const cache = new BreakpointCache(provider.target, provider.lookback);
      const conversation = new ConversationManager({ tokenLimit, reduce });
      const params = paramsOf(provider, messages);
      const cuts = [];
      for (const message of ConversationManager.from("openai-chat", { messages }).messages) {
        if (message.role === "assistant") {
          const { body, reduction } = await conversation.prepare(provider.target, params, { cacheBreakpoints: true });
          const { read, held } = cache.ask(body);
          if (reduction !== null) cuts.push({ read, held });
        }
        conversation.addMessage(message);
      }
      assert.ok(cuts.length > 2 && cuts.some(({ read }) => read > least));
      assert.deepEqual(cuts.map(({ read }) => read), cuts.map(({ held }) => held));
    });
  }
});

describe("the cache of the tests", () => {
  const provider = PROVIDERS[0];
  const run = parallelRun(4, 30);

  test("finds nothing beyond its look-back where only the end is marked", () => {
    const cache = new BreakpointCache("anthropic", 20);
    const reads = requestsOf(run).map((said) => {
      const body = anew("anthropic")(said, paramsOf(provider, run));
      return cache.ask({ ...body, messages: body.messages.map((message, index, all) => (index < all.length - 1 ? message : { ...message, content: message.content.map((block, at) => (at < message.content.length - 1 ? block : { ...block, cache_control: { type: "ephemeral" } })) })) }).read;
    });
    assert.deepEqual(reads, [0, 0, 0, 0, 0]);
  });

  test("serves nothing after a change at the beginning", () => {
    const cache = new BreakpointCache("anthropic", 20);
    const write = (system) => anew("anthropic")([text("system", system), ...run.slice(1, 2)], paramsOf({ target: "anthropic", model: "claude-sonnet-4-5" }, []), { cacheBreakpoints: true });
    assert.deepEqual([write("One."), write("One."), write("Two.")].map((body) => cache.ask(body).read), [0, 2, 0]);
  });
});
