// The bill of a conversation: the sums of what providers reported, and what they cost.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { addStream } from "backscroll/stream";
import { answeredSets, streamedSets } from "../../support/shared-data.mjs";
import { refusal } from "../../support/basics.mjs";

const text = "Noon.";
const REPORTS = {
  anthropic: (model, { fresh, cached, written, output }) => ({
    model, role: "assistant", content: [{ type: "text", text }],
    usage: { input_tokens: fresh, cache_read_input_tokens: cached, cache_creation_input_tokens: written, output_tokens: output },
  }),
  bedrock: (_, { fresh, cached, written, output }) => ({
    output: { message: { role: "assistant", content: [{ text }] } },
    usage: { inputTokens: fresh, cacheReadInputTokens: cached, cacheWriteInputTokens: written, outputTokens: output },
  }),
  gemini: (modelVersion, { fresh, cached, written, output }) => ({
    modelVersion, candidates: [{ content: { role: "model", parts: [{ text }] } }],
    usageMetadata: { promptTokenCount: fresh + cached + written, cachedContentTokenCount: cached, candidatesTokenCount: output - 3, thoughtsTokenCount: 3 },
  }),
  mistral: (model, { fresh, cached, written, output }) => ({
    model, choices: [{ index: 0, message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: fresh + cached + written, num_cached_tokens: cached, completion_tokens: output },
  }),
  "openai-chat": (model, { fresh, cached, written, output }) => ({
    model, choices: [{ index: 0, message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: fresh + cached + written, prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written }, completion_tokens: output },
  }),
  "openai-responses": (model, { fresh, cached, written, output }) => ({
    id: "r1", model, status: "completed", output: [{ id: "m1", type: "message", role: "assistant", content: [{ type: "output_text", text }] }],
    usage: { input_tokens: fresh + cached + written, input_tokens_details: { cached_tokens: cached, cache_write_tokens: written }, output_tokens: output },
  }),
};
const MILLION = { fresh: 1_000_000, cached: 2_000_000, written: 3_000_000, output: 4_000_000 };
const close = (one, other, about) => assert.ok(Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other)), `${about}: ${one}, not ${other}`);

/** A conversation with one answer. */
function answered(target, model, tokens, options) {
  const conversation = new ConversationManager({ systemPrompt: "Be brief." });
  conversation.addMessage("user", "Time?");
  conversation.toRequest(target, target === "bedrock" ? { modelId: model } : { model, max_tokens: 9 }, options);
  conversation.addResponse(target, REPORTS[target](model, tokens));
  return conversation;
}

describe("an answer costs what its report says, at the prices of its model", () => {
  const price = { model: "m-1", input: 7, cachedInput: 0.5, cacheWrite: 9, output: 20 };
  for (const target of Object.keys(REPORTS)) {
    test(target, () => {
      const conversation = answered(target, "m-1", MILLION);
      const { usd, kinds, unpriced, models } = conversation.cost({ prices: [price] });
      // Gemini and Mistral report no writes.
      const written = ["gemini", "mistral"].includes(target) ? { input: 7 * 4, cacheWrite: 0 } : { input: 7, cacheWrite: 27 };
      assert.deepEqual(kinds, { ...written, cachedInput: 1, output: 80 });
      close(usd, kinds.input + kinds.cacheWrite + 81, target);
      assert.deepEqual([unpriced, models.length, models[0].model, models[0].answers], [[], 1, "m-1", 1]);
      assert.deepEqual(conversation.cost().unpriced, ["m-1"]);
      assert.deepEqual(conversation.cost().usd, 0);
    });
  }
});

