// The option `cacheBreakpoints`: where breakpoints stand, how long they live, and where none stand.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fit, validate } from "backscroll";
import { blocksOf } from "../../support/conversation/breakpoint-cache.mjs";
import { ownBodies, recordedBodies } from "../../support/histories.mjs";
import { objection, objectionOfVendor } from "../../support/judges.mjs";

const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const schema = { type: "object", properties: {} };
const anthropic = { model: "claude-sonnet-4-5", max_tokens: 64, tools: [{ name: "look", input_schema: schema }] };
const converse = (modelId) => ({ modelId, toolConfig: { tools: [{ toolSpec: { name: "look", inputSchema: { json: schema } } }] } });
const completions = (model) => ({ model, tools: [{ type: "function", function: { name: "look", parameters: schema } }] });
const responses = { model: "gpt-5.6", tools: [{ type: "function", name: "look", parameters: schema, strict: false }] };

const TRUE = { cacheBreakpoints: true };
const EPHEMERAL = { type: "ephemeral" };
const HOUR = { type: "ephemeral", ttl: "1h" };

const call = (id) => ({ id, name: "look", arguments: "{}" });

/** Two rounds of calls, of which the second is not answered yet. */
function rounds(first = "Look.", options = { systemPrompt: "Be brief." }) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", first);
  conversation.addMessage("assistant", null, { toolCalls: [call("one")] });
  conversation.addMessage("tool", "result 1", { toolCallId: "one" });
  conversation.addMessage("assistant", null, { toolCalls: [call("two"), call("three")] });
  conversation.addMessage("tool", "result 2", { toolCallId: "two" });
  conversation.addMessage("tool", "result 3", { toolCallId: "three" });
  return conversation;
}

/** Returns the breakpoints of a body: the section, the number of the block in it, and the breakpoint. */
function marksOf(target, body) {
  const counts = {};
  return blocksOf(target, body).flatMap(({ section, mark }) => {
    counts[section] = (counts[section] ?? 0) + 1;
    return mark === undefined ? [] : [[section, counts[section], mark]];
  });
}

/** Returns what is left of a body without breakpoints, and with each list of one text as the string. */
function unmarked(body) {
  const plain = (value) => {
    if (Array.isArray(value)) {
      const all = value.filter((item) => item?.cachePoint === undefined).map(plain);
      return all.length === 1 && Object.keys(all[0] ?? {}).join() === "type,text" ? all[0].text : all;
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (["cache_control", "prompt_cache_breakpoint"].includes(name) ? [] : [[name, plain(inner)]])));
  };
  return plain(body);
}

const check = ({ target, params, options = TRUE, conversation = rounds(), expected, isVendor = false }) => {
  const { body, repairs } = conversation.toRequest(target, params, options);
  assert.deepEqual(marksOf(target, body), expected);
  assert.equal((isVendor ? objectionOfVendor : objection)(target, body), null);
  const { cacheBreakpoints: _, ...others } = options;
  const without = conversation.toRequest(target, params, others);
  assert.deepEqual(unmarked(body), unmarked(without.body));
  assert.deepEqual(repairs, without.repairs);
};

const point = { type: "default" };
const explicit = { mode: "explicit" };

