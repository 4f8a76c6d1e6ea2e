// Random histories with random usage, plausible and implausible, on every way into a conversation and with every strategy. Whatever was
// reported: a request that `prepare` calls fitting is within the limit when its body is counted anew.
//
// BACKSCROLL_HISTORIES=10000 makes more of them than the usual number.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compacting, estimateTokens, fitBudget, recentTurns, slidingWindow, summarizing } from "backscroll";
import "backscroll/langchain";
import "backscroll/strands/format";
import { LISTS, SYSTEMS, TARGETS } from "../support/targets.mjs";
import { random } from "../support/random.mjs";
import { PARAMS } from "../support/waiting.mjs";

const CASES = Number(process.env.BACKSCROLL_HISTORIES ?? 1_200);

const TOOLS = { tools: [{ type: "function", function: { name: "look", description: "Looks at a place. ".repeat(20), parameters: { type: "object" } } }] };
const summarize = async () => "They looked at places.";
const STRATEGIES = [
  undefined,
  fitBudget(),
  fitBudget({ keepTurns: 2, hold: 0.7 }),
  fitBudget({ summarize }),
  slidingWindow({ windowSize: 6 }),
  recentTurns({ keep: 2 }),
  chain(slidingWindow({ windowSize: 8 }), fitBudget()),
  compacting({ summarize, maxTokens: 400, recentKeep: 3 }),
  summarizing({ summarize, preserveRecentMessages: 3 }),
  ({ messages }) => messages.slice(-5),
];
const byLetters = (text) => text.length / 3;
const ESTIMATORS = [undefined, "script", "bytes/3", "chars/4", byLetters];

/** Tokens of a body by this estimator: its conversation read anew, which no usage came with, and its params as text. */
function counted(target, body, estimator = "script") {
  const own = [LISTS[target], SYSTEMS[target]].filter((name) => name in body);
  const fresh = ConversationManager.from(target, Object.fromEntries(own.map((name) => [name, body[name]])), { estimator });
  const history = fresh.contextTokens;
  fresh.dispose();
  const params = Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)));
  return history + estimateTokens(JSON.stringify(params), { estimator: typeof estimator === "function" ? "script" : estimator });
}

/** The bytes of all that a body of Chat Completions says, without a reader: a count that shares nothing with the engine's. */
function bytesOf({ messages, ...params }) {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    ...(typeof content === "string" ? [content] : (content ?? []).map(({ text = "" }) => text)),
    ...calls.flatMap((call) => [call.function.name, call.function.arguments]),
  ]);
  return Buffer.byteLength(texts.join("")) + Buffer.byteLength(JSON.stringify(params));
}

/** One conversation: what is said, by which way it comes in, and what is reported of it. */
class Scene {
  constructor(seed) {
    this.chance = random(seed);
    const { pick, below, chance } = this.chance;
    this.target = pick(TARGETS);
    this.estimator = pick(ESTIMATORS);
    this.limit = 250 + below(1_500);
    this.reserve = chance(0.3) ? below(100) : 0;
    this.reduce = pick(STRATEGIES);
    this.options = { tokenLimit: this.limit, reserveTokens: this.reserve, ...(chance(0.5) && { systemPrompt: "Be brief." }), ...(chance(0.3) && { proactiveCompression: true }) };
    this.functions = { ...(this.reduce && { reduce: this.reduce }), ...(this.estimator && { estimator: this.estimator }) };
    this.params = { ...PARAMS[this.target], ...(this.target === "openai-chat" && chance(0.5) && TOOLS) };
    this.calls = 0;
    this.conversation = this.opened();
  }

  words(most) {
    return this.chance.pick(["word ", "слово ", "言葉 ", '{"a": 1} ']).repeat(1 + this.chance.below(most));
  }

  tokens() {
    const { pick, below } = this.chance;
    return pick([null, { input: 0, output: 0 }, { input: below(20), output: below(9) }, { input: below(3_000), output: below(500) }, { input: 10 ** (3 + below(9)), output: 7 }]);
  }

  rows(turns) {
    return Array.from({ length: turns }, () => {
      const tokens = this.tokens();
      return [{ role: "user", content: this.words(60) }, { role: "assistant", content: this.words(60), ...(tokens && { tokens }) }];
    }).flat();
  }

  opened() {
    const { pick, below } = this.chance;
    const options = { ...this.options, ...this.functions };
    const rows = this.rows(below(8));
    const way = pick(["empty", "rows", "list", "langchain"]);
    if (way === "empty" || rows.length === 0) return new ConversationManager(options);
    if (way === "rows") return ConversationManager.from("backscroll", rows, options);
    if (way === "langchain") {
      const usage = (tokens) => tokens && { usage_metadata: { input_tokens: tokens.input, output_tokens: tokens.output, total_tokens: tokens.input + tokens.output } };
      return ConversationManager.from("langchain", rows.map(({ role, content, tokens }) => ({ type: role === "user" ? "human" : "ai", content, ...usage(tokens) })), options);
    }
    const conversation = new ConversationManager(options);
    for (const row of rows) conversation.addMessage(row);
    return conversation;
  }