describe("list prices", () => {
  const [short, long] = [{ fresh: 50_000, cached: 30_000, written: 20_000, output: 1_000 }, { fresh: 100_000, cached: 100_000, written: 100_000, output: 1_000 }];
  const usd = (tokens, input, cached, written, output) => (tokens.fresh * input + tokens.cached * cached + tokens.written * written + tokens.output * output) / 1e6;
  const CASES = [
    ["a model", "anthropic", "claude-opus-5-5", short, usd(short, 4, 0.2, 5, 20)],
    ["a dated model", "anthropic", "claude-haiku-4-5-20251001", short, usd(short, 1, 0.1, 1.25, 5)],
    ["a model whose large requests cost more", "anthropic", "claude-haiku-5-5", long, usd(long, 0.5, 0.05, 0.625, 2.5)],
    ["the same model at the limit", "anthropic", "claude-haiku-5-5", short, usd(short, 0.1, 0.01, 0.125, 0.5)],
    ["a large request to OpenAI", "openai-responses", "gpt-6.2-sol", long, usd(long, 4, 0.2, 5, 15)],
    ["Bedrock's global profile", "bedrock", "global.anthropic.claude-sonnet-4-5-20250929-v1:0", short, usd(short, 3, 0.3, 3.75, 15)],
    ["DeepSeek", "openai-chat", "deepseek-flash", { ...short, written: 0 }, usd({ ...short, written: 0 }, 0.15, 0.003, 0, 0.6), { vendor: "deepseek" }],
    ["a model that nobody knows", "openai-chat", "my-model", short, null],
    ["a longer name", "openai-chat", "gpt-5-ultra", short, null],
    ["a name that only looks alike", "openai-chat", "gpt-6x2-sol", short, null],
    ["an old model of one name for several", "anthropic", "claude-opus-4-1-20250805", short, usd(short, 15, 1.5, 18.75, 75)],
    ["the model of that name before it", "anthropic", "claude-opus-4-20250514", short, usd(short, 15, 1.5, 18.75, 75)],
    ["a regional profile of Bedrock", "bedrock", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0", short, null],
    ["a model of one vendor at another", "openai-chat", "gpt-5", short, null, { vendor: "deepseek" }],
  ];
  for (const [name, target, model, tokens, wanted, options] of CASES) {
    test(name, () => {
      const cost = answered(target, model, tokens, options).cost();
      assert.deepEqual(cost.unpriced, wanted === null ? [model] : []);
      close(cost.usd, wanted ?? 0, name);
      if (wanted !== null) close(cost.models[0].usd, wanted, name);
      else assert.equal(cost.models[0].usd, null);
    });
  }

  // Input, cached input, output, and input that was written to the cache: all in US dollars for a million tokens.
  const ROWS = [
    ["gpt-4o-2024-05-13", "openai", 5, 5, 15, 5],
    ["gpt-4o-2024-11-20", "openai", 2.5, 1.25, 10, 2.5],
    ["gpt-5.4-pro-2026-03-05", "openai", 30, 30, 180, 30],
    ["gpt-6.2-astra", "openai", 8, 0.4, 40, 10],
    ["gpt-5.6-luna", null, 0.2, 0.02, 1.2, 0.25],
    ["gpt-3.5-turbo-16k", null, 3, 3, 4, 3],
    ["gpt-5.1-codex-max", null, 1.25, 0.125, 10, 1.25],
    ["o3-pro", null, 20, 20, 80, 20],
    ["o4-mini-2025-04-16", null, 1.1, 0.275, 4.4, 1.1],
    ["claude-fable-5-2", null, 8, 0.2, 40, 10],
    ["deepseek-v4-flash", "deepseek", 0.15, 0.003, 0.6, 0.15],
    ["deepseek-v4.1-flash", "deepseek", 0.15, 0.003, 0.6, 0.15],
    ["grok-4.5", "xai", 2, 0.3, 6, 2],
    ["grok-4.7", "xai", 2, 0.5, 6, 2],
    ["grok-4.20-0309-reasoning", "xai", 1.25, 0.2, 2.5, 1.25],
    ["mistral-large-latest", "mistral", 0.7, 0.07, 2.1, 0.7],
    ["devstral-2512", null, 0.4, 0.04, 2, 0.4],
    ["kimi-k3", "kimi", 3, 0.3, 15, 3],
    ["glm-5.3", "glm", 1.4, 0.26, 4.4, 1.4],
    ["MiniMax-M2.7", "minimax", 0.3, 0.06, 1.2, 0.375],
    ["MiniMax-M2.7-highspeed", "minimax", 0.6, 0.06, 2.4, 0.375],
    ["mimo-v2.6-pro", null, 0.435, 0.0036, 0.87, 0.435],
    ["muse-wonder-1.0", null, 4, 0.2, 20, 4],
    ["openai/gpt-oss-120b", "groq", 0.15, 0.075, 0.6, 0.15],
    ["gpt-oss-120b", "cerebras", 0.35, 0.35, 0.75, 0.35],
  ];
  for (const [model, vendor, input, cached, output, written] of ROWS) {
    test(`${model}${vendor === null ? "" : `, at ${vendor}`}`, () => {
      const cost = answered("openai-chat", model, short, vendor === null ? {} : { vendor }).cost();
      assert.deepEqual(cost.unpriced, []);
      close(cost.usd, usd(short, input, cached, written, output), model);
    });
  }

  const UNPRICED = [["gpt-oss-120b", null], ["gpt-oss-120b", "together"], ["openai/gpt-oss-120b", null], ["chat-latest", "openai"], ["gpt-4o-2024-05-13", "groq"]];
  for (const [model, vendor] of UNPRICED) {
    test(`none for ${model}${vendor === null ? " at no known vendor" : ` at ${vendor}`}`, () => {
      assert.deepEqual(answered("openai-chat", model, short, vendor === null ? {} : { vendor }).cost().unpriced, [model]);
    });
  }

  describe("hold from a day on, in UTC", () => {
    const tokens = { ...short, written: 0 };
    const DAYS = [
      ["gemini-4-argon", "2026-11-30T23:59:59Z", 2, 0.1, 10],
      ["gemini-4-argon", "2026-12-01", 4, 0.2, 20],
      ["gemini-4-carbon", "2026-10-01", 2, 0.1, 10],
      ["gemini-4-carbon", "2027-06-01", 4, 0.2, 20],
      ["gemini-3.8-flash", "2026-12-31", 0.75, 0.075, 3.75],
      ["gemini-3.8-flash", "2027-01-01", 1.5, 0.15, 7.5],
      ["gemini-2.5-flash", "2026-12-31", 0.3, 0.03, 2.5],
    ];
    for (const [model, day, input, cached, output] of DAYS) {
      test(`${model}, ${day}`, async () => {
        const at = Date.parse(day);
        const conversation = answered("gemini", model, tokens);
        close(conversation.cost({ at }).usd, usd(tokens, input, cached, 0, output), "the bill");
        const request = await conversation.prepare("gemini", { model });
        close(request.forecast({ at }).cold, (request.tokens * input) / 1e6, "a forecast");
      });
    }
    test("which is the day of the clock if none is given", ({ mock }) => {
      const conversation = answered("gemini", "gemini-4-argon", tokens);
      mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-01") });
      close(conversation.cost().usd, usd(tokens, 2, 0.1, 0, 10), "before");
      mock.timers.setTime(Date.parse("2026-12-01"));
      close(conversation.cost().usd, usd(tokens, 4, 0.2, 0, 20), "after");
    });
    for (const at of ["2026-12-01", -1, NaN, 0.5, null, new Date(0)]) {
      test(`which is refused: ${String(at)}`, () => assert.equal(refusal(() => answered("gemini", "m", tokens).cost({ at })).code, "invalid-argument"));
    }
  });

  test("of what was written for the longer of two lifetimes", () => {
    for (const [model, dollars] of [["claude-opus-5", 10], ["gpt-6.2-sol", 5], ["gpt-5.5", 5]]) {
      const conversation = new ConversationManager();
      conversation.addMessage({ role: "assistant", content: text, model, tokens: { input: 1e5, cacheWrite: 1e5, cacheWrite1h: 1e5 } });
      close(conversation.cost().usd, dollars / 10, model);
    }
  });

  test("each row stands below the address of its source and a day", () => {
    const folder = new URL("../../../pkg-template/src/providers/", import.meta.url);
    const files = readdirSync(folder, { recursive: true }).filter((name) => /^[\w-]+[/\\]prices\.ts$/.test(name) && !name.startsWith("registry"));
    const lines = files.flatMap((name) => readFileSync(new URL(name, folder), "utf8").split("\n"));
    let isSourced = false;
    let rows = 0;
    for (const line of lines) {
      if (line.includes("rows: [")) isSourced = false;
      if (/\/\/ https:\/\/\S+.*, 20\d\d-\d\d-\d\d\b/.test(line)) isSourced = true;
      if (!/^ {6}"/.test(line)) continue;
      rows += 1;
      assert.ok(isSourced, line);
      assert.match(line, /^ {6}"[^\s<]+(<20\d\d-\d\d-\d\d)?( \d*\.?\d+){3}( (100|200|272|512) \d*\.?\d+ \d*\.?\d+)?",$/);
    }
    assert.ok(rows > 80, `${rows} rows`);
  });
});

describe("prices of the host", () => {
  const conversation = answered("anthropic", "claude-opus-5-5", { ...MILLION, fresh: 10, cached: 0, written: 0, output: 0 });
  const usd = (prices) => conversation.cost({ prices }).usd * 1e5;
  test("come first, in their order, and may name several models", () => {
    close(usd([{ model: "claude-*", input: 9, output: 1 }, { model: "claude-opus-5-5", input: 8, output: 1 }]), 9, "pattern");
    close(usd([{ model: "claude-opus", input: 9, output: 1 }]), 4, "another model");
    close(usd([{ model: "*", vendor: "openai", input: 9, output: 1 }]), 4, "another vendor");
  });
  test("without prices of the cache, cached and written input costs as other input", () => {
    const all = answered("anthropic", "m", MILLION);
    assert.deepEqual(all.cost({ prices: [{ model: "m", input: 2, output: 1 }] }).kinds, { input: 2, cachedInput: 4, cacheWrite: 6, output: 4 });
  });
  test("of what was written for an hour", () => {
    const hourly = new ConversationManager();
    const report = { input: 10e6, cacheWrite: 3e6, cacheWrite5m: 1e6, cacheWrite1h: 2e6 };
    hourly.addMessage({ role: "assistant", content: text, model: "claude-opus-5", tokens: report });
    assert.deepEqual(hourly.cost().kinds, { input: 35, cachedInput: 0, cacheWrite: 6.25 + 20, output: 0 });
  });
  for (const [name, prices] of Object.entries({
    "no list": {}, "no price": [{ model: "m" }], "a negative price": [{ model: "m", input: -1, output: 1 }], "no model": [{ input: 1, output: 1 }], "no number": [{ model: "m", input: NaN, output: 1 }], "an endless price": [{ model: "m", input: Infinity, output: 1 }],
    "a price that no model has": [{ model: "m", input: 1e308, output: 1 }], "such a price of long requests": [{ model: "m", input: 1, output: 1, long: { above: 200_000, input: 1, output: 1e7 } }],
    "a misspelled field": [{ model: "m", input: 1, output: 1, cached: 1 }], "an unknown limit": [{ model: "m", input: 1, output: 1, long: { above: 5, input: 1, output: 1 } }],
  })) {
    test(`are refused: ${name}`, () => assert.equal(refusal(() => conversation.cost({ prices })).code, "invalid-argument"));
  }
});

describe("a bill is a finite number", () => {
  for (const [name, price] of Object.entries({
    "the highest prices": { input: 1e6, output: 1e6, cachedInput: 1e6, cacheWrite: 1e6, cacheWrite1h: 1e6 },
    "a price that is nearly nothing": { input: 5e-324, output: 0, cachedInput: 0, long: { above: 200_000, input: 1e6, output: 1e6 } },
    "prices of nothing": { input: 0, output: 0, long: { above: 200_000, input: 0, output: 0 } },
  })) {
    test(name, () => {
      const conversation = new ConversationManager();
      const most = Number.MAX_SAFE_INTEGER;
      const tokens = { input: most, output: most, cachedInput: most, cacheWrite: most, cacheWrite1h: most };
      for (let answer = 0; answer < 50; answer += 1) conversation.addMessage({ role: "assistant", content: "x", model: "m", tokens });
      const { usd, kinds } = conversation.cost({ prices: [{ model: "m", ...price }] });
      for (const value of [usd, ...Object.values(kinds)]) assert.ok(Number.isFinite(value) && value >= 0, JSON.stringify({ usd, kinds }));
    });
  }

  for (const count of [NaN, Infinity, -5, 1e300, "5", null]) {
    test(`whatever a provider reports: ${String(count)} tokens`, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Hi");
      conversation.addResponse("anthropic", { id: "m", type: "message", role: "assistant", model: "claude-opus-5-5", content: [{ type: "text", text: "x" }], stop_reason: "end_turn", usage: { input_tokens: count, output_tokens: count, cache_read_input_tokens: count } });
      const { usd } = conversation.cost();
      assert.ok(Number.isFinite(usd) && usd >= 0, String(usd));
    });
  }
});

describe("nothing that leaves the history leaves the bill", () => {
  const tokens = { input: 100, output: 10 };
  const filled = () => {
    const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 2_000 });
    for (let turn = 0; turn < 6; turn += 1) {
      conversation.addMessage("user", `Question ${turn}`);
      conversation.addMessage({ role: "assistant", content: "word ".repeat(50), model: `m${turn % 2}`, tokens });
    }
    return conversation;
  };
  const bill = (conversation) => conversation.cost().models.map(({ model, answers, tokens }) => [model, answers, tokens]);
  const WANTED = [["m0", 3, { input: 300, output: 30 }], ["m1", 3, { input: 300, output: 30 }]];
  const WAYS = {
    "an equal message again": (own) => own.addMessage(own.messages[2]),
    "truncate": (own) => own.truncate({ keepRecent: 1 }),
    "truncate, without a transcript": (own) => ConversationManager.fromJSON(own.toJSON(), { transcript: false }).truncate({ keepRecent: 1 }),
    "undo": (own) => [own.truncate({ keepRecent: 1 }), own.undo()],
    "clear": (own) => own.clear(),
    "edit": (own) => own.edit(own.messages[1].id, "Another question"),
    "archive": (own) => [own.truncate({ keepRecent: 1 }), own.archive()],
  };
  for (const [name, change] of Object.entries(WAYS)) {
    test(name, () => {
      const conversation = filled();
      change(conversation);
      assert.deepEqual(bill(conversation), WANTED);
      assert.deepEqual(bill(ConversationManager.fromJSON(JSON.stringify(conversation))), WANTED);
    });
  }
  test("a fork begins a bill of its own", () => {
    const copy = filled().fork();
    assert.deepEqual(bill(copy), []);
    copy.addMessage({ role: "assistant", content: "ok", tokens });
    assert.deepEqual(bill(ConversationManager.fromJSON(JSON.stringify(copy))), [[null, 1, tokens]]);
  });
  test("rows of a database are on it", () => {
    assert.deepEqual(bill(ConversationManager.from("backscroll", filled().messages)), WANTED);
    assert.deepEqual(bill(ConversationManager.fromJSON(filled().messages)), WANTED);
  });
  test("a refused answer is not on it", () => {
    const conversation = filled();
    assert.equal(refusal(() => conversation.addMessage({ role: "assistant", content: "other", id: conversation.messages[2].id, tokens })).code, "duplicate-id");
    assert.deepEqual(bill(conversation), WANTED);
  });
  for (const name of readdirSync(new URL("../../fixtures/snapshots/", import.meta.url)).filter((name) => name.endsWith(".json"))) {
    test(`a snapshot of before there was a bill: ${name}`, () => {
      const conversation = ConversationManager.fromJSON(readFileSync(new URL(`../../fixtures/snapshots/${name}`, import.meta.url), "utf8"));
      const reports = conversation.transcript.flatMap(({ message }) => (message.tokens ? [message.tokens] : []));
      const sum = (list) => list.reduce((all, { input = 0, output = 0 }) => all + input + output, 0);
      const billed = conversation.cost().models;
      assert.ok(sum(billed.map((row) => row.tokens)) >= sum(reports));
      if (reports.length > 0) assert.ok(billed.length > 0);
    });
  }
});

