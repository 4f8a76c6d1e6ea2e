// Messages of OpenTelemetry's conventions: they come back equal, they satisfy the published schemas, and what they cannot hold is reported.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { ConversationManager, convert, fit } from "backscroll";
import { opentelemetry, readSpans, toolDefinitions } from "backscroll/opentelemetry";
import { FORMATS, randomConversation } from "../../support/formats/all.mjs";
import { checkAttributes, checkMessages } from "../../support/formats/opentelemetry-schema.mjs";
import { runs } from "../../support/runs.mjs";

const FORMAT = "opentelemetry";
const [SYSTEM, INPUT, OUTPUT] = ["gen_ai.system_instructions", "gen_ai.input.messages", "gen_ai.output.messages"];

const text = (content, more) => ({ type: "text", content, ...more });
const says = (role, ...parts) => ({ role, parts: parts.map((part) => (typeof part === "string" ? text(part) : part)) });
const call = (id, given = { city: "Oslo" }, more) => ({ type: "tool_call", id, name: "weather", arguments: given, ...more });
const answer = (id, response = "Rain.", more) => ({ type: "tool_call_response", id, response, ...more });
const PNG = "iVBORw0KGgo=";

test("the attributes have the names of the conventions", () => {
  const published = new Set(Object.values(conventions));
  const names = ["gen_ai.response.id", "gen_ai.response.model", "gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens", "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.reasoning.output_tokens"];
  const tokens = { input: 9, output: 4, cachedInput: 3, cacheWrite: 2, reasoning: 1 };
  const { body } = convert("backscroll", FORMAT, [
    { role: "system", content: "s" },
    { role: "user", content: "u" },
    { role: "assistant", content: "a", model: "m", tokens, response: { id: "r", format: "anthropic" } },
  ]);
  assert.deepEqual(Object.keys(body), [SYSTEM, INPUT, OUTPUT, ...names]);
  assert.deepEqual([...Object.keys(body), "gen_ai.tool.definitions"].filter((name) => !published.has(name)), []);
});