describe("each provider gets breakpoints in its form", () => {
  for (const [name, row] of Object.entries({
    "Anthropic: at the end, at the end of the request before, in the system prompt and in the tools": {
      target: "anthropic",
      params: anthropic,
      expected: [["tools", 1, EPHEMERAL], ["system", 1, EPHEMERAL], ["messages", 3, EPHEMERAL], ["messages", 7, EPHEMERAL]],
    },
    "Bedrock: behind the same blocks": {
      target: "bedrock",
      params: converse(CLAUDE),
      expected: [["tools", 1, point], ["system", 1, point], ["messages", 3, point], ["messages", 7, point]],
    },
    "Bedrock: 5 minutes for a model that knows no hour": {
      target: "bedrock",
      params: converse("us.anthropic.claude-3-7-sonnet-20250219-v1:0"),
      options: { cacheBreakpoints: { ttl: "1h" } },
      expected: [["tools", 1, point], ["system", 1, point], ["messages", 3, point], ["messages", 7, point]],
    },
    "Bedrock: not in the tools or behind results for Nova": {
      target: "bedrock",
      params: converse("amazon.nova-pro-v1:0"),
      expected: [["system", 1, point], ["messages", 1, point]],
    },
    "Bedrock: none for a model that caches nothing": { target: "bedrock", params: converse("meta.llama3-3-70b-instruct-v1:0"), expected: [] },
    "Bedrock: none for the first Claude 3": { target: "bedrock", params: converse("anthropic.claude-3-5-sonnet-20240620-v1:0"), expected: [] },
    "Bedrock: none for Nova 2": { target: "bedrock", params: converse("amazon.nova-2-lite-v1:0"), expected: [] },
    "Bedrock: none where the name hides the model": {
      target: "bedrock",
      params: converse("arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abcd1234"),
      expected: [],
    },
    "Bedrock: for the model that a row of the host's names": {
      target: "bedrock",
      params: converse("mine"),
      options: { ...TRUE, models: [{ name: "mine", like: CLAUDE }] },
      expected: [["tools", 1, point], ["system", 1, point], ["messages", 3, point], ["messages", 7, point]],
    },
    "OpenAI: in messages, not in the tools": {
      target: "openai-chat",
      params: { ...completions("gpt-5.6"), reasoning_effort: "none" },
      expected: [["messages", 1, explicit], ["messages", 4, explicit], ["messages", 7, explicit]],
    },
    "OpenAI: none before GPT-5.6": { target: "openai-chat", params: completions("gpt-5.5"), expected: [] },
    "OpenAI Responses: in messages, not in outputs that are strings": {
      target: "openai-responses",
      params: responses,
      expected: [["messages", 1, explicit]],
    },
    "OpenRouter: in texts, results among them": {
      target: "openai-chat",
      params: completions("anthropic/claude-sonnet-4.5"),
      options: { cacheBreakpoints: { ttl: "1h" }, vendor: "openrouter" },
      isVendor: true,
      expected: [["messages", 1, HOUR], ["messages", 4, HOUR], ["messages", 7, HOUR]],
    },
    "LiteLLM: on messages that are results": {
      target: "openai-chat",
      params: completions("claude-sonnet-4-5"),
      options: { cacheBreakpoints: { systemTtl: "1h" }, vendor: "litellm" },
      isVendor: true,
      expected: [["messages", 1, HOUR], ["messages", 4, EPHEMERAL], ["messages", 7, EPHEMERAL]],
    },
    "Qwen: always of 5 minutes": {
      target: "openai-chat",
      params: completions("qwen3-max"),
      options: { cacheBreakpoints: { ttl: "1h" }, baseURL: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1" },
      isVendor: true,
      expected: [["messages", 1, EPHEMERAL], ["messages", 4, EPHEMERAL], ["messages", 7, EPHEMERAL]],
    },
    "no other vendor": { target: "openai-chat", params: completions("deepseek-chat"), options: { ...TRUE, vendor: "deepseek" }, isVendor: true, expected: [] },
    "no vendor that is only guessed from the model's name": { target: "openai-chat", params: completions("anthropic/claude-sonnet-4.5"), expected: [] },
  })) test(name, () => check(row));

  for (const [target, params] of [["gemini", {}], ["mistral", completions("mistral-large-latest")]]) {
    test(`${target} has none, and the option changes nothing`, () => {
      const conversation = rounds();
      assert.deepEqual(conversation.toRequest(target, params, TRUE), conversation.toRequest(target, params));
    });
  }
});

const withParts = (parts) => {
  const conversation = new ConversationManager({ systemPrompt: "Be brief." });
  conversation.addMessage("user", parts);
  return conversation;
};
const marked = (cache_control) => ({ cache_control });
const from = (body) => ConversationManager.from("anthropic", body);
const asked = (content, others = {}) => ({ ...others, messages: [{ role: "user", content }] });
const four = Array.from({ length: 4 }, (_, index) => ({ type: "text", text: `Part ${index}.`, cache_control: EPHEMERAL }));
const file = { type: "file", mediaType: "text/csv", name: "data", data: Buffer.from("a,b").toString("base64") };

describe("breakpoints stand where the provider takes them", () => {
  for (const [name, row] of Object.entries({
    "not on a tool that the model loads later": {
      target: "anthropic",
      params: { ...anthropic, tools: [...anthropic.tools, { name: "later", input_schema: schema, defer_loading: true }] },
      conversation: withParts("Look."),
      expected: [["tools", 1, EPHEMERAL], ["system", 1, EPHEMERAL], ["messages", 1, EPHEMERAL]],
    },
    "in front of a document at Bedrock": {
      target: "bedrock",
      params: converse(CLAUDE),
      conversation: withParts([{ type: "text", text: "Read this." }, file]),
      expected: [["tools", 1, point], ["system", 1, point], ["messages", 1, point]],
    },
    "on the document at Anthropic": {
      target: "anthropic",
      params: anthropic,
      conversation: withParts([{ type: "text", text: "Read this." }, { ...file, mediaType: "application/pdf" }]),
      expected: [["tools", 1, EPHEMERAL], ["system", 1, EPHEMERAL], ["messages", 2, EPHEMERAL]],
    },
    "never a fifth: four of the host's stay, and none is added": {
      target: "anthropic",
      params: anthropic,
      conversation: from(asked(four)),
      expected: four.map((_, index) => ["messages", index + 1, EPHEMERAL]),
    },
    "the end first, where one is left": {
      target: "anthropic",
      params: anthropic,
      conversation: from(asked([...four.slice(0, 3), { type: "text", text: "Last." }], { system: "Be brief." })),
      expected: [["messages", 1, EPHEMERAL], ["messages", 2, EPHEMERAL], ["messages", 3, EPHEMERAL], ["messages", 4, EPHEMERAL]],
    },
    "a place that the host has marked is not marked twice": {
      target: "anthropic",
      params: anthropic,
      options: { cacheBreakpoints: { systemTtl: "1h" } },
      conversation: from(asked([{ type: "text", text: "Look.", ...marked(EPHEMERAL) }], { system: [{ type: "text", text: "Be brief.", ...marked(HOUR) }] })),
      expected: [["tools", 1, HOUR], ["system", 1, HOUR], ["messages", 1, EPHEMERAL]],
    },
    "one that lives shorter does not stand before the host's that lives longer": {
      target: "anthropic",
      params: anthropic,
      conversation: from(asked([{ type: "text", text: "Look.", ...marked(HOUR) }, { type: "text", text: "There." }], { system: "Be brief." })),
      expected: [["tools", 1, HOUR], ["system", 1, HOUR], ["messages", 1, HOUR], ["messages", 2, EPHEMERAL]],
    },
    "one that lives longer does not stand behind the host's that lives shorter": {
      target: "anthropic",
      params: { ...anthropic, tools: [{ ...anthropic.tools[0], ...marked(EPHEMERAL) }] },
      options: { cacheBreakpoints: { ttl: "1h" } },
      conversation: withParts("Look."),
      expected: [["tools", 1, EPHEMERAL], ["system", 1, EPHEMERAL], ["messages", 1, EPHEMERAL]],
    },
    "a field of the host's that marks the end counts": {
      target: "anthropic",
      params: { ...anthropic, cache_control: EPHEMERAL },
      expected: [["tools", 1, EPHEMERAL], ["system", 1, EPHEMERAL], ["messages", 3, EPHEMERAL]],
    },
    "none on a thread": { target: "anthropic", params: { ...anthropic, thread: { type: "begin" } }, expected: [] },
    "no empty system prompt": { target: "anthropic", params: { ...anthropic, tools: [], system: "" }, conversation: rounds("Look.", {}), expected: [["messages", 3, EPHEMERAL], ["messages", 7, EPHEMERAL]] },
    "false: none": { target: "anthropic", params: anthropic, options: { cacheBreakpoints: false }, expected: [] },
  })) test(name, () => check(row));

  test("never on thinking, which ends a request that the model is to go on with", () => {
    const thinking = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
    const conversation = from({ messages: [{ role: "user", content: "Look." }, { role: "assistant", content: [thinking, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }] }] });
    const { body } = conversation.toRequest("anthropic", { ...anthropic, tools: [{ type: "web_search_20250305", name: "web_search" }] }, TRUE);
    assert.deepEqual(marksOf("anthropic", body).filter(([section]) => section === "messages"), [["messages", 1, EPHEMERAL]]);
  });
});

