// The message that `addMessage` returns is the one that the history has, whichever way it took into the core.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";

const CALL = { id: "c1", name: "read", arguments: '{"path":"a"}' };

/** Messages, each with the messages before it. */
const MESSAGES = {
  "of a user": [{ role: "user", content: "Hello" }],
  "without content": [{ role: "assistant" }],
  "with a call in text": [{ role: "assistant", content: null, toolCalls: [CALL] }],
  "with text and calls of an object": [{ role: "assistant", content: "So.", toolCalls: [{ ...CALL, arguments: { path: "a", lines: [1, -0, 2.5, null, true, { deep: [[]] }] } }] }],
  "with calls without arguments": [{ role: "assistant", content: "So.", toolCalls: [{ id: "c1", name: "now", arguments: "" }, { id: "c2", name: "now" }] }],
  "with a call in OpenAI's form": [{ role: "assistant", toolCalls: [{ id: "c1", type: "function", function: { name: "read", arguments: "{}" } }] }],
  "with an empty list of calls": [{ role: "assistant", content: "No.", toolCalls: [] }],
  "with arguments that JSON writes otherwise": [{ role: "assistant", content: "", toolCalls: [{ ...CALL, arguments: { at: new Date(0), no: undefined, inf: Infinity, own: { toJSON: () => "x" } } }] }],
  "with a key that is a prototype": [{ role: "assistant", content: "", toolCalls: [{ ...CALL, arguments: JSON.parse('{"__proto__":{"a":1},"b":2}') }] }],
  "with half characters": [{ role: "assistant", content: "\ud800 so", toolCalls: [{ ...CALL, arguments: { half: "\udc00" } }] }],
  "with characters of four bytes": [{ role: "user", content: "한국어 😀 \u0000 \u2028", name: "민" }],
  "with escapes that look like half characters": [{ role: "assistant", content: "\\ud800", toolCalls: [{ ...CALL, arguments: { text: "\\ud800" } }] }],
  "a result": [{ role: "assistant", toolCalls: [CALL] }, { role: "tool", toolCallId: "c1", content: "found" }],
  "an empty result that failed": [{ role: "assistant", toolCalls: [CALL] }, { role: "tool", toolCallId: "c1", content: "", isError: true }],
  "a result that did not fail": [{ role: "assistant", toolCalls: [CALL] }, { role: "tool", toolCallId: "c1", content: "x".repeat(300_000), isError: false }],
  "with all simple fields": [
    { role: "assistant", content: "So.", pinned: true, tokens: { output: 2, input: 10, cachedInput: undefined, reasoning: 0 }, vendor: "v", model: "m", name: "n", id: "own", createdAt: 5 },
  ],
  "that is not pinned, with a report of nothing": [{ role: "assistant", content: "So.", pinned: false, tokens: {} }],
  "with extras": [{ role: "user", content: "Hello", extras: { a: 1 } }],
  "with parts": [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  "with what a program says of a tool": [{ role: "tool", toolCallId: "c9", content: "x", toolName: "read", toolArguments: { a: 1 }, toolResult: [1] }],
};

for (const [name, messages] of Object.entries(MESSAGES)) {
  test(`a message ${name} is returned as the history has it`, () => {
    const conversation = new ConversationManager();
    const returned = messages.map((message) => conversation.addMessage(message)).at(-1);
    const repairs = conversation.lastRepairs;
    assert.equal(JSON.stringify(returned), JSON.stringify(conversation.messages.at(-1)));
    assert.deepEqual(returned, conversation.messages.at(-1));
    // Beside a part, which takes the other way.
    const { role, content, ...metadata } = messages.at(-1);
    const other = new ConversationManager();
    messages.slice(0, -1).forEach((message) => other.addMessage(message));
    const again = other.addMessage(role, content, metadata);
    assert.deepEqual({ ...again, id: 0, createdAt: 0 }, { ...returned, id: 0, createdAt: 0 });
    assert.deepEqual(other.lastRepairs.map(({ code }) => code), repairs.map(({ code }) => code));
  });
}

test("the returned copy is the caller's own", () => {
  const conversation = new ConversationManager();
  const args = { path: "a", lines: [1] };
  const returned = conversation.addMessage({ role: "assistant", toolCalls: [{ ...CALL, arguments: args }], tokens: { input: 1 } });
  assert.notEqual(returned.toolCalls[0].arguments, args);
  returned.toolCalls[0].arguments.lines.push(2);
  returned.tokens.input = 9;
  args.path = "b";
  assert.deepEqual(conversation.messages[0].toolCalls[0].arguments, { path: "a", lines: [1] });
  assert.deepEqual(conversation.messages[0].tokens, { input: 1 });
});

test("a message that the history has already is returned as it is there", () => {
  const conversation = new ConversationManager();
  const first = conversation.addMessage({ role: "user", content: "Hello", id: "u1", createdAt: 1 });
  assert.deepEqual(conversation.addMessage({ role: "user", content: "Hello", id: "u1", createdAt: 2, name: "Ada" }), first);
  assert.throws(() => conversation.addMessage({ role: "user", content: "Bye", id: "u1" }), { code: "duplicate-id" });
  assert.equal(conversation.messageCount, 1);
});

test("faults are told alike, whichever way a message took", () => {
  const deep = (levels) => (levels === 0 ? {} : { inner: deep(levels - 1) });
  const cases = [
    [{}, { role: "user", content: "Hello", toolCalls: [CALL] }, "invalid-message"],
    [{}, { role: "user", content: "Hello", toolCallId: "c1" }, "invalid-message"],
    [{}, { role: "tool", content: "Hello", toolCallId: "" }, "invalid-message"],
    [{}, { role: "assistant", content: "Hello", tokens: { input: -1 } }, "invalid-message"],
    [{}, { role: "assistant", content: "Hello", tokens: { inputs: 1 } }, "invalid-message"],
    [{}, { role: "assistant", content: "Hello", toolCalls: [{ name: "read", arguments: "" }] }, "invalid-message"],
    [{}, { role: "assistant", content: "Hello", toolCalls: [{ ...CALL, arguments: [1] }] }, "invalid-message"],
    [{}, { role: "assistant", content: "Hello", createdAt: 1.5 }, "invalid-message"],
    [{}, { role: "assistant", content: "Hello", toolCalls: [{ ...CALL, arguments: deep(200) }] }, "too-deep"],
    [{ limits: { depth: 8 } }, { role: "assistant", content: "Hello", toolCalls: [{ ...CALL, arguments: deep(7) }] }, "too-deep"],
    [{ limits: { depth: 8 } }, { role: "assistant", content: "Hello", toolCalls: [{ ...CALL, arguments: "[".repeat(9) }] }, "too-deep"],
    [{ limits: { messageBytes: 100 } }, { role: "assistant", content: "x".repeat(101) , model: "m" }, "too-large"],
    [{ limits: { messageBytes: 100 } }, { role: "assistant", content: "한".repeat(50), model: "m" }, "too-large"],
    [{}, { role: "system", content: "Hello", name: "n" }, "system-not-first"],
  ];
  for (const [options, message, code] of cases) {
    const conversation = new ConversationManager(options);
    conversation.addMessage("user", "Hi");
    assert.throws(() => conversation.addMessage(message), { code }, JSON.stringify(message).slice(0, 100));
    assert.equal(conversation.messageCount, 1);
  }
  const disposed = new ConversationManager();
  disposed.dispose();
  assert.throws(() => disposed.addMessage("user", "Hi", { name: "Ada" }), { code: "disposed" });
});
