// The forecast of what the prompt cache serves, beside models of three caches that read the bodies of recorded conversations.
//
// Tokens are compared as the package counts them. A run is within 2 % of what its cache serves; in a short run, one step of the cache for
// each request is more than that, and allowed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { AnthropicCache, OpenAICache, PrefixCache } from "../../support/cache/caches.mjs";
import { isText, replay } from "../../support/cache/forecasts.mjs";
import { runs, spread } from "../../support/runs.mjs";
import { recordedCodingRuns, recordedConversations } from "../../support/shared-data.mjs";

/** The caches, with the step in which they serve, and the least that they hold. */
const CACHES = {
  "Anthropic, with breakpoints": { target: "anthropic", model: "claude-sonnet-4-5", options: { cacheBreakpoints: true }, step: 1, least: 1_024, open: () => new AnthropicCache(1_024) },
  "Anthropic, without breakpoints": { target: "anthropic", model: "claude-sonnet-4-5", options: {}, step: 1, least: 1_024, open: () => new AnthropicCache(1_024) },
  "Anthropic, with the highest minimum": { target: "anthropic", model: "claude-opus-4-6", options: { cacheBreakpoints: true }, step: 1, least: 4_096, open: () => new AnthropicCache(4_096) },
  "OpenAI, chat completions": { target: "openai-chat", model: "gpt-5", options: {}, step: 128, least: 1_024, open: () => new OpenAICache("openai-chat") },
  "OpenAI, Responses": { target: "openai-responses", model: "gpt-5", options: {}, step: 128, least: 1_024, open: () => new OpenAICache("openai-responses") },
  DeepSeek: { target: "openai-chat", model: "deepseek-chat", options: { vendor: "deepseek" }, step: 64, least: 64, open: () => new PrefixCache("openai-chat", "deepseek") },
};
/** The share by which two counts of one prompt differ: so near to the minimum, they may disagree. */
const ROUNDING = 0.01;
const TOLERANCE = 0.02;
/** Shorter recordings stay below all minimums. In characters of JSON. */
const LEAST_LENGTH = 4_000;

const coding = recordedCodingRuns();
const others = recordedConversations();
const codingRuns = spread(coding.rows, runs({ few: 4, all: coding.rows.length }));
const long = others.rows.filter((row) => row.messages.some(({ role }) => role === "user") && isText(row) && JSON.stringify(row.messages).length > LEAST_LENGTH);
const conversations = spread(long, runs({ few: 12, all: long.length }));

/** The replays of each cache, by the recording. Each is made once. */
const replays = new Map();

function replayOf(setup, row) {
  if (!replays.has(setup)) replays.set(setup, new Map());
  const made = replays.get(setup);
  if (!made.has(row)) made.set(row, replay(setup, row, setup.open()));
  return made.get(row);
}

const sum = (asked, field) => asked.reduce((total, one) => total + one[field], 0);

/** Returns the requests of a run whose prompts are not so near to the minimum that a few tokens decide. */
async function clearOf(setup, row) {
  const asked = await replayOf(setup, row);
  return asked.filter(({ forecast, served }) => Math.abs(Math.max(forecast, served) - setup.least) > setup.least * ROUNDING || setup.step > 1);
}

/** Returns what is wrong with the forecasts of a run. */
function faultsOf(id, asked, { step }) {
  const [forecast, served] = [sum(asked, "forecast"), sum(asked, "served")];
  // A token for each request is lost by rounding.
  const allowed = Math.max(served * TOLERANCE, asked.length * Math.max(step, 2));
  const far = Math.abs(forecast - served) > allowed ? [`${id}: ${forecast} tokens of ${Math.round(served)}`] : [];
  const invented = asked.filter((one) => one.forecast > 0 && one.served === 0).map((one) => `${id}: ${one.forecast} tokens of none`);
  return [...far, ...invented];
}