describe("the breakpoints of a request are its own", () => {
  test("messages, snapshots and later requests have none", async () => {
    const [one, other] = [rounds(), rounds()];
    await one.prepare("anthropic", anthropic, TRUE);
    await other.prepare("anthropic", anthropic);
    assert.deepEqual(one.messages.map(({ content }) => content), other.messages.map(({ content }) => content));
    assert.equal(JSON.stringify(one.toJSON()).includes("cache_control"), false);
    one.addMessage("assistant", "Done.");
    one.addMessage("user", "Again.");
    const text = (conversation, options) => Buffer.from(conversation.toRequestBytes("anthropic", anthropic, options)).toString();
    assert.equal(text(one).includes("cache_control"), false);
    assert.notEqual(text(one, TRUE), text(one));
  });

  test("the body, its bytes and its view are the same, and cost the same tokens", async () => {
    const conversation = rounds();
    const { body, tokens, ...request } = await conversation.prepare("anthropic", anthropic, TRUE);
    assert.deepEqual(JSON.parse(Buffer.from(request.bytes()).toString()), body);
    assert.deepEqual(JSON.parse(Buffer.from(conversation.toRequestView("anthropic", anthropic, TRUE)).toString()), body);
    assert.equal(tokens, (await conversation.prepare("anthropic", anthropic)).tokens);
  });

  test("numbers keep their text", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Look.");
    conversation.addMessage("assistant", null, { toolCalls: [{ ...call("one"), arguments: '{"id":12345678901234567890,"at":1.0}' }] });
    conversation.addMessage("tool", "Here.", { toolCallId: "one" });
    const bytes = Buffer.from(conversation.toRequestBytes("anthropic", anthropic, TRUE)).toString();
    assert.match(bytes, /\{"id":12345678901234567890,"at":1\.0\}/);
    assert.match(bytes, /"content":"Here\.","cache_control"/);
  });

  test("a request with a system prompt of its own has them", async () => {
    const { body } = await rounds().prepare("anthropic", anthropic, { ...TRUE, systemPrompt: "Be long." });
    assert.deepEqual(body.system, [{ type: "text", text: "Be long.", cache_control: EPHEMERAL }]);
  });

  test("a request that continues a response marks its part", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Look.");
    conversation.addResponse("openai-responses", { id: "resp_1", object: "response", model: "gpt-5.6", status: "completed", output: [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Where?", annotations: [] }] }] });
    conversation.addMessage("user", "There.");
    const { body } = conversation.toRequest("openai-responses", responses, { ...TRUE, continue: true });
    assert.equal(body.previous_response_id, "resp_1");
    assert.deepEqual(marksOf("openai-responses", body), [["messages", 1, explicit]]);
  });

  test("thinking that is bound to what stands before it stays valid with them", async () => {
    const params = { model: "claude-opus-5-5", max_tokens: 64 };
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    conversation.addMessage("user", "Look.");
    await conversation.prepare("anthropic", params, TRUE);
    conversation.addResponse("anthropic", { type: "message", role: "assistant", model: "claude-opus-5-5", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "Here." }] });
    conversation.addMessage("user", "And there?");
    const { body, repairs } = await conversation.prepare("anthropic", params, TRUE);
    assert.deepEqual([body.messages[1].content[0].type, repairs], ["thinking", []]);
  });
});