  /** Takes it up again from its snapshot. */
  reload() {
    const conversation = ConversationManager.fromJSON(this.conversation.toJSON(), { ...(this.reduce && { reduce: this.reduce }), ...(typeof this.estimator === "function" && { estimator: this.estimator }) });
    this.conversation.dispose();
    this.conversation = conversation;
  }

  /** The answer of a provider of chat completions, by one of the ways in which it may come. */
  answer(way) {
    const tokens = this.tokens() ?? { input: 0, output: 0 };
    const content = this.words(60);
    const call = this.chance.chance(0.3) ? { id: `c${(this.calls += 1)}`, name: "look", arguments: '{"at": "Oslo"}' } : null;
    if (way === "row") this.conversation.addMessage({ role: "assistant", content, tokens, ...(call && { toolCalls: [call] }) });
    else if (way === "strands") {
      const usage = { inputTokens: tokens.input, outputTokens: tokens.output, totalTokens: tokens.input + tokens.output };
      this.conversation.addResponse("strands", { role: "assistant", content: [{ text: content }, ...(call ? [{ toolUse: { toolUseId: call.id, name: call.name, input: {} } }] : [])], metadata: { usage } });
    } else {
      const message = { role: "assistant", content, ...(call && { tool_calls: [{ id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } }] }) };
      this.conversation.addResponse("openai-chat", { choices: [{ message }], usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output } });
    }
    if (call && this.chance.chance(0.8)) this.conversation.addMessage("tool", this.words(120), { toolCallId: call.id });
  }

  /** Prepares a request, on itself or on a copy; null when it does not fit. */
  async prepared() {
    const onCopy = this.chance.chance(0.4);
    const kept = { ...this.functions };
    if (typeof kept.estimator !== "function") delete kept.estimator;
    const conversation = onCopy ? ConversationManager.fromJSON(this.conversation.toJSON(), kept) : this.conversation;
    try {
      return await conversation.prepare(this.target, this.params);
    } catch (error) {
      assert.ok(["cannot-fit", "nothing-to-send"].includes(error.code), error.stack);
      return null;
    } finally {
      if (onCopy) conversation.dispose();
    }
  }

  /** The fault of a request that is said to fit. */
  problems({ body, tokens, repairs }) {
    const room = this.limit - this.reserve;
    const size = counted(this.target, body, this.estimator);
    const found = size <= room ? [] : [`${size} tokens in a room of ${room}, told as ${tokens}; ${repairs.map(({ code }) => code)}`];
    if (this.target === "openai-chat" && this.estimator === "bytes/3" && bytesOf(body) > 3 * room + 8) found.push(`${bytesOf(body)} bytes in a room of ${room} tokens`);
    return found;
  }
}

describe(`${CASES} random histories`, () => {
  const counts = { fits: 0, reduced: 0, "cannot-fit": 0 };

  test("no request is over its limit, counted anew", async () => {
    const problems = [];
    for (let seed = 0; seed < CASES; seed += 1) {
      const scene = new Scene(seed);
      const { pick, chance, below } = scene.chance;
      for (let round = 1 + below(5); round > 0; round -= 1) {
        if (chance(0.9)) scene.conversation.addMessage("user", scene.words(60));
        const request = await scene.prepared();
        counts[request === null ? "cannot-fit" : "fits"] += 1;
        if (request !== null && request.reduction !== null) counts.reduced += 1;
        const found = request === null ? [] : scene.problems(request);
        if (found.length > 0) problems.push(`seed ${seed}, ${scene.target}, ${scene.reduce?.name}, ${scene.estimator}: ${found[0]}`);
        if (chance(0.2) && scene.conversation.messageCount > 1) scene.conversation.toRequest("openai-chat", { model: "m" });
        scene.answer(pick(["row", "strands", "response", "response"]));
        if (chance(0.15)) scene.reload();
        if (chance(0.1)) scene.conversation.truncate({ keepRecent: 2 });
      }
      scene.conversation.dispose();
    }
    assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
  });

  test("most fit, many only because something went, and some cannot", () => {
    assert.ok(counts.fits > CASES, JSON.stringify(counts));
    assert.ok(counts.reduced > CASES / 10, JSON.stringify(counts));
    assert.ok(counts["cannot-fit"] > CASES / 100, JSON.stringify(counts));
  });
});