for (const [name, setup] of Object.entries(CACHES)) {
  describe(name, () => {
    test("forecasts of coding runs are within 2 %", { skip: coding.absence }, async () => {
      const counts = { served: 0, reduced: 0 };
      const faults = [];
      for (const row of codingRuns) {
        const asked = await clearOf(setup, row);
        const [forecast, served] = [sum(asked, "forecast"), sum(asked, "served")];
        if (Math.abs(forecast - served) > served * TOLERANCE) faults.push(`${row.id}: ${forecast} tokens of ${served}`);
        counts.served += served;
        counts.reduced += asked.filter(({ isReduced }) => isReduced).length;
      }
      assert.deepEqual(faults, []);
      assert.ok(counts.reduced >= codingRuns.length && counts.served > 0 === (name !== "Anthropic, without breakpoints"), JSON.stringify(counts));
    });

    test("no forecast is invented, and those of other conversations are within 2 % or one step a request", { skip: others.absence || coding.absence }, async () => {
      const faults = [];
      for (const row of [...codingRuns, ...conversations]) {
        const asked = await clearOf(setup, row);
        faults.push(...faultsOf(row.id, asked, setup));
      }
      assert.deepEqual(faults, []);
    });
  });
}

describe("a forecast serves", () => {
  const words = (count) => "word ".repeat(count);
  const forecastOf = async (target, params, options, count) => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", words(count));
    await conversation.prepare(target, params, options);
    conversation.addMessage("assistant", "Yes.");
    conversation.addMessage("user", "And now?");
    return (await conversation.prepare(target, params, options)).forecast().cachedTokens;
  };
  const claude = (model) => ({ model, max_tokens: 9 });
  const MARKED = { cacheBreakpoints: true };
  for (const [fact, target, params, options, count, expected] of [
    ["nothing to Claude without a breakpoint", "anthropic", claude("claude-sonnet-4-5"), {}, 3_000, (tokens) => tokens === 0],
    ["what a breakpoint of the host's marks", "anthropic", { ...claude("claude-sonnet-4-5"), cache_control: { type: "ephemeral" } }, {}, 3_000, (tokens) => tokens > 2_500],
    ["nothing to words about a breakpoint", "anthropic", { ...claude("claude-sonnet-4-5"), system: 'Set "cache_control": {} in each.' }, {}, 3_000, (tokens) => tokens === 0],
    ["nothing to Claude at Bedrock without a breakpoint", "bedrock", { modelId: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }, {}, 3_000, (tokens) => tokens === 0],
    ["Claude at Bedrock with one", "bedrock", { modelId: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }, MARKED, 3_000, (tokens) => tokens > 2_500],
    ["nothing below 4,096 tokens to Opus 4.6", "anthropic", claude("claude-opus-4-6"), MARKED, 3_000, (tokens) => tokens === 0],
    ["3,000 tokens to Opus 4.7", "anthropic", claude("claude-opus-4-7"), MARKED, 3_000, (tokens) => tokens > 2_500],
    ["600 tokens to Opus 5.5", "anthropic", claude("claude-opus-5-5"), MARKED, 600, (tokens) => tokens > 512],
    ["nothing below 1,024 tokens to GPT-5", "openai-chat", { model: "gpt-5" }, {}, 800, (tokens) => tokens === 0],
    ["multiples of 128 tokens to GPT-5", "openai-responses", { model: "gpt-5" }, {}, 3_000, (tokens) => tokens > 2_500 && tokens % 128 === 0],
    ["multiples of 2,048 tokens to GPT-5.5", "openai-chat", { model: "gpt-5.5" }, {}, 3_000, (tokens) => tokens === 2_048],
    ["each token to GPT-5.6", "openai-chat", { model: "gpt-5.6" }, {}, 3_000, (tokens) => tokens > 2_500 && tokens % 128 !== 0],
    ["multiples of 64 tokens to DeepSeek", "openai-chat", { model: "deepseek-chat" }, { vendor: "deepseek" }, 300, (tokens) => tokens > 192 && tokens % 64 === 0],
    ["each token to a model without published sizes", "mistral", { model: "mistral-large-latest" }, {}, 30, (tokens) => tokens > 20],
  ]) {
    test(fact, async () => {
      const tokens = await forecastOf(target, params, options, count);
      assert.ok(expected(tokens), `${tokens}`);
    });
  }
});
