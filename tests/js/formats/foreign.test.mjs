// Bodies in another format than the named one: refused with the name of their format, or read without a loss.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert, sanitize, trim, validate } from "backscroll";
import { detectFormat } from "backscroll/doctor";
import { FORMATS, TARGETS } from "../../support/formats/all.mjs";

const FORMS = { "ai-sdk": ["model", "ui"], langchain: ["stored", "serialized"] };

const PLAIN = [
  { role: "user", content: "Weather?" },
  { role: "assistant", content: "Rain." },
  { role: "user", content: "Thanks." },
];

const WITH_CALLS = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Weather?" },
  { role: "assistant", content: "I look.", tool_calls: [{ id: "call_abc1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }] },
  { role: "tool", tool_call_id: "call_abc1", content: "rain" },
  { role: "assistant", content: "Rain." },
  { role: "user", content: "Thanks." },
];

/** Returns texts, calls and results, without roles and ids. */
function said(messages) {
  const texts = (content) => (Array.isArray(content) ? content.map(({ text = "" }) => text).join("") : content);
  return messages.map(({ content, toolCalls }) => `${texts(content)} ${toolCalls?.[0].name}`);
}

/** Returns the neutral messages, or undefined for a body that is refused. */
function read(body, format) {
  try {
    return convert(format, "backscroll", body).body;
  } catch {
    return undefined;
  }
}

test("each format given as each other is refused, or read without a loss", () => {
  let count = 0;
  for (const sample of [PLAIN, WITH_CALLS]) {
    const neutral = said(convert("openai-chat", "backscroll", sample).body);
    for (const is of FORMATS) {
      for (const form of FORMS[is] ?? [undefined]) {
        const { body } = convert("openai-chat", is, sample, { form });
        for (const given of FORMATS.filter((given) => given !== is)) {
          const messages = read(body, given);
          if (messages === undefined) continue;
          assert.deepEqual(said(messages), neutral, `${is} ${form} given as ${given}: ${JSON.stringify(body)}`);
          count += 1;
        }
      }
    }
  }
  assert.ok(count > 10, `${count}`);
});

/** Rows: the named format, the body, the format that it is in, and the path that shows it. */
function cases() {
  const call = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] };
  const bedrock = { role: "assistant", content: [{ toolUse: { toolUseId: "t", name: "f", input: {} } }] };
  const chat = { role: "tool", tool_call_id: "t", content: "x" };
  const words = { role: "user", content: "Hello" };
  const parts = { role: "user", parts: [{ text: "Hello" }] };
  return [
    ["openai-chat", { messages: [words, call] }, "anthropic", "messages[1].content[0]"],
    ["mistral", { messages: [words, result] }, "anthropic", "messages[1].content[0]"],
    ["openai-chat", { max_tokens: 9, system: "s", messages: [words] }, "anthropic", "system"],
    ["openai-chat", { system: [{ text: "s" }], messages: [words] }, "bedrock", "system"],
    ["openai-chat", { messages: [words, bedrock] }, "bedrock", "messages[1].content[0]"],
    ["anthropic", { messages: [words, bedrock] }, "bedrock", "messages[1].content[0]"],
    ["anthropic", { messages: [words, chat] }, "openai-chat", "messages[1].tool_call_id"],
    ["openai-chat", { contents: [parts] }, "gemini", "contents"],
    ["openai-chat", { messages: [parts] }, "gemini", "messages[0].parts"],
    ["openai-chat", { input: "Hello" }, "openai-responses", "input"],
    ["gemini", { messages: [words] }, "openai-chat", "messages"],
    ["gemini", { messages: [words, call] }, "anthropic", "messages"],
    ["gemini", [words], "openai-chat", "[0].content"],
    ["openai-responses", { messages: [words, bedrock] }, "bedrock", "messages"],
    ["openai-responses", [{ role: "user", parts: [{ type: "text", text: "x" }] }], "ai-sdk", "[0].parts"],
    ["openai-chat", [{ role: "assistant", content: "", toolCalls: [{ id: "a", name: "f", arguments: "{}" }] }], "backscroll", "[0].toolCalls"],
    ["openai-chat", [words, { role: "assistant", tool_plan: "I look.", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] }], "cohere", "[1].tool_plan"],
    ["mistral", [words, { role: "assistant", toolPlan: "I look.", toolCalls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] }], "cohere", "[1].toolPlan"],
    ["openai-chat", [{ ...words, images: ["AAAA"] }], "ollama", "[0].images"],
    ["openai-responses", [{ type: "human", data: { content: "x" } }], "langchain", "[0]"],
  ];
}

describe("the error names the format and the place", () => {
  for (const [given, body, is, place] of cases()) {
    test(`${is} given as ${given}: ${JSON.stringify(body)}`, () => {
      const isRight = ({ code, message, details }) =>
        code === "wrong-format" && details.looksLike === is && message.startsWith(`${place}: `) && message.includes(`\`${is}\`, not \`${given}\``);
      assert.throws(() => convert(given, "backscroll", body), isRight);
    });
  }
});

describe("sanitize, trim and validate refuse it, too", () => {
  for (const [given, body, is, place] of cases().filter(([given, body]) => TARGETS.includes(given) && !Array.isArray(body))) {
    test(`${is} given as ${given}: ${JSON.stringify(body)}`, () => {
      assert.throws(() => sanitize(given, body), { code: "wrong-format" });
      assert.throws(() => trim(given, body, { maxTokens: 1_000 }), { code: "wrong-format" });
      const [violation] = validate(given, body);
      assert.equal(violation.path, place);
      assert.ok(violation.message.includes(is), violation.message);
    });
  }
});

describe("the doctor recognises the same format", () => {
  for (const [, body, is] of cases()) {
    test(`${is}: ${JSON.stringify(body)}`, () => {
      const found = detectFormat(body);
      assert.ok([found?.format, ...(found?.others ?? [])].includes(is), JSON.stringify(found));
    });
  }
});

describe("fields that the named format may have do not indicate another format", () => {
  const cases = [
    ["openai-chat", { model: "m", system: "a field of a vendor", messages: [{ role: "user", content: "x" }] }],
    ["openai-chat", { messages: [{ role: "user", content: [{ type: "text", text: "tool_use" }] }] }],
    ["langchain", [{ type: "ai", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] }]],
    ["openai-chat", { messages: [{ role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" }, args: {} }] }] }],
    ["gemini", { contents: [{ role: "model", content: null }, { role: "user", parts: [{ text: "x" }] }] }],
    ["openai-chat", { messages: [{ role: "assistant", content: "See", images: [{ type: "image_url", image_url: { url: "https://a.test" } }] }] }],
    ["ai-sdk", { system: "s", messages: [{ role: "user", content: "x" }] }],
    ["mistral", { messages: [{ role: "assistant", content: "", toolCalls: [{ id: "a", function: { name: "f", arguments: "{}" } }] }] }],
    ["mistral", { messages: [{ role: "assistant", content: "", toolCalls: [{ id: "a", type: "custom", custom: { name: "f", input: "x" } }] }] }],
  ];
  for (const [given, body] of cases) {
    test(`${given} ${JSON.stringify(body)}`, () => assert.ok(convert(given, "backscroll", body).body.length > 0));
  }
});
