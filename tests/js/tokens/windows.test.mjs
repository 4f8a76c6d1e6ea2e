// The window of a request: `tokenLimit` less `reserveTokens`, in a conversation, in `fit` and in an adapter, where either may be "auto".

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HumanMessage } from "@langchain/core/messages";
import { ConversationManager, fit, noReduction } from "backscroll";
import "backscroll/ai-sdk";
import { fitModelMiddleware } from "backscroll/ai-sdk/agent";
import { fitAgentMiddleware as fitLangChain } from "backscroll/langchain/agent";
import { fitProcessor } from "backscroll/mastra";
import { fitModel } from "backscroll/openai-agents";
import { LISTS } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";

const CHAT = "openai-chat";
const GPT = { model: "gpt-4o" };

/** An estimator with which no words fit, so that the error tells the window. */
const huge = (text) => (text === "" ? 0 : 1e8);

function conversed(options) {
  const conversation = new ConversationManager({ reduce: noReduction(), ...options });
  conversation.addMessage("user", "Hello.");
  return conversation;
}

/** The body of a request with these params. */
function bodyOf(target, params) {
  const conversation = conversed();
  try {
    return { ...conversation.toRequest(target, params).body };
  } finally {
    conversation.dispose();
  }
}

/** Calls a model through the middleware of the AI SDK. */
function called(options, { model: modelId, max_tokens: maxOutputTokens }) {
  const prompt = [{ role: "user", content: [{ type: "text", text: "Hello." }] }];
  const model = { modelId, doGenerate: async ({ prompt: messages }) => messages };
  return fitModelMiddleware(options).wrapGenerate({ params: { prompt, ...(maxOutputTokens !== undefined && { maxOutputTokens }) }, model });
}

/** The adapters: each makes a call to a model that allows its answer so many tokens. */
const ADAPTERS = {
  "the AI SDK": (options, answer) => called(options, { ...GPT, max_tokens: answer }),
  LangChain: (options, answer) => fitLangChain(options).wrapModelCall({ model: { ...GPT, maxTokens: answer }, messages: [new HumanMessage("Hello.")], tools: [] }, (request) => request),
  "OpenAI Agents": (options, answer) => {
    const inner = { _model: "gpt-4o", model: "gpt-4o", getResponse: async (request) => request };
    return fitModel(inner, options).getResponse({ input: "Hello.", tools: [], handoffs: [], outputType: "text", modelSettings: { maxTokens: answer } });
  },
  Mastra: async (options, answer) => {
    const [processor, state] = [fitProcessor(options), {}];
    await processor.processInputStep({ state, tools: {}, modelSettings: { maxOutputTokens: answer } });
    return processor.processLLMRequest({ state, model: { modelId: "gpt-4o" }, prompt: [{ role: "user", content: [{ type: "text", text: "Hello." }] }], retryCount: 0 });
  },
};

/**
 * The ways in which a request is made to fit a window. `room` is what a refusal says of it: a conversation says limit and reserve, and the
 * others their difference.
 */
const WAYS = {
  "a conversation": { run: (window, target, params, more) => conversed({ ...window, ...more }).prepare(target, params), room: ({ limit, reserve }) => limit - reserve },
  "prepare, with options of its own": { run: (window, target, params, more) => conversed({ tokenLimit: 77, reserveTokens: 7, ...more }).prepare(target, params, { reserveTokens: "auto", ...window }), room: ({ limit, reserve }) => limit - reserve },
  "fit of a body": { run: (window, target, params, more) => fit(target, bodyOf(target, params), { ...window, ...more }), room: ({ limit }) => limit },
};
const ADAPTER = { run: (window, _, params, more) => called({ ...window, ...more }, params), room: ({ limit }) => limit };

/** Checks the room of a request, and the report of the tokens that are kept free where they are fewer than it allows the answer. */
async function check(way, window, target, params, { room, lowered }) {
  const { details } = await refusal(async () => way.run(window, target, params, { estimator: huge }), "cannot-fit");
  assert.equal(way.room(details), room);
  if (way === ADAPTER) return;
  const { repairs } = await way.run(window, target, params);
  const told = repairs.filter(({ code }) => code === "reserve-lowered");
  assert.equal(told.length, lowered === undefined ? 0 : 1, JSON.stringify(repairs));
  if (lowered !== undefined) assert.match(told[0].detail, new RegExp(`more than half of the window.*: ${lowered} are kept free`));
}