/** Rows: what it is, and the messages of the input. */
const EQUAL = [
  ["words", [says("user", "Hi"), says("assistant", "Hello"), says("user", "More")]],
  ["several texts", [says("user", "a", "b"), says("assistant", "c", "d"), says("user")]],
  ["instructions among the messages", [says("system", "Be brief."), says("user", "Hi"), says("system", "Be kind."), says("user", "a")]],
  ["roles of instrumentations", [says("developer", "Be brief."), says("user", "Hi"), says("model", "Hello"), says("user", "a")]],
  ["names of speakers", [{ ...says("user", "Hi"), name: "ann" }, { ...says("assistant", "Hello"), name: "bot" }, says("user", "a")]],
  ["fields that are new", [{ ...says("user", text("Hi", { spoken: true })), mood: "good" }, says("assistant", call("c", {}, { cost: 1 })), { ...says("tool", answer("c", "x", { tookMs: 3 })), mood: "bad" }, says("user", "a")]],
  ["calls and results", [says("user", "Hi"), says("assistant", "I look.", call("a"), call("b", { days: [1, 2.5] })), says("tool", answer("a")), says("tool", answer("b", ""))]],
  ["results in one message", [says("user", "Hi"), says("assistant", call("a"), call("b")), says("tool", answer("a"), answer("b")), says("user", "a")]],
  ["results in a message of the user", [says("user", "Hi"), says("assistant", call("a")), says("user", answer("a"), text("And?")), says("assistant", "Rain.")]],
  ["a result between the words of an answer", [says("user", "Hi"), says("assistant", "a", call("a"), answer("a"), "b"), says("user", "c")]],
  ["calls among words", [says("user", "Hi"), says("assistant", call("a"), "then", call("b"), "end"), says("tool", answer("a")), says("tool", answer("b"))]],
  ["calls without ids", [says("user", "Hi"), says("assistant", { type: "tool_call", name: "f", arguments: {} }, { type: "tool_call", name: "g" }), says("tool", { type: "tool_call_response", response: "x" }), says("tool", { type: "tool_call_response", response: "y" })]],
  ["arguments that are texts, lists and numbers", [says("user", "Hi"), says("assistant", call("a", '{"x":1}'), call("b", "half {"), call("c", [1, 2]), call("d", 7)), says("tool", answer("a"), answer("b"), answer("c"), answer("d"))]],
  ["results that are values", [says("user", "Hi"), says("assistant", call("a"), call("b"), call("c"), call("d")), says("tool", answer("a", { t: 21 }), answer("b", [1, "x"]), answer("c", 7), answer("d", null))]],
  ["results of several parts", [says("user", "Hi"), says("assistant", call("a")), says("tool", answer("a", [text("See"), { type: "blob", modality: "image", mime_type: "image/png", content: PNG }]))]],
  ["a message of a tool without a response", [says("user", "Hi"), says("assistant", call("a")), says("tool", "Rain.")]],
  ["reasoning and refusals", [says("user", "Hi"), says("assistant", { type: "reasoning", content: "Hm" }, "Hello"), says("assistant", { type: "refusal", content: "No." }), says("user", "a")]],
  ["media by bytes", [says("user", { type: "blob", modality: "image", mime_type: "image/png", content: PNG }, { type: "blob", modality: "audio", mime_type: "audio/wav", content: "UklGRiQAAABXQVZF" }, { type: "blob", modality: "document", mime_type: "application/pdf", content: "JVBERg==" })]],
  ["media without a type", [says("user", { type: "blob", modality: "image", content: PNG }, { type: "blob", modality: "image", content: "AAAA" }, { type: "uri", modality: "image", uri: "https://a.test/a" }, { type: "file", modality: "document", file_id: "f" })]],
  ["a document that is called an image", [says("user", { type: "blob", modality: "image", mime_type: "application/pdf", content: "JVBERg==" })]],
  ["media elsewhere", [says("user", { type: "uri", modality: "image", mime_type: "image/png", uri: "gs://b/a.png" }, { type: "file", modality: "document", mime_type: "application/pdf", file_id: "f" }, { type: "uri", modality: "video", uri: "https://a.test/a.mp4" }, { type: "blob", modality: "video", mime_type: "video/mp4", content: "AAAA" })]],
  ["a transcript of sound", [says("user", { type: "blob", modality: "audio", mime_type: "audio/wav", content: "UklGRiQAAABXQVZF", transcript: "Hi" })]],
  ["tools that the provider runs", [says("user", "Hi"), says("assistant", { type: "server_tool_call", id: "s", name: "web_search", server_tool_call: { type: "web_search", query: "rain" } }, { type: "server_tool_call_response", id: "s", server_tool_call_response: { type: "web_search", results: [{ title: "Rain" }] } }, "Rain."), says("user", "a")]],
  ["compactions and parts that are new", [says("user", "Hi", { type: "compaction", id: "c", content: "They greeted." }), says("assistant", { type: "hologram", data: [1] }, "a"), says("user", "b")]],
];

