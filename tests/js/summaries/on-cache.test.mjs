// Requests for a summary that begin like the last request.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fitBudget, sanitize, validate } from "backscroll";
import { onCache } from "backscroll/summaries";
import { BreakpointCache } from "../../support/conversation/breakpoint-cache.mjs";
import { LISTS, objectionOfVendor } from "../../support/judges.mjs";
import { paramsFor } from "../../support/request-params.mjs";

/** Targets with models, and the blocks at which their caches look for what was written; null: the cache serves any beginning. */
const MODELS = [
  { target: "openai-chat", model: "gpt-5", lookback: null, forbids: true },
  { target: "openai-chat", model: "gpt-5.6", lookback: 1, forbids: true },
  { target: "openai-chat", model: "qwen3-max", vendor: "qwen", lookback: 20, forbids: false },
  { target: "openai-chat", model: "claude-sonnet-4-5", vendor: "litellm", lookback: 20, forbids: false },
  { target: "openai-chat", model: "deepseek-chat", vendor: "deepseek", lookback: null, forbids: false },
  { target: "openai-responses", model: "gpt-5", lookback: null, forbids: true },
  { target: "openai-responses", model: "gpt-5.6", lookback: 1, forbids: true },
  { target: "anthropic", model: "claude-sonnet-4-5", lookback: 20, forbids: false },
  { target: "gemini", model: "gemini-2.5-pro", lookback: null, forbids: false },
  { target: "bedrock", model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", lookback: 20, forbids: false },
  { target: "mistral", model: "mistral-large-latest", lookback: null, forbids: false },
];

const user = (content) => ({ role: "user", content });
const answer = (content) => ({ role: "assistant", content });
const calling = (...ids) => ({ role: "assistant", content: "", toolCalls: ids.map((id) => ({ id, name: "look", arguments: { at: id } })) });
const result = (id) => ({ role: "tool", toolCallId: id, content: `Found at ${id}: ${"a word ".repeat(30)}` });
const id = (round, call = 0) => `call${String(round).padStart(3, "0")}${call}x`;
const rounds = (count, calls = 1) => Array.from({ length: count }, (_, round) => [calling(...Array.from({ length: calls }, (_, call) => id(round, call))), ...Array.from({ length: calls }, (_, call) => result(id(round, call)))]).flat();
const turns = (count) => Array.from({ length: count }, (_, turn) => [user(`Question ${turn}? ${"of many words ".repeat(20)}`), answer(`Answer ${turn}.`)]).flat();

/** Histories that a request follows: the messages so far, and those that come before the summary. */
const HISTORIES = [
  ["a new question in a chat", [...turns(12), user("Then?")], [answer("Answer 12."), user("And now?")], { answers: true }],
  ["a result in a run", [user("Look everywhere."), ...rounds(12)], [calling("callnext1"), result("callnext1")], { answers: false }],
  ["results of parallel calls", [user("Look everywhere."), ...rounds(5, 3)], [calling("callnext1", "callnext2"), result("callnext1"), result("callnext2")], { answers: false }],
  ["a question after an interrupted run", [user("Look everywhere."), ...rounds(12)], [calling("callnext1"), result("callnext1"), user("Stop. And now?")], { answers: true }],
  ["two questions in a row", [...turns(12), user("Then?")], [answer("Answer 12."), user("And now?"), user("Please!")], { answers: true }],
];

const TOOL_MESSAGES = [{ role: "assistant", tool_calls: [{ id: "x", type: "function", function: { name: "look", arguments: "{}" } }] }];

function paramsOf({ target, model }, more = {}) {
  const { model: _, modelId: __, ...params } = paramsFor(target, TOOL_MESSAGES);
  return { ...params, [target === "bedrock" ? "modelId" : "model"]: model, ...(target === "openai-chat" && model === "gpt-5.6" && { reasoning_effort: "none" }), ...more };
}

/** Asks for a summary after a request. Returns the body of the last request, and the request for the summary. */
async function asked(provider, before, after, { params = paramsOf(provider), options = { cacheBreakpoints: true, vendor: provider.vendor }, ...more } = {}) {
  let found;
  const summarize = onCache((given) => {
    found ??= given;
    return "They looked.";
  }, more.onCache);
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 1_000_000, ...more.conversation });
  for (const message of before) conversation.addMessage(message);
  const { body } = before.length === 0 ? { body: null } : await conversation.prepare(provider.target, params, options);
  for (const message of after) conversation.addMessage(message);
  const cut = { maxTokens: Math.floor(conversation.contextTokens * 0.4), reduce: fitBudget({ summarize, summaryTokens: 40, ...more.strategy }) };
  const reduction = await conversation.reduceNow(cut);
  return { body, found, reduction, conversation };
}