/** Fact, window, params, and what is left for the request. */
const WINDOWS = [
  ["without a length of the answer, the whole window is the request's", { tokenLimit: 1_000 }, GPT, { room: 1_000 }],
  ["the length of the answer is kept free", { tokenLimit: 1_000 }, { ...GPT, max_tokens: 100 }, { room: 900 }],
  ['"auto" is the default', { tokenLimit: 1_000, reserveTokens: "auto" }, { ...GPT, max_tokens: 100 }, { room: 900 }],
  ["a number is kept free, whatever the request allows the answer", { tokenLimit: 1_000, reserveTokens: 30 }, { ...GPT, max_tokens: 900 }, { room: 970 }],
  ["0 keeps nothing free", { tokenLimit: 1_000, reserveTokens: 0 }, { ...GPT, max_tokens: 900 }, { room: 1_000 }],
  ["half of the window may be the answer's, without a report", { tokenLimit: 1_000 }, { ...GPT, max_tokens: 500 }, { room: 500 }],
  ["more than half is not kept free, and it is reported", { tokenLimit: 1_000 }, { ...GPT, max_tokens: 501 }, { room: 500, lowered: 500 }],
  ["half of the window is rounded down", { tokenLimit: 1_001 }, { ...GPT, max_tokens: 1_000 }, { room: 501, lowered: 500 }],
  ['"auto" is the window of the model', { tokenLimit: "auto" }, GPT, { room: 128_000 }],
  ['both may be "auto"', { tokenLimit: "auto" }, { ...GPT, max_tokens: 4_000 }, { room: 124_000 }],
  ["the window of the model less a number", { tokenLimit: "auto", reserveTokens: 8_000 }, GPT, { room: 120_000 }],
  ["the window of another model is another", { tokenLimit: "auto" }, { model: "gpt-4" }, { room: 8_192 }],
];

for (const [name, way] of [...Object.entries(WAYS), ["a call of the AI SDK", ADAPTER]]) {
  describe(`${name}: the window`, () => {
    for (const [fact, window, params, expected] of WINDOWS) {
      test(fact, () => check(way, window, CHAT, params, expected));
    }

    for (const [fact, window, params, text] of [
      ['a model that nobody knows has no "auto"', { tokenLimit: "auto" }, { model: "nobody-knows" }, /The context window of this model is not known.*`models`/],
      ["a number above the window of the model leaves no room", { tokenLimit: "auto", reserveTokens: 8_192 }, { model: "gpt-4" }, /above.*they are 8192 and 8192/],
      ["a reserve as large as the limit leaves no room", { tokenLimit: 100, reserveTokens: 100 }, GPT, /above.*they are 100 and 100/],
      ["a limit of 0 leaves no room", { tokenLimit: 0 }, GPT, /above/],
      ["another word is no limit", { tokenLimit: "all" }, GPT, /tokenLimit.*"auto"/],
      ["another word is no reserve", { tokenLimit: 100, reserveTokens: "none" }, GPT, /reserveTokens.*"auto"/],
      ["a limit below 0 is none", { tokenLimit: -1 }, GPT, /tokenLimit/],
      ["half a token is no reserve", { tokenLimit: 100, reserveTokens: 0.5 }, GPT, /reserveTokens/],
    ]) {
      test(`${fact}: invalid-argument`, async () => {
        const error = await refusal(async () => way.run(window, CHAT, params), "invalid-argument");
        assert.match(error.message, text);
      });
    }
  });
}

test('`models` tells the window of a name of the program\'s own', async () => {
  const models = [{ name: "nobody-knows", like: "gpt-4" }];
  for (const run of [
    (more) => conversed({ tokenLimit: "auto", ...more }).prepare(CHAT, { model: "nobody-knows" }, { models }),
    (more) => fit(CHAT, bodyOf(CHAT, { model: "nobody-knows" }), { tokenLimit: "auto", models, ...more }),
  ]) {
    const { details } = await refusal(async () => run({ estimator: huge }), "cannot-fit");
    assert.equal(details.limit, 8_192);
  }
});