describe("a body comes back equal", () => {
  for (const [what, messages] of EQUAL) {
    test(what, () => {
      checkMessages(messages);
      const given = { [SYSTEM]: [text("Be brief.")], [INPUT]: messages };
      const { body, losses, repairs } = convert(FORMAT, FORMAT, given);
      assert.deepEqual([body, losses, repairs], [given, [], []]);
      const neutral = convert(FORMAT, "backscroll", given).body;
      assert.deepEqual(convert("backscroll", FORMAT, neutral).body, given, "by way of neutral messages");
      const conversation = ConversationManager.from(FORMAT, given);
      assert.deepEqual(convert("backscroll", FORMAT, conversation.messages).body, given, "by way of a conversation");
    });
  }

  test("as lists", () => {
    for (const [what, messages] of EQUAL) {
      const { body, losses, repairs } = convert(FORMAT, FORMAT, messages, { form: "list" });
      assert.deepEqual([body, losses, repairs], [messages, [], []], what);
    }
  });

  test("the output, with the reasons for its end", () => {
    const said = { [INPUT]: [says("user", "Hi")], [OUTPUT]: [{ ...says("assistant", "Hel"), finish_reason: "length" }] };
    const called = { [INPUT]: [says("user", "Hi")], [OUTPUT]: [{ ...says("assistant", call("a")), finish_reason: "tool_call" }, { ...says("tool", answer("a")) }, { ...says("assistant", "Rain."), finish_reason: "stop" }] };
    const choices = { [INPUT]: [says("user", "Hi")], [OUTPUT]: [{ ...says("assistant", "a"), finish_reason: "stop" }, { ...says("assistant", "b") }] };
    const prefilled = { [INPUT]: [says("user", "Hi"), says("assistant", "Hel")], [OUTPUT]: [{ ...says("assistant", "lo"), finish_reason: "stop" }] };
    for (const given of [said, called, choices, prefilled]) {
      const { body, losses } = convert(FORMAT, FORMAT, given);
      assert.deepEqual([body, losses], [given, []]);
      const texts = convert(FORMAT, FORMAT, given, { form: "span" }).body;
      assert.deepEqual(Object.values(texts).map((value) => typeof value), Object.keys(given).map(() => "string"));
      assert.deepEqual(convert(FORMAT, FORMAT, texts).body, given);
    }
  });

  test("the model, the response and the usage of the output", () => {
    const given = {
      [INPUT]: [says("user", "Hi")],
      [OUTPUT]: [{ ...says("assistant", "Hello"), finish_reason: "stop" }],
      "gen_ai.response.id": "r1",
      "gen_ai.response.model": "gpt-5",
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 3,
      "gen_ai.usage.cache_read.input_tokens": 8,
    };
    const { messages } = ConversationManager.from(FORMAT, given);
    const { model, response, tokens } = messages[1];
    assert.deepEqual([model, response, tokens], ["gpt-5", { id: "r1", format: FORMAT }, { input: 12, output: 3, cachedInput: 8 }]);
    assert.deepEqual(convert(FORMAT, FORMAT, given).body, given);
  });

  test("when the conversation goes on, its output is input", () => {
    const conversation = ConversationManager.from(FORMAT, { [INPUT]: [says("user", "Hi")], [OUTPUT]: [{ ...says("assistant", "Hello"), finish_reason: "stop" }] });
    conversation.addMessage("user", "More");
    const { body } = convert("backscroll", FORMAT, conversation.messages);
    assert.deepEqual(body, { [INPUT]: [says("user", "Hi"), { ...says("assistant", "Hello"), finish_reason: "stop" }, says("user", "More")] });
  });

  test("forms that instrumentations write beside the conventions", () => {
    const sent = (attributes, more) => {
      const [{ body, spanId }] = readSpans({ name: "chat", attributes, ...more });
      const { messages } = ConversationManager.from(FORMAT, body);
      return [spanId, ...messages.map(({ role, content }) => `${role}: ${typeof content === "string" ? content : (content ?? []).map(({ text: words }) => words).join("|")}`), body["gen_ai.usage.input_tokens"] ?? null];
    };
    const ROWS = [
      [{ "gen_ai.input.messages": '[{"role":"user","content":"hi"}]', "gen_ai.system_instructions": "Be brief." }, {}, [null, "system: Be brief.", "user: hi", null]],
      [{ "gen_ai.prompt.0.content": "q", "gen_ai.completion.0.content": "a" }, {}, [null, "user: q", "assistant: a", null]],
      [{ "llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.contents.0.message_content.text": "hi", "llm.token_count.prompt": 7 }, {}, [null, "user: hi", 7]],
      [{ "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "q" }, { context: { trace_id: "t", span_id: "ea16" } }, ["ea16", "user: q", null]],
    ];
    for (const [attributes, more, expected] of ROWS) assert.deepEqual(sent(attributes, more), expected);
  });

  test("a value under `result`, a part without a type, a data URL, and fields that are null", () => {
    const given = [{ role: "user", parts: [{ content: "Hi" }, { type: "uri", modality: "image", mime_type: null, uri: `data:image/png;base64,${PNG}` }] }, says("assistant", call("a", null)), says("tool", { type: "tool_call_response", id: "a", result: "x" })];
    assert.deepEqual(convert(FORMAT, FORMAT, { [INPUT]: given }, { form: "list" }).body, [
      says("user", "Hi", { type: "blob", modality: "image", mime_type: "image/png", content: PNG }),
      says("assistant", { type: "tool_call", id: "a", name: "weather" }),
      says("tool", answer("a", "x")),
    ]);
  });
});

/** The conversation in a format; null if no message of it can be sent. */
function bodyIn(format, conversation) {
  try {
    return convert("backscroll", format, conversation).body;
  } catch (error) {
    assert.equal(error.code, "nothing-to-send");
    return null;
  }
}

describe("other formats are written by the schema", () => {
  test("random conversations, from every format, in every form", () => {
    for (let seed = 1; seed <= runs({ few: 60, all: 300 }); seed += 1) {
      const conversation = randomConversation(seed);
      for (const from of [...FORMATS, FORMAT]) {
        const body = bodyIn(from, conversation);
        if (body === null) continue;
        for (const form of ["attributes", "span"]) checkAttributes(convert(from, FORMAT, body, { form }).body);
        checkMessages(convert(from, FORMAT, body, { form: "list" }).body);
      }
    }
  });

  test("a request with its answer", () => {
    const { body, losses } = convert("openai-chat", FORMAT, [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "See" }, { type: "image_url", image_url: { url: "https://a.test/a.png" } }] },
      { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }] },
      { role: "tool", tool_call_id: "a", content: "Rain." },
      { role: "assistant", content: "Rain." },
    ]);
    assert.deepEqual(body, {
      [SYSTEM]: [text("Be brief.")],
      [INPUT]: [says("user", "See", { type: "uri", modality: "image", uri: "https://a.test/a.png" }), says("assistant", call("a")), says("tool", answer("a"))],
      [OUTPUT]: [{ ...says("assistant", "Rain."), finish_reason: "stop" }],
    });
    assert.deepEqual(losses, []);
  });

  /** Rows: the reported code, words of the report, and the message. */
  const LOSSES = [
    ["reasoning-dropped", /no text/, { role: "assistant", content: [{ type: "reasoning", encrypted: "zz", origin: { format: "anthropic" } }, { type: "text", text: "a" }] }],
    ["field-dropped", /`signature`/, { role: "assistant", content: [{ type: "reasoning", text: "Hm", signature: "s", origin: { format: "anthropic" } }] }],
    ["field-dropped", /`name`/, { role: "user", content: [{ type: "file", name: "a.pdf", mediaType: "application/pdf", data: "JVBERg==" }] }],
    ["field-dropped", /`detail`/, { role: "user", content: [{ type: "image", url: "https://a.test/a.png", detail: "low" }] }],
    ["written-as-text", /server_tool_use/, { role: "assistant", content: [{ type: "other", format: "anthropic", value: { type: "server_tool_use", id: "s" } }, { type: "text", text: "a" }] }],
    ["field-dropped", /`cache_control`/, { role: "user", content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }] }],
  ];
  for (const [code, detail, message] of LOSSES) {
    test(`${code}: ${detail}`, () => {
      const { body, losses, repairs } = convert("backscroll", FORMAT, [{ role: "user", content: "Hi" }, message]);
      checkAttributes(body);
      assert.ok([...losses, ...repairs].some((one) => one.code === code && detail.test(one.detail)), JSON.stringify([losses, repairs]));
    });
  }

  test("a result that failed begins with a prefix, which is reported", () => {
    const made = (content) => convert("backscroll", FORMAT, [{ role: "user", content: "Hi" }, { role: "assistant", toolCalls: [{ id: "a", name: "f", arguments: {} }] }, { role: "tool", toolCallId: "a", isError: true, content }]);
    const { body, repairs, losses } = made("No such city.");
    assert.equal(body[INPUT][2].parts[0].response, "[error] No such city.");
    assert.ok([...repairs, ...losses].some(({ code }) => code === "written-as-text"));
    assert.deepEqual(made([{ type: "image", data: PNG, mediaType: "image/png" }]).body[INPUT][2].parts[0].response[0], text("[error]"));
  });
});