/** A body without breakpoints, and without lists of one text. */
const plain = (value) =>
  JSON.parse(JSON.stringify(value, (name, inner) => {
    if (["cache_control", "prompt_cache_breakpoint"].includes(name)) return undefined;
    if (name !== "content" || !Array.isArray(inner)) return inner;
    const blocks = inner.filter((block) => block.cachePoint === undefined);
    return blocks.length === 1 && ["text", "input_text"].includes(blocks[0].type) ? blocks[0].text : blocks;
  }));

for (const provider of MODELS) {
  describe(`${provider.vendor ?? provider.target}, ${provider.model}`, () => {
    const list = LISTS[provider.target];
    for (const [name, before, after, { answers }] of HISTORIES) {
      test(`the request begins like the last one, and is accepted: ${name}`, async () => {
        const { body, found, reduction } = await asked(provider, before, after);
        const { request, prompt, messages } = found;
        assert.ok(reduction.summary !== null && prompt.includes(messages[0].content.slice(0, 10)));
        assert.equal(request.target, provider.target);
        assert.equal(objectionOfVendor(provider.target, request.body), null);
        assert.deepEqual(sanitize(provider.target, request.body, { vendor: provider.vendor }).repairs, []);
        const [last, own] = [plain(body), plain(request.body)];
        const { tool_choice: choice, ...others } = own;
        assert.deepEqual({ ...others, [list]: null }, { ...last, [list]: null }, "tools, system prompt and params");
        assert.equal(choice, provider.forbids ? "none" : undefined);
        // The instruction may be a block of the last message.
        const said = JSON.stringify(own[list]);
        assert.ok(said.startsWith(JSON.stringify(last[list]).replace(/"\}\]$|\]\}\]$|\]$/, "").slice(0, -30)), said);
        assert.match(JSON.stringify(own[list].at(-1)), /interrupted here for a summary.*Write at most 28 words\./);
        assert.equal(said.includes("Answer 12.") || said.includes("callnext1"), answers);
        assert.ok(!said.includes("And now?"));
      });
    }

    if (provider.lookback !== null) {
      test("the cache serves all that the last request wrote", async () => {
        for (const [name, before, after] of HISTORIES) {
          const { body, found } = await asked(provider, before, after);
          const cache = new BreakpointCache(provider.target, provider.lookback);
          const { kept } = cache.ask(body);
          assert.ok(kept > 1);
          assert.equal(cache.ask(found.request.body).read, kept, name);
        }
      });
    }
  });
}

describe("there is a text, and no request", () => {
  const [, before, after] = HISTORIES[0];
  const claude = MODELS.find(({ target }) => target === "anthropic");
  const by = (target) => MODELS.find((model) => model.target === target);
  for (const [name, provider, more] of [
    ["before the first request", claude, { isFirst: true }],
    ["with a schema at Anthropic", claude, { output_config: { format: { type: "json_schema", schema: { type: "object", properties: {}, additionalProperties: false } } } }],
    ["with a demanded call at Anthropic", claude, { tool_choice: { type: "any" } }],
    ["with a demanded call at Bedrock", by("bedrock"), { toolConfig: { tools: paramsOf(by("bedrock")).toolConfig.tools, toolChoice: { any: {} } } }],
    ["with a demanded call at Gemini", by("gemini"), { toolConfig: { functionCallingConfig: { mode: "ANY" } } }],
    ["with JSON at Gemini", by("gemini"), { generationConfig: { responseMimeType: "application/json" } }],
    ["with a demanded call at Mistral", by("mistral"), { tool_choice: "any" }],
    ["with JSON in chat completions", by("openai-chat"), { response_format: { type: "json_object" } }],
    ["with a schema at Responses", by("openai-responses"), { text: { format: { type: "json_object" } } }],
    ["with a conversation that OpenAI keeps", by("openai-responses"), { conversation: "conv_1" }],
  ]) {
    test(name, async () => {
      const { isFirst, ...params } = more;
      const own = isFirst ? [[], [...before, ...after]] : [before, after];
      const { found } = await asked(provider, ...own, { params: paramsOf(provider, params) });
      assert.equal(found.request, null);
      assert.match(found.prompt, /Question 0/);
    });
  }
});

test("a demanded call of OpenAI's model becomes a forbidden one", async () => {
  const { found } = await asked(MODELS[0], HISTORIES[0][1], HISTORIES[0][2], { params: paramsOf(MODELS[0], { tool_choice: "required" }) });
  assert.equal(found.request.body.tool_choice, "none");
});

test("how an answer arrives is left out, and the last message to summarize is named", async () => {
  const { found } = await asked(MODELS[0], HISTORIES[0][1], HISTORIES[0][2], { params: paramsOf(MODELS[0], { stream: true, stream_options: { include_usage: true } }) });
  assert.deepEqual(Object.keys(found.request.body).filter((name) => name.startsWith("stream")), []);
  const { content } = found.messages.at(-1);
  assert.ok(found.request.body.messages.at(-1).content.includes(`up to and including your message that begins with ${JSON.stringify(content.slice(0, 120))}`));
});

test("an instruction of the host is used", async () => {
  const { found } = await asked(MODELS[0], HISTORIES[0][1], HISTORIES[0][2], { onCache: { instruction: "List the decisions." } });
  assert.match(found.request.body.messages.at(-1).content, /^List the decisions\. Summarise what stands up to/);
});

test("a request that continued a response is written whole", async () => {
  const provider = MODELS.find(({ model, target }) => target === "openai-responses" && model === "gpt-5");
  const conversation = new ConversationManager({ tokenLimit: 1_000_000 });
  let found;
  const summarize = onCache((given) => ((found = given), "In short."));
  for (let turn = 0; turn < 8; turn += 1) {
    conversation.addMessage("user", `Question ${turn}? ${"of many words ".repeat(20)}`);
    await conversation.prepare("openai-responses", paramsOf(provider), { continue: true });
    conversation.addResponse("openai-responses", { id: `resp_${turn}`, status: "completed", output: [{ type: "message", role: "assistant", id: `msg_${turn}`, status: "completed", content: [{ type: "output_text", text: `Answer ${turn}.`, annotations: [] }] }] });
  }
  conversation.addMessage("user", "And now?");
  assert.ok((await conversation.prepare("openai-responses", paramsOf(provider), { continue: true })).body.previous_response_id);
  await conversation.reduceNow({ maxTokens: Math.floor(conversation.contextTokens / 2), reduce: fitBudget({ summarize, summaryTokens: 20 }) });
  assert.equal(found.request.body.previous_response_id, undefined);
  assert.match(JSON.stringify(found.request.body.input), /Question 0.*Answer 7/);
  assert.deepEqual(validate("openai-responses", found.request.body), []);
});

test("a long text comes in pieces, and its request in one", async () => {
  for (const isAsked of [true, false]) {
    const requests = [];
    const summarize = onCache(({ request }) => (requests.push(request), "In short."));
    const conversation = new ConversationManager({ tokenLimit: 1_000_000 });
    for (const message of [...turns(30), user("Then?")]) conversation.addMessage(message);
    if (isAsked) await conversation.prepare("openai-chat", paramsOf(MODELS[0]));
    for (const message of [answer("So."), user("And now?")]) conversation.addMessage(message);
    await conversation.reduceNow({ maxTokens: 1_000, reduce: fitBudget({ summarize, summaryTokens: 20, maxPromptTokens: 400 }) });
    assert.ok(isAsked ? requests.length === 1 && requests[0] !== null : requests.length > 1 && requests.every((request) => request === null), `${requests.length}`);
  }
});

test("wrong arguments are refused", () => {
  for (const [args, what] of [
    [[], /`summarize` must be a function/],
    [[() => "", { instruction: 3 }], /`options\.instruction` must be a/],
    [[() => "", { prompt: "x" }], /prompt/],
  ]) assert.throws(() => onCache(...args), (error) => error.code === "invalid-argument" && what.test(error.message), `${what}`);
});