describe("the length of an answer is read from", () => {
  for (const [target, fields] of [
    [CHAT, { max_tokens: 77 }],
    [CHAT, { max_completion_tokens: 77 }],
    [CHAT, { max_tokens: 12, max_completion_tokens: 77 }],
    ["openai-responses", { max_output_tokens: 77 }],
    ["anthropic", { max_tokens: 77 }],
    ["anthropic", { max_tokens: 77, system: "Be brief." }],
    ["gemini", { generationConfig: { maxOutputTokens: 77 } }],
    ["gemini", { generationConfig: { maxOutputTokens: 77, stopSequences: ["end"] } }],
    ["gemini", { config: { maxOutputTokens: 77 } }],
    ["bedrock", { inferenceConfig: { maxTokens: 77 } }],
    ["mistral", { max_tokens: 77 }],
    ["mistral", { maxTokens: 77 }],
  ]) {
    test(`${JSON.stringify(fields)}, ${target}`, async () => {
      for (const [name, way] of Object.entries(WAYS)) {
        // A request that is written may leave out a field of another vendor, so the body gets it afterwards.
        const run = (more) => (name === "fit of a body" ? fit(target, { ...bodyOf(target, {}), ...fields }, { tokenLimit: 1_000, ...more }) : way.run({ tokenLimit: 1_000 }, target, fields, more));
        const { details } = await refusal(async () => run({ estimator: huge }), "cannot-fit");
        assert.equal(way.room(details), 923, name);
      }
    });
  }
});

describe("fit of a list", () => {
  const list = [{ role: "user", content: "Hello." }];
  for (const [fact, options, limit] of [
    ["a window less a reserve", { tokenLimit: 1_000, reserveTokens: 100 }, 900],
    ["nothing is known of its answer", { tokenLimit: 1_000 }, 1_000],
    ["the window of the model that the capabilities name", { tokenLimit: "auto", capabilities: { model: "gpt-4" } }, 8_192],
    ["that window less a reserve", { tokenLimit: "auto", reserveTokens: 192, capabilities: { model: "gpt-4" } }, 8_000],
  ]) {
    test(fact, async () => {
      for (const format of [CHAT, "backscroll", "ai-sdk"]) {
        const { details } = await refusal(() => fit(format, list, { estimator: huge, ...options }), "cannot-fit");
        assert.equal(details.limit, limit, format);
      }
    });
  }
});

describe("maxTokens or tokenLimit", () => {
  const list = [{ role: "user", content: "Hello." }];
  const FITS = { "fit of a list": (options) => fit(CHAT, list, options), "fit of a body": (options) => fit(CHAT, { ...GPT, messages: list }, options), "the middleware": (options) => fitModelMiddleware(options) };
  for (const [name, run] of Object.entries(FITS)) {
    for (const [fact, options, text] of [
      ["both", { maxTokens: 100, tokenLimit: 100 }, /not both/],
      ['both, with "auto"', { maxTokens: 100, tokenLimit: "auto" }, /not both/],
      ["maxTokens and a reserve", { maxTokens: 100, reserveTokens: 10 }, /not both/],
      ["a reserve alone", { reserveTokens: 10 }, /tokenLimit/],
      ["no limit", { tokenLimit: null, reserveTokens: 10 }, /tokenLimit/],
      ["neither", {}, /maxTokens/],
    ]) {
      test(`${name}: ${fact} is refused`, () => assert.match(refusal(() => run(options), "invalid-argument").message, text));
    }
  }
});