test("tools of every target are definitions", () => {
  const schema = { type: "object", properties: { city: { type: "string" } } };
  const wanted = [{ type: "function", name: "weather", description: "d", parameters: schema }];
  const tools = [
    { type: "function", function: { name: "weather", description: "d", parameters: schema } },
    { name: "weather", description: "d", input_schema: schema },
    { type: "function", name: "weather", description: "d", parameters: schema, strict: true },
    { functionDeclarations: [{ name: "weather", description: "d", parametersJsonSchema: schema }] },
    { toolSpec: { name: "weather", description: "d", inputSchema: { json: schema } } },
  ];
  for (const tool of tools) assert.deepEqual(toolDefinitions([tool]), wanted, JSON.stringify(tool));
  const others = toolDefinitions([{ type: "custom", custom: { name: "shell" } }, { type: "web_search_20250305", name: "web_search" }, { cachePoint: { type: "default" } }]);
  checkAttributes({ "gen_ai.tool.definitions": [...wanted, ...others] });
  assert.deepEqual(others.map(({ name, type }) => [name, type])[0], ["shell", "custom"]);
  assert.equal(others.length, 2);
  assert.throws(() => toolDefinitions({}), { code: "invalid-argument" });
});

describe("a body that is wrong is refused, with its place", () => {
  const cases = [
    [{ model: "m" }, "invalid-message", /expected a list of messages, or attributes such as `gen_ai\.input\.messages`/],
    [[7], "invalid-message", /^\[0\]: expected an object/],
    [[{ role: "user" }], "invalid-message", /^\[0\]\.parts: expected a list of parts, found nothing/],
    [{ [INPUT]: [{ role: "critic", parts: [] }] }, "invalid-role", /^gen_ai\.input\.messages\[0\]\.role: Invalid role: critic/],
    [{ [INPUT]: [{ role: "user", parts: [7] }] }, "invalid-message", /^gen_ai\.input\.messages\[0\]\.parts\[0\]: expected an object/],
    [{ [INPUT]: [{ role: "user", parts: [{ type: "text" }] }] }, "invalid-message", /^gen_ai\.input\.messages\[0\]\.parts\[0\]\.content: expected a string/],
    [{ [INPUT]: {} }, "invalid-message", /^gen_ai\.input\.messages: expected a list, found an object/],
    [{ [INPUT]: '[{"role":"user","par' }, "invalid-message", /^gen_ai\.input\.messages: .*OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT/],
    [{ [INPUT]: [], [OUTPUT]: [{ role: "assistant", parts: "x" }] }, "invalid-message", /^gen_ai\.output\.messages\[0\]\.parts: expected a list/],
  ];
  for (const [body, code, message] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert(FORMAT, "backscroll", body), (error) => (error.code === code && message.test(error.message)) || assert.fail(error));
    });
  }

  test("other attributes are reported", () => {
    const { losses } = convert(FORMAT, "backscroll", { attributes: { [INPUT]: [says("user", "Hi")], "gen_ai.request.model": "m", "http.method": "POST" } });
    assert.deepEqual(losses.map(({ code, detail }) => [code, /`([\w.]+)`/.exec(detail)[1]]), [["field-dropped", "gen_ai.request.model"], ["field-dropped", "http.method"]]);
  });
});

describe("`fit`", () => {
  const long = (turn) => [says("user", `Question ${turn}? ${"Think of the harbour. ".repeat(20)}`), says("assistant", call(`c${turn}`)), says("tool", answer(`c${turn}`, "Rain. ".repeat(60))), says("assistant", `Answer ${turn}.`)];
  const messages = [1, 2, 3, 4].flatMap(long);

  test("takes a list, and keeps the messages that stay as they are", async () => {
    const { messages: kept } = await fit(opentelemetry, messages, { maxTokens: 400 });
    assert.ok(kept.length < messages.length);
    checkMessages(kept);
    assert.ok(kept.some((message) => messages.includes(message)));
  });

  test("refuses attributes, of which it cannot return a part", async () => {
    await assert.rejects(async () => fit(opentelemetry, { [INPUT]: messages }, { maxTokens: 400 }), { code: "invalid-argument", message: /list of messages/ });
  });
});
