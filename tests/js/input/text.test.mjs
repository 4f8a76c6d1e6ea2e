// Text survives the way into the engine and out: the same characters, of any kind and number.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { refusal } from "../../support/basics.mjs";

const odd = ["", " ", "\n", "\u0000", "\ufeffmark first", "가나다", "🙂", "e\u0301", '"\\', "\u2028\u2029", "a".repeat(1_000), "{}", "</script>"];
/** Lengths around the sizes at which the encoding path changes, and at which the first guess of the buffer's size is wrong. */
const long = ["a", "é", "가", "🙂", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa가"].flatMap((piece) =>
  [65_535, 65_536, 65_537, 400_000].map((units) => piece.repeat(Math.ceil(units / piece.length))),
);

for (const [name, texts] of [["odd", odd], ["long", long]]) {
  test(`${name} texts are unchanged, through every method`, () => {
    const conversation = new ConversationManager();
    for (const text of texts) {
      assert.equal(conversation.addMessage("user", text).content, text);
      assert.equal(conversation.addMessage("user", text, { name: "n" }).content, text);
    }
    assert.deepEqual(conversation.messages.map(({ content }) => content), texts.flatMap((text) => [text, text]));
    assert.deepEqual(conversation.toOpenAIMessages().map(({ content }) => content), texts.flatMap((text) => [text, text]));
    assert.deepEqual(conversation.lastRepairs, []);
  });
}

test("bytes, view and body of a request are the same", () => {
  const conversation = new ConversationManager();
  for (const text of [...odd.filter((text) => text.trim() !== ""), ...long]) conversation.addMessage("user", text);
  const params = { model: "모델", nested: { list: [1, "두"] } };
  const { body } = conversation.toRequest("openai-chat", params);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(conversation.toRequestBytes("openai-chat", params))), body);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(conversation.toRequestView("openai-chat", params))), body);
  assert.equal(body.model, "모델");
  assert.deepEqual(body.nested, { list: [1, "두"] });
  assert.equal(body.messages.length, conversation.messageCount);
});

test("bytes never change afterwards", () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "first");
  const bytes = conversation.toRequestBytes("openai-chat", { model: "m" });
  const before = bytes.slice();
  conversation.addMessage("user", "x".repeat(3_000_000));
  conversation.toRequestView("openai-chat", { model: "m" });
  assert.deepEqual(bytes, before);
  assert.ok(bytes.buffer.byteLength < 1_000, "a copy of the body, not of the memory");
});

test("a lone surrogate becomes U+FFFD and is reported, in every input", () => {
  const ways = [
    ["text", (conversation) => conversation.addMessage("user", "a\ud800b\udc00"), 2, "a\ufffdb\ufffd"],
    ["text and metadata", (conversation) => conversation.addMessage("user", "\udfff", { name: "n" }), 1, "\ufffd"],
    ["parts", (conversation) => conversation.addMessage("user", [{ type: "text", text: "x\ud83d" }]), 1, [{ type: "text", text: "x\ufffd" }]],
  ];
  for (const [name, add, count, content] of ways) {
    const conversation = new ConversationManager();
    const message = add(conversation);
    assert.deepEqual(message.content, content, name);
    assert.deepEqual(conversation.messages[0].content, content, name);
    const [repair, ...others] = conversation.lastRepairs;
    assert.equal(others.length, 0);
    assert.equal(repair.code, "lone-surrogate-replaced");
    assert.ok(!("rule" in repair));
    assert.equal(repair.messageId, message.id);
    assert.match(repair.detail, new RegExp(`^${count} lone`));
    conversation.addMessage("user", "sound");
    assert.deepEqual(conversation.lastRepairs, []);
  }
});

