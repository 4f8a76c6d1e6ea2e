// The cost of a summary that rides the provider's cache, by the price list.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, compacting, estimateTokens } from "backscroll";
import { onCache } from "backscroll/summaries";
import { BreakpointCache, blocksOf } from "../../support/conversation/breakpoint-cache.mjs";
import { paramsFor } from "../../support/request-params.mjs";
import { recordedCodingRuns } from "../../support/shared-data.mjs";

/** Providers, and the blocks at which their caches look for what was written; null: the cache serves any beginning. */
const PROVIDERS = [
  { target: "anthropic", model: "claude-sonnet-4-5", lookback: 20, form: "anthropic" },
  { target: "openai-responses", model: "gpt-5", lookback: null, form: "openai-responses" },
];
const SUMMARY_TOKENS = 500;
const MOST = 0.2;

const { rows, absence } = recordedCodingRuns();
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** The list price of one answer. */
function priceOf({ target, model }, served, rest, output = SUMMARY_TOKENS) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Hello");
  const input = served + rest;
  const response =
    target === "anthropic"
      ? { model, role: "assistant", content: [{ type: "text", text: "Hi" }], usage: { input_tokens: rest, cache_read_input_tokens: served, output_tokens: output } }
      : { model, status: "completed", output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi", annotations: [] }] }], usage: { input_tokens: input, input_tokens_details: { cached_tokens: served }, output_tokens: output } };
  conversation.addResponse(target, response);
  return conversation.cost().usd;
}

/** A cache that serves the beginning that a request shares with an earlier one. */
class PrefixCache {
  #seen = [];

  ask(target, body) {
    const prints = blocksOf(target, body).map(({ print }) => print);
    const shared = (seen) => {
      const end = prints.findIndex((print, index) => print !== seen[index]);
      return end < 0 ? prints.length : end;
    };
    const read = Math.max(0, ...this.#seen.map(shared));
    this.#seen.push(prints);
    return read;
  }
}

/** Replays a run, and returns what its summaries cost: by the cache, by the same request without a cache, and by the text. */
async function costs(provider, messages) {
  const { target, model, lookback } = provider;
  const cache = lookback === null ? new PrefixCache() : new BreakpointCache(target, lookback);
  const ask = (body) => (lookback === null ? cache.ask(target, body) : cache.ask(body).read);
  const tokens = (text) => estimateTokens(text, { model });
  const found = [];
  const summarize = onCache(({ request, system, prompt }) => {
    assert.ok(request !== null);
    const sizes = blocksOf(target, request.body).map(({ value }) => tokens(JSON.stringify(value)));
    const read = ask(request.body);
    const [served, rest] = [sum(sizes.slice(0, read)), sum(sizes.slice(read))];
    found.push({ cached: priceOf(provider, served, rest), uncached: priceOf(provider, 0, served + rest), cachedInput: priceOf(provider, served, rest, 0), textInput: priceOf(provider, 0, tokens(system + prompt), 0) });
    return "They worked on the program. ".repeat(20);
  });
  const all = ConversationManager.from("openai-chat", { messages }).messages.filter(({ role }) => role !== "system");
  const size = estimateTokens(all, { model, format: target });
  const reduce = compacting({ summarize, maxTokens: 1_000_000, summaryTokens: SUMMARY_TOKENS });
  const conversation = new ConversationManager({ systemPrompt: "You are a coding agent.", tokenLimit: Math.floor(size * 0.9), reserveTokens: 0, reduce });
  const { model: _, ...params } = paramsFor(target, messages);
  for (const message of all) {
    if (message.role === "assistant") ask((await conversation.prepare(target, { ...params, model }, { cacheBreakpoints: true })).body);
    conversation.addMessage(message);
  }
  return found;
}

describe("a summary on the cache costs at most a fifth of the same request without it, and its input of the text's", { skip: absence }, () => {
  const longest = [...rows].sort((one, other) => JSON.stringify(other.messages).length - JSON.stringify(one.messages).length).slice(0, 3);
  for (const provider of PROVIDERS) {
    for (const [place, { messages }] of longest.entries()) {
      test(`${provider.target}, recorded run ${place + 1}`, async (t) => {
        const found = await costs(provider, messages);
        assert.ok(found.length > 0);
        const total = (name) => sum(found.map((cost) => cost[name]));
        const [ofRequest, ofText] = [total("cached") / total("uncached"), total("cachedInput") / total("textInput")];
        const told = `${ofRequest.toFixed(3)} of the request without the cache; its input costs ${ofText.toFixed(3)} of the text`;
        t.diagnostic(told);
        assert.ok(ofRequest <= MOST && ofText <= MOST, told);
      });
    }
  }
});