/** Reads a provider's own report: all tokens of an answer. */
const TOTALS = {
  anthropic: ({ usage: { input_tokens, cache_read_input_tokens = 0, cache_creation_input_tokens = 0, output_tokens } }) => input_tokens + cache_read_input_tokens + cache_creation_input_tokens + output_tokens,
  bedrock: ({ usage: { totalTokens } }) => totalTokens,
  gemini: ({ usageMetadata: { totalTokenCount } }) => totalTokenCount,
  mistral: ({ usage: { total_tokens } }) => total_tokens,
  "openai-chat": ({ usage: { total_tokens } }) => total_tokens,
  "openai-responses": ({ usage: { total_tokens } }) => total_tokens,
};

for (const { name, target, rows, absence } of answeredSets()) {
  test(`${name}: the bill of ${rows.length || "no"} recorded answers is the sum of what their provider reported`, { skip: absence }, () => {
    const conversation = new ConversationManager();
    let [answers, sum] = [0, 0];
    for (const { response } of rows) {
      const message = conversation.addResponse(target, response);
      if (!message.tokens) continue;
      answers += 1;
      sum += TOTALS[target](response);
    }
    assert.ok(answers > 0);
    const { models } = conversation.cost();
    assert.equal(models.reduce((all, row) => all + row.answers, 0), answers);
    assert.equal(models.reduce((all, { tokens: { input = 0, output = 0 } }) => all + input + output, 0), sum);
    assert.equal(conversation.tokensSpent, sum);
    conversation.clear();
    assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).cost().models, models);
  });
}