describe("`fit` marks a copy", () => {
  const body = () => ({ ...anthropic, system: "Be brief.", messages: rounds().toRequest("anthropic", anthropic).body.messages });

  test("in a body: what was not marked is the same object", () => {
    const given = body();
    const { body: fitted } = fit("anthropic", given, { maxTokens: 9_000, ...TRUE });
    assert.deepEqual(marksOf("anthropic", fitted), [["tools", 1, EPHEMERAL], ["system", 1, EPHEMERAL], ["messages", 3, EPHEMERAL], ["messages", 7, EPHEMERAL]]);
    assert.deepEqual(fitted.messages.map((message, index) => message === given.messages[index]), [true, true, false, true, false]);
    assert.deepEqual(given, body());
    assert.deepEqual(validate("anthropic", fitted), []);
  });

  test("in a list of a provider's messages, and not in one of a program", () => {
    const list = fit("anthropic", body().messages, { maxTokens: 9_000, ...TRUE }).messages;
    assert.deepEqual(list.map(({ content }) => content.at(-1).cache_control), [undefined, undefined, EPHEMERAL, undefined, EPHEMERAL]);
    assert.equal(JSON.stringify(fit("backscroll", rounds().messages, { maxTokens: 9_000, ...TRUE }).messages).includes("cache_control"), false);
  });

  test("bytes stay bytes", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const given = { modelId: CLAUDE, messages: [{ role: "user", content: [{ image: { format: "png", source: { bytes } } }, { text: "What is it?" }] }] };
    const { body: fitted } = fit("bedrock", given, { maxTokens: 9_000, ...TRUE });
    assert.deepEqual(fitted.messages[0].content, [{ image: { format: "png", source: { bytes } } }, { text: "What is it?" }, { cachePoint: point }]);
  });

  test("the memory knows nothing of them", () => {
    const [one, other] = [TRUE, {}].map((options) => fit("anthropic", body(), { maxTokens: 9_000, ...options }).memory);
    assert.deepEqual(one, other);
  });
});