test("a lone surrogate in ids, names, arguments and keys is replaced, and pairs stay pairs", () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "q", { id: "m\ud800" });
  assert.equal(conversation.messages[0].id, "m\ufffd");
  const toolCalls = [
    { id: "c\udc00", name: "f\ud800", arguments: { "k\ud800": "v\udfff" } },
    { id: "d", name: "g", arguments: '{"k":"\ud800"}' },
  ];
  const message = conversation.addMessage("assistant", null, { toolCalls });
  assert.deepEqual(message.toolCalls, [
    { id: "c\ufffd", name: "f\ufffd", arguments: { "k\ufffd": "v\ufffd" } },
    { id: "d", name: "g", arguments: '{"k":"\ufffd"}' },
  ]);
  assert.match(conversation.lastRepairs[0].detail, /^5 lone/);
  conversation.addMessage("tool", "r", { toolCallId: "c\udc00" });
  conversation.addMessage("tool", "s", { toolCallId: "d" });
  const { repairs } = conversation.toRequest("openai-chat", { model: "m" });
  assert.deepEqual(repairs.filter(({ code }) => code.includes("orphan") || code.includes("missing")), []);
});

test("letters that look like an escape of a surrogate are unchanged", () => {
  const conversation = new ConversationManager();
  const text = 'written out: \\ud800 and \\\\udfff, JSON: {"x":"\\ud83d"}';
  assert.equal(conversation.addMessage("user", text).content, text);
  assert.equal(conversation.addMessage("user", text, { name: "n" }).content, text);
  const args = '{"x":"\\ud800"}';
  const message = conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: args }] });
  assert.equal(message.toolCalls[0].arguments, args);
  assert.deepEqual(conversation.lastRepairs, []);
});

test("a lone surrogate in params is reported with the request", () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "x");
  const { body, repairs } = conversation.toRequest("openai-chat", { model: "m\ud800" });
  assert.equal(body.model, "m\ufffd");
  assert.ok(repairs.some(({ code }) => code === "lone-surrogate-replaced"));
});

test("keys keep their order, and `__proto__` is an ordinary key", () => {
  const conversation = new ConversationManager();
  const value = JSON.parse('{"z":1,"__proto__":{"polluted":true},"a":{"constructor":2}}');
  const message = conversation.addMessage("tool", "x", { toolCallId: "c", toolResult: value });
  assert.equal(JSON.stringify(message.toolResult), JSON.stringify(value));
  assert.equal(JSON.stringify(conversation.messages[0].toolResult), JSON.stringify(value));
  assert.equal({}.polluted, undefined);
});

test("nested values are kept as JSON.stringify writes them", () => {
  const conversation = new ConversationManager();
  const date = new Date(0);
  const { toolResult } = conversation.addMessage("tool", "", { toolCallId: "c", toolResult: { date, nan: NaN, gone: undefined, list: [undefined, Infinity], minus: -0 } });
  assert.deepEqual(toolResult, { date: "1970-01-01T00:00:00.000Z", nan: null, list: [null, null], minus: 0 });
});

test("a message at the limit is accepted, one byte more is not", () => {
  const conversation = new ConversationManager({ limits: { messageBytes: 1_000 } });
  assert.equal(conversation.addMessage("user", "a".repeat(1_000)).content.length, 1_000);
  refusal(() => conversation.addMessage("user", "a".repeat(1_001)), "too-large");
  refusal(() => conversation.addMessage("user", "가".repeat(334)), "too-large");
  assert.equal(conversation.messageCount, 1);
});

test("lone surrogates and infinite numbers in a model's arguments are sent in a form that strict parsers accept", () => {
  const cases = [
    ['{"a":"cut \\ud83d"}', { a: "cut \ufffd" }, "lone-surrogate-replaced"],
    ['{"\\ud800":1}', { "\ufffd": 1 }, "lone-surrogate-replaced"],
    ['{"a":1e400}', { _raw: '{"a":1e400}' }, "arguments-wrapped"],
    ['{"a":"\\ud83d\\ude00"}', { a: "\u{1f600}" }, undefined],
  ];
  for (const [given, input, code] of cases) {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "q");
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "x", name: "f", arguments: given }] });
    conversation.addMessage({ role: "tool", toolCallId: "x", content: "r" });
    const { body, repairs } = conversation.toRequest("anthropic", { model: "m", max_tokens: 9 });
    assert.deepEqual(body.messages[1].content[0].input, input);
    assert.deepEqual(repairs.map((repair) => repair.code), code === undefined ? [] : [code]);
    // In the other form, arguments are text inside text, and stay as the model wrote them.
    const chat = conversation.toRequest("openai-chat", { model: "m" });
    assert.equal(chat.body.messages[1].tool_calls[0].function.arguments, given);
    assert.deepEqual(chat.repairs, []);
  }
});