for (const { name, target, rows, absence } of streamedSets()) {
  test(`${name}: the bill of ${rows.length || "no"} recorded streams is the sum of the reports of their messages`, { skip: absence }, async () => {
    const conversation = new ConversationManager();
    const sum = { input: 0, output: 0, cachedInput: 0 };
    for (const { response_text: said, response_base64: bytes } of rows) {
      const { message } = await addStream(conversation, target, [bytes === undefined ? said : Buffer.from(bytes, "base64")]).result();
      for (const kind of Object.keys(sum)) sum[kind] += message?.tokens?.[kind] ?? 0;
    }
    const { models } = conversation.cost();
    const billed = Object.fromEntries(Object.keys(sum).map((kind) => [kind, models.reduce((all, { tokens }) => all + (tokens[kind] ?? 0), 0)]));
    assert.deepEqual(billed, sum);
  });
}

test("what a compaction read from the cache is not billed as fresh input", () => {
  const conversation = new ConversationManager();
  const entry = (type, input, cached) => ({ type, input_tokens: input, cache_creation_input_tokens: 0, cache_read_input_tokens: cached, output_tokens: 5 });
  const usage = { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 0, output_tokens: 5, iterations: [entry("compaction", 20, 1_000), entry("message", 10, 90)] };
  conversation.addResponse("anthropic", { model: "claude-opus-5", role: "assistant", content: [{ type: "text", text }], usage });
  assert.deepEqual(conversation.cost().models[0].tokens, { input: 1_120, output: 10, cachedInput: 1_090, cacheWrite: 0, toolInput: 1_020 });
});