describe('a conversation with "auto"', () => {
  const AUTO = { tokenLimit: "auto" };

  test("says so, and knows its window once a request named a model", async () => {
    const conversation = conversed(AUTO);
    assert.deepEqual([conversation.tokenLimit, conversation.reserveTokens], ["auto", "auto"]);
    assert.deepEqual([conversation.tokenRemaining, conversation.approachingLimit(0)], [null, false]);
    for (const [model, window] of [["gpt-4o", 128_000], ["gpt-4", 8_192]]) {
      await conversation.prepare(CHAT, { model });
      assert.equal(conversation.tokenRemaining, window - conversation.contextTokens);
      const share = conversation.contextTokens / window;
      assert.deepEqual([conversation.approachingLimit(share), conversation.approachingLimit(share * 1.01)], [true, false]);
    }
    await refusal(() => conversation.prepare(CHAT, { model: "nobody-knows" }), "invalid-argument");
    assert.deepEqual(conversation.messages.length, 1);
  });

  test("is reduced to the window of each request's model", async () => {
    const conversation = new ConversationManager(AUTO);
    for (let turn = 0; turn < 200; turn += 1) {
      conversation.addMessage("user", `Question ${turn}. ${"word ".repeat(50)}`);
      conversation.addMessage("assistant", "Yes.");
    }
    conversation.addMessage("user", "And now?");
    assert.equal((await conversation.prepare(CHAT, { ...GPT, max_tokens: 1_000 })).reduction, null);
    const { tokens, reduction } = await conversation.prepare(CHAT, { model: "gpt-4", max_tokens: 1_000 });
    assert.ok(reduction.removed.length + reduction.shortened.length > 0 && tokens <= 7_192, String(tokens));
  });

  test("may be set, and back", () => {
    const conversation = conversed({ tokenLimit: 500, reserveTokens: 100 });
    conversation.tokenLimit = "auto";
    conversation.reserveTokens = "auto";
    assert.deepEqual([conversation.tokenLimit, conversation.reserveTokens], ["auto", "auto"]);
    conversation.tokenLimit = 50;
    refusal(() => void (conversation.reserveTokens = 50), "invalid-argument");
    assert.deepEqual([conversation.tokenLimit, conversation.reserveTokens], [50, "auto"]);
  });

  for (const [fact, options, settings] of [
    ["neither is given", {}, {}],
    ["the limit is a number", { tokenLimit: 500 }, { tokenLimit: 500 }],
    ["a reserve of 0", { tokenLimit: 500, reserveTokens: 0 }, { tokenLimit: 500, reserveTokens: 0 }],
    ["a reserve", { tokenLimit: 500, reserveTokens: 20 }, { tokenLimit: 500, reserveTokens: 20 }],
    ['the limit is "auto"', AUTO, AUTO],
    ['the limit is "auto", less a reserve', { ...AUTO, reserveTokens: 20 }, { ...AUTO, reserveTokens: 20 }],
  ]) {
    test(`a snapshot keeps the window: ${fact}`, async () => {
      const conversation = conversed(options);
      const { tokenLimit, reserveTokens } = conversation;
      const snapshot = conversation.toJSON();
      assert.deepEqual(snapshot.settings ?? {}, settings);
      const again = ConversationManager.fromJSON(JSON.stringify(snapshot));
      assert.deepEqual([again.tokenLimit, again.reserveTokens], [tokenLimit, reserveTokens]);
      const other = ConversationManager.fromJSON(snapshot, { tokenLimit: "auto", reserveTokens: "auto", estimator: huge });
      assert.deepEqual([other.tokenLimit, other.reserveTokens], ["auto", "auto"]);
      const { details } = await refusal(() => other.prepare(CHAT, { model: "gpt-4", max_tokens: 92 }), "cannot-fit");
      assert.deepEqual([details.limit, details.reserve], [8_192, 92]);
    });
  }
});

describe("each adapter", () => {
  for (const [name, run] of Object.entries(ADAPTERS)) {
    for (const [fact, options, answer, limit] of [
      ["keeps free what the call allows its answer", { tokenLimit: 1_000 }, 100, 900],
      ["keeps at most half of the window free", { tokenLimit: 1_000 }, 800, 500],
      ["keeps nothing free where the call says nothing", { tokenLimit: 1_000 }, undefined, 1_000],
      ["takes the window of the call's model", { tokenLimit: "auto", reserveTokens: 8_000 }, 100, 120_000],
    ]) {
      test(`${name}: ${fact}`, async () => {
        const { details } = await refusal(async () => run({ ...options, estimator: huge }, answer), "cannot-fit");
        assert.equal(details.limit, limit);
      });
    }
  }
});

test("the targets of this table are all that there are", () => assert.deepEqual(Object.keys(LISTS).sort(), ["anthropic", "bedrock", "gemini", "mistral", CHAT, "openai-responses"].sort()));
