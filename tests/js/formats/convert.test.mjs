// `convert`: one conversation in every format, and the losses of each format.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, validate } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";
import { TARGETS } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";

const MESSAGES = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Time in Oslo?" },
  { role: "assistant", content: null, tool_calls: [{ id: "call12345", type: "function", function: { name: "clock", arguments: '{"city": "Oslo"}' } }] },
  { role: "tool", tool_call_id: "call12345", content: "noon" },
  { role: "assistant", content: "Noon." },
  { role: "user", content: "Thanks." },
];

const WRITTEN = {
  "openai-chat": { messages: MESSAGES },
  anthropic: {
    system: "Be brief.",
    messages: [
      { role: "user", content: [{ type: "text", text: "Time in Oslo?" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "call12345", name: "clock", input: { city: "Oslo" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call12345", content: "noon" }] },
      { role: "assistant", content: [{ type: "text", text: "Noon." }] },
      { role: "user", content: [{ type: "text", text: "Thanks." }] },
    ],
  },
  "openai-responses": {
    instructions: "Be brief.",
    input: [
      { role: "user", content: "Time in Oslo?" },
      { type: "function_call", call_id: "call12345", name: "clock", arguments: '{"city": "Oslo"}' },
      { type: "function_call_output", call_id: "call12345", output: "noon" },
      { role: "assistant", content: "Noon." },
      { role: "user", content: "Thanks." },
    ],
  },
  backscroll: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Time in Oslo?" },
    { role: "assistant", content: null, toolCalls: [{ id: "call12345", name: "clock", arguments: '{"city": "Oslo"}' }] },
    { role: "tool", content: "noon", toolCallId: "call12345" },
    { role: "assistant", content: "Noon." },
    { role: "user", content: "Thanks." },
  ],
};

describe("a conversation with a call", () => {
  for (const [format, body] of Object.entries(WRITTEN)) {
    test(`as ${format}`, () => assert.deepEqual(convert("openai-chat", format, { messages: MESSAGES }), { body, repairs: [], losses: [] }));
  }

  for (const target of TARGETS) {
    test(`as ${target} is accepted, and survives a round trip`, () => {
      const there = convert("openai-chat", target, MESSAGES);
      assert.deepEqual([...there.repairs, ...there.losses], []);
      const params = target === "bedrock" ? { toolConfig: { tools: [{ toolSpec: { name: "clock", inputSchema: { json: { type: "object" } } } }] } } : target === "anthropic" ? { max_tokens: 64 } : {};
      assert.deepEqual(validate(target, { ...params, ...there.body }), []);
      const back = convert(target, "openai-chat", there.body);
      assert.deepEqual([...back.repairs, ...back.losses], []);
      assert.deepEqual(plain(back.body.messages), plain(MESSAGES));
    });
  }

  test("a list of messages is accepted as a body", () => {
    assert.deepEqual(convert("openai-chat", "anthropic", MESSAGES), convert("openai-chat", "anthropic", { messages: MESSAGES }));
  });
});

/** Normalises a message: a single text part is that text, arguments are values, and a result has no tool name. */
function plain(messages) {
  return messages.map(({ content, tool_calls: calls, name, ...rest }) => ({
    ...rest,
    ...(rest.role !== "tool" && name !== undefined && { name }),
    content: Array.isArray(content) && content.length === 1 && content[0].type === "text" ? content[0].text : content,
    ...(calls && { tool_calls: calls.map((call) => ({ ...call, function: { ...call.function, arguments: JSON.parse(call.function.arguments) } })) }),
  }));
}

describe("losses are reported", () => {
  const thinking = { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "Noon.", cache_control: { type: "ephemeral" } }] };
  const body = { model: "claude-sonnet-5-5", max_tokens: 9, tools: [], messages: [{ role: "user", content: "Time?" }, thinking, { role: "user", content: "So?" }] };

  test("signatures and markers with their messages, other fields with their names", () => {
    const { body: written, repairs, losses } = convert("anthropic", "openai-chat", body);
    assert.deepEqual(plain(written.messages).map(({ content }) => content), ["Time?", "Noon.", "So?"]);
    assert.deepEqual(repairs, []);
    const beside = losses.filter(({ messageId }) => messageId === undefined);
    assert.deepEqual(beside.map(({ code, detail }) => `${code} ${detail.split("`")[1]}`), ["field-dropped model", "field-dropped max_tokens", "field-dropped tools"]);
    assert.deepEqual(losses.filter(({ messageId }) => messageId !== undefined).map(({ code, messageId }) => `${code} ${messageId}`), ["reasoning-dropped m1", "field-dropped m1"]);
  });

  test("nothing is lost on the way to neutral messages and back", () => {
    const { messages } = body;
    const neutral = convert("anthropic", "backscroll", { messages });
    const back = convert("backscroll", "anthropic", neutral.body);
    for (const { repairs, losses } of [neutral, back]) assert.deepEqual([...repairs, ...losses], []);
    assert.deepEqual(back.body.messages[1], thinking);
  });
});

describe("neutral messages", () => {
  test("keep the caller's ids and times, and get no new ones", () => {
    const messages = [{ id: "a", role: "user", content: "1", createdAt: 5 }, { role: "user", content: "2" }, { id: "m1", role: "user", content: "3" }];
    const { body } = convert("backscroll", "backscroll", messages);
    assert.deepEqual(body, messages);
  });

  test("of a conversation become a request as `toRequest` makes it", () => {
    const conversation = ConversationManager.from("openai-chat", MESSAGES);
    const { body } = convert("backscroll", "anthropic", conversation.messages);
    assert.deepEqual(body, conversation.toRequest("anthropic").body);
  });
});

describe("a format with several forms", () => {
  const FORMS = [
    ["ai-sdk", undefined, ["role", "content"]],
    ["ai-sdk", "ui", ["id", "role", "parts"]],
    ["langchain", undefined, ["type", "data"]],
    ["langchain", "serialized", ["lc", "type", "id", "kwargs"]],
    ["strands", undefined, ["role", "content"], "systemPrompt"],
    ["strands", "messages", ["role", "content"]],
    ["strands", "python", ["role", "content"], "system_prompt"],
  ];
  for (const [format, form, fields, prompt] of FORMS) {
    test(`${format} is written in the form ${form ?? "by default"}`, () => {
      const { body } = convert("openai-chat", format, MESSAGES, { form });
      const list = Array.isArray(body) ? body : body.messages;
      assert.deepEqual(Object.keys(list[0]), fields);
      assert.equal(body[prompt], prompt && "Be brief.");
    });
  }
});

describe("a body converted to its own format is repaired with all its fields", () => {
  test("an accepted body is unchanged", () => {
    const body = { model: "gpt-5", messages: MESSAGES, made_up: 1 };
    assert.deepEqual(convert("openai-chat", "openai-chat", body), { body, repairs: [], losses: [] });
  });
});

describe("refusals", () => {
  const REFUSALS = [
    ["a format that is none", () => convert([], "openai", "anthropic"), "unknown-format"],
    ["a target that is none", () => convert([], "anthropic", "claude"), "unknown-format"],
    ["a body that is none", () => convert("Hello", "openai-chat", "anthropic"), "invalid-argument"],
    ["a message that is none", () => convert([{ role: "wizard" }], "openai-chat", "anthropic"), "invalid-role"],
    ["nothing to send", () => convert([], "openai-chat", "anthropic"), "nothing-to-send"],
    ["an option that is none", () => convert("openai-chat", "anthropic", MESSAGES, { shape: "ui" }), "invalid-argument"],
    ["a form of a format that has one", () => convert("openai-chat", "anthropic", MESSAGES, { form: "ui" }), "invalid-argument"],
    ["a form that is no name", () => convert("openai-chat", "anthropic", MESSAGES, { form: 1 }), "invalid-argument"],
    ["two messages of one id", () => convert([{ id: "a", role: "user", content: "1" }, { id: "a", role: "user", content: "2" }], "backscroll", "anthropic"), "duplicate-id"],
  ];
  for (const [name, run, code] of REFUSALS) test(name, () => refusal(run, code));
});

test("the input is unchanged", () => {
  const frozen = JSON.parse(JSON.stringify(MESSAGES), (_, value) => (typeof value === "object" && value !== null ? Object.freeze(value) : value));
  assert.deepEqual(convert("openai-chat", "anthropic", frozen), convert("openai-chat", "anthropic", MESSAGES));
});

test("a sound behind a URL survives a round trip", () => {
  const contents = [{ role: "user", parts: [{ fileData: { mimeType: "audio/mpeg", fileUri: "https://x.test/a.mp3" } }] }];
  const { body } = convert("gemini", "backscroll", { contents });
  assert.deepEqual(body[0].content, [{ type: "audio", mediaType: "audio/mpeg", url: "https://x.test/a.mp3" }]);
  assert.deepEqual(convert("backscroll", "gemini", body).body, { contents });
  const conversation = ConversationManager.fromJSON(ConversationManager.from("gemini", { contents }).toJSON());
  assert.deepEqual(conversation.toRequest("gemini").body, { contents });
});

describe("fields of a message that the format has no place for are lost, and reported", () => {
  const about = { createdAt: 1_700_000_000_000, vendor: "deepseek", response: { format: "openai-chat", id: "r1" }, pinned: true };
  for (const format of ["ai-sdk", "langchain", "strands"]) {
    test(format, () => {
      const { losses } = convert([{ role: "user", content: "Hi" }, { role: "assistant", content: "Hello", ...about }], "backscroll", format);
      const [{ code, detail }] = losses.filter(({ messageId }) => messageId === "m1");
      assert.equal(code, "field-dropped");
      for (const name of Object.keys(about)) assert.match(detail, new RegExp(`\`${name}\``));
    });
  }
});