describe("values that are no option are refused", () => {
  for (const [value, words] of [
    ["yes", /must be true, false, or \{ ttl: "1h" \}/],
    [{ ttl: "10m" }, /cacheBreakpoints\.ttl/],
    [{ lifetime: "1h" }, /lifetime/],
    [{ ttl: "1h", systemTtl: "5m" }, /systemTtl` must not be shorter/],
  ]) {
    test(JSON.stringify(value), async () => {
      const options = { cacheBreakpoints: value };
      const isWrong = ({ code, message }) => code === "invalid-argument" && words.test(message);
      assert.throws(() => rounds().toRequest("anthropic", anthropic, options), isWrong);
      assert.throws(() => fit("anthropic", asked("Look."), { maxTokens: 9_000, ...options }), isWrong);
      await assert.rejects(rounds().prepare("anthropic", anthropic, options), isWrong);
    });
  }
});

describe("no provider refuses a request because of its breakpoints", () => {
  for (const [target, options] of [
    ["anthropic", {}],
    ["bedrock", { capabilities: { model: CLAUDE } }],
    ["openai-chat", { capabilities: { model: "gpt-5.6" } }],
    ["openai-responses", { capabilities: { model: "gpt-5.6" } }],
  ]) {
    test(target, () => {
      let count = 0;
      for (const body of [...ownBodies(target), ...recordedBodies(target, 50)]) {
        const fitting = { maxTokens: 10_000_000, ...options };
        const without = fit(target, body, fitting).body;
        if (objectionOfVendor(target, without) !== null) continue;
        const { body: marked } = fit(target, body, { ...fitting, cacheBreakpoints: { ttl: "1h" } });
        assert.equal(objectionOfVendor(target, marked), null);
        const places = marksOf(target, marked);
        assert.ok(places.length <= Math.max(4, marksOf(target, without).length));
        assert.deepEqual(unmarked(marked), unmarked(without));
        count += Number(places.length > 0);
      }
      assert.ok(count > 10, `${count} requests`);
    });
  }
});