describe("a forecast", () => {
  // The field marks the end of each request for the cache.
  const PARAMS = { model: "claude-opus-5-5", max_tokens: 9, cache_control: { type: "ephemeral" } };
  const words = (count) => "word ".repeat(count);
  async function asked(options) {
    const conversation = new ConversationManager({ systemPrompt: words(600), ...options });
    conversation.addMessage("user", words(200));
    const first = await conversation.prepare("anthropic", PARAMS);
    conversation.addResponse("anthropic", REPORTS.anthropic("claude-opus-5-5", { fresh: first.tokens, cached: 0, written: 0, output: 5 }));
    conversation.addMessage("user", words(50));
    return { conversation, first };
  }

  test("of the first request serves nothing from the cache", async () => {
    const { first } = await asked();
    const { tokens, cachedTokens, warm, cold } = first.forecast();
    assert.deepEqual([tokens, cachedTokens, warm], [first.tokens, 0, cold]);
    close(cold, (first.tokens * 5) / 1e6, "written to the cache");
  });
  test("of the next one serves the whole request before it", async () => {
    const { conversation, first } = await asked();
    const request = await conversation.prepare("anthropic", PARAMS);
    const { cachedTokens, warm, cold } = request.forecast();
    assert.ok(Math.abs(cachedTokens - first.tokens) <= 2, `${cachedTokens} of ${first.tokens}`);
    close(warm, (cachedTokens * 0.2 + (request.tokens - cachedTokens) * 5) / 1e6, "warm");
    close(cold, (request.tokens * 5) / 1e6, "cold");
    assert.deepEqual([request.forecast({ prices: [{ model: "claude-*", input: 0, output: 0 }] }).cold, JSON.parse(JSON.stringify(request.body)).messages.length], [0, 3]);
  });
  test("of the same request twice serves all of it, and a preview between them changes nothing", async () => {
    const { conversation } = await asked();
    const { tokens } = await conversation.prepare("anthropic", PARAMS);
    conversation.toRequest("anthropic", { ...PARAMS, max_tokens: 5 });
    conversation.toRequest("openai-chat", { model: "gpt-5" });
    assert.equal((await conversation.prepare("anthropic", PARAMS)).forecast().cachedTokens, tokens);
  });
  const CHANGES = {
    "other params": [{}, { ...PARAMS, tools: [{ name: "look", input_schema: { type: "object" } }] }],
    "another system prompt": [{}, PARAMS, (own) => void (own.systemPrompt = "Be brief.")],
    "a system prompt for this request": [{ systemPrompt: "Be brief." }, PARAMS],
    "another path": [{}, PARAMS, (own) => own.edit(own.messages[1].id, words(200))],
  };
  for (const [name, [options, params, change = () => {}]] of Object.entries(CHANGES)) {
    test(`after ${name} serves nothing`, async () => {
      const { conversation } = await asked();
      change(conversation);
      assert.equal((await conversation.prepare("anthropic", params, options)).forecast().cachedTokens, 0);
    });
  }
  test("after a reduction serves what stands before the first change", async () => {
    const { conversation } = await asked();
    for (let turn = 0; turn < 4; turn += 1) {
      conversation.addMessage("assistant", words(50));
      conversation.addMessage("user", `${turn} ${words(50)}`);
    }
    await conversation.prepare("anthropic", PARAMS);
    conversation.truncate({ keepRecent: 2 });
    const { cachedTokens, tokens } = (await conversation.prepare("anthropic", PARAMS)).forecast();
    const head = new ConversationManager({ systemPrompt: words(600) });
    head.addMessage("user", "");
    const least = head.contextTokens;
    assert.ok(cachedTokens > least * 0.8 && cachedTokens < least * 1.2 && cachedTokens < tokens - 100, `${cachedTokens} of ${tokens}; the prompt takes ${least}`);
  });
  test("of a model without a price has no cost", async () => {
    const { conversation } = await asked();
    const { warm, cold, cachedTokens } = (await conversation.prepare("openai-chat", { model: "my-model" })).forecast();
    assert.deepEqual([warm, cold, cachedTokens], [null, null, 0]);
  });
});
