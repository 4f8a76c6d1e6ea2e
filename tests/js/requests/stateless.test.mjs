// The functions without a conversation: `sanitizeToolCalls` and `estimateTokens` against second implementations, and invalid bodies.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { estimateTokens, sanitize, sanitizeToolCalls } from "backscroll";
import { random } from "../../support/random.mjs";
import { refusal } from "../../support/basics.mjs";

const user = (content = "u") => ({ role: "user", content });
const call = (id, name = "f") => ({ id, name, arguments: "{}" });
const calling = (content, ...ids) => ({ role: "assistant", content, toolCalls: ids.map((id) => call(id)) });
const result = (toolCallId, content = "r") => ({ role: "tool", toolCallId, content });

test("a field of a body that is named `__proto__` is a field like any other", () => {
  const given = JSON.parse('{"model":"gpt-5","__proto__":{"stream":true},"messages":[{"role":"user","content":"Hi"},{"role":"tool","tool_call_id":"c","content":"late"}]}');
  const { body, repairs } = sanitize("openai-chat", given);
  assert.equal(repairs.length, 1);
  assert.equal(Object.getPrototypeOf(body), Object.prototype);
  assert.deepEqual([Object.keys(body), body.stream], [["model", "__proto__", "messages"], undefined]);
});

describe("sanitizeToolCalls", () => {
  const cases = [
    ["two results of one call both stay", [calling("", "a"), result("a", "1"), result("a", "2")], null],
    ["a call that is announced twice and answered once stays twice", [calling("", "a"), calling("", "a"), result("a")], null],
    ["a result between two announcements answers both", [calling("", "a"), result("a"), calling("", "a")], null],
    ["an empty id is no answer, even where a call has it", [calling("text", ""), result("")], [calling("text")]],
    ["a result under no id goes", [user(), { role: "tool", content: "r" }], [user()]],
    ["a message that says white space stays without its calls", [calling(" ", "a")], [calling(" ")]],
    ["null is no content", [user(), calling(null, "a")], [user()]],
    ["no content is none either", [user(), { role: "assistant", toolCalls: [call("a")] }], [user()]],
    ["a list of no parts is no content", [user(), { role: "assistant", content: [], toolCalls: [call("a")] }], [user()]],
    ["parts are content", [calling([{ type: "text", text: "t" }], "a")], [calling([{ type: "text", text: "t" }])]],
    ["one that never called stays, whatever it says", [{ role: "assistant", content: null }, { role: "assistant", content: "" }], null],
    ["instructions and users stay, wherever they are", [user(""), { role: "system", content: "" }, user(null)], null],
    [
      "of three calls the two that are answered stay, in their order",
      [calling("", "a", "b", "c"), result("c"), result("a")],
      [calling("", "a", "c"), result("c"), result("a")],
    ],
    ["a result keeps its call alive only when it stays itself", [result("a"), calling("", "a"), user()], [user()]],
  ];
  for (const [name, given, expected] of cases) {
    test(name, () => {
      const once = sanitizeToolCalls(given);
      assert.deepEqual(once, expected ?? given);
      assert.deepEqual(sanitizeToolCalls(once), once);
    });
  }

  test("kept messages keep all fields", () => {
    const rich = [
      { role: "system", content: "s", id: "m0", createdAt: 0, pinned: true },
      { role: "user", content: [{ type: "text", text: "u" }, { type: "image", url: "https://x.test/y.png", width: 1 }], name: "mara" },
      { ...calling("", "a"), id: "m2", model: "m", tokens: { input: 0, output: 7 } },
      { ...result("a", ""), isError: false, toolName: "f", toolArguments: null, toolResult: { x: [1, null, false] } },
      { role: "assistant", content: "", toolCalls: [{ id: "b", name: "f", arguments: '{ "b":1.0, "a":"\\u00e9" }' }] },
      result("b"),
    ];
    assert.deepEqual(sanitizeToolCalls(rich), rich);
  });

  test("calls in OpenAI's form are recognised", () => {
    const theirs = (id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
    const given = [user(), { role: "assistant", content: "", toolCalls: [theirs("a"), theirs("b")] }, result("b")];
    const [, kept, answer] = sanitizeToolCalls(given);
    assert.deepEqual(kept.toolCalls.map(({ id }) => id), ["b"]);
    assert.deepEqual(answer, result("b"));
  });

  test("equals the second implementation for 2,000 random histories, and is idempotent", () => {
    for (let seed = 0; seed < 2_000; seed += 1) {
      const given = history(random(seed));
      const copy = structuredClone(given);
      const once = sanitizeToolCalls(given);
      assert.deepEqual(once, byTheRule(given), `seed ${seed}`);
      assert.deepEqual(sanitizeToolCalls(once), once, `seed ${seed}`);
      assert.deepEqual(given, copy, `seed ${seed}`);
    }
  });
});

/** Makes a few messages over a few ids, so that ids repeat. */
function history(chance) {
  const id = () => chance.pick(["a", "b", "c", "d", ""]);
  const kinds = [
    () => user(chance.pick(["u", ""])),
    () => ({ role: "system", content: "s" }),
    () => ({ role: "assistant", content: chance.pick(["", "t", null]) }),
    () => calling(chance.pick(["", "t", null]), ...Array.from({ length: 1 + chance.below(3) }, id)),
    () => result(id()),
    () => result(id()),
  ];
  return Array.from({ length: chance.below(9) }, () => chance.pick(kinds)());
}

/** A second implementation of the rule, in two passes. */
function byTheRule(messages) {
  const announced = new Set();
  const kept = messages.filter(({ role, toolCalls = [], toolCallId }) => {
    if (role === "assistant") toolCalls.forEach(({ id }) => announced.add(id));
    return role !== "tool" || (toolCallId !== "" && announced.has(toolCallId));
  });
  const answered = new Set(kept.filter(({ role }) => role === "tool").map(({ toolCallId }) => toolCallId));
  return kept.flatMap((message) => {
    if (message.role !== "assistant" || message.toolCalls === undefined) return [message];
    const toolCalls = message.toolCalls.filter(({ id }) => answered.has(id));
    return toolCalls.length === 0 && !message.content ? [] : [{ ...message, toolCalls }];
  });
}

describe("estimateTokens", () => {
  test("bytes/3 is the third of all bytes of contents, names and arguments, for 500 random histories", () => {
    const words = ["a", "word ", "é", "한국어", "🙂", "\n", '"', ""];
    for (let seed = 0; seed < 500; seed += 1) {
      const chance = random(seed);
      const text = () => Array.from({ length: chance.below(12) }, () => chance.pick(words)).join("");
      const reworded = ({ toolCalls = [], ...message }) => {
        const calls = toolCalls.map((one) => ({ ...one, name: `f${text()}`, arguments: text() }));
        const content = message.content === null ? null : text();
        return calls.length === 0 ? { ...message, content } : { ...message, content, toolCalls: calls };
      };
      const textsOf = ({ content, toolCalls = [] }) => [content ?? "", ...toolCalls.flatMap((one) => [one.name, one.arguments])];
      const messages = history(chance).map(reworded);
      const texts = messages.flatMap(textsOf);
      const bytes = texts.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
      assert.equal(estimateTokens(messages, { estimator: "bytes/3" }), Math.floor(bytes / 3), `seed ${seed}`);
    }
  });

  test("chars/4 is a quarter of each text and half of arguments, each rounded up", () => {
    const asking = { role: "assistant", content: "123", toolCalls: [{ id: "ignored", name: "abc", arguments: '{"x":12}' }] };
    const messages = [user("12345"), asking, result("ignored", "1")];
    assert.equal(estimateTokens(messages, { estimator: "chars/4" }), 2 + 1 + 1 + 4 + 1);
  });

  test("an estimate is the same for a history and for a copy of it", () => {
    const messages = [user("Time?"), calling("", "a"), result("a")];
    for (const estimator of ["script", "bytes/3", "chars/4", (text) => text.length]) {
      assert.equal(estimateTokens(messages, { estimator }), estimateTokens(structuredClone(messages), { estimator }));
    }
  });
});

describe("an invalid body", () => {
  const chat = (...messages) => ["openai-chat", { model: "m", messages }];
  const claude = (...messages) => ["anthropic", { model: "m", max_tokens: 1, messages }];
  const calls = (tool_calls) => chat({ role: "user", content: "u" }, { role: "assistant", content: null, tool_calls });
  const block = (given) => claude({ role: "user", content: [given] });

  const cases = [
    ["a list", ["openai-chat", []], "invalid-message", /object.*list/],
    ["no messages", ["openai-chat", { model: "m" }], "invalid-message", /messages/],
    ["messages that are no list", ["anthropic", { messages: { 0: { role: "user", content: "u" } } }], "invalid-message", /messages/],
    ["messages that are a text", ["openai-chat", { messages: "hello" }], "invalid-message", /messages/],
    ["a message that is null", chat({ role: "user", content: "u" }, null), "invalid-message", /messages\[1\]/],
    ["a message that is a text", claude("hello"), "invalid-message", /messages\[0\]/],
    ["no role", chat({ content: "u" }), "invalid-message", /messages\[0\]\.role/],
    ["a role that is a number", claude({ role: 5, content: "u" }), "invalid-message", /messages\[0\]\.role/],
    ["an unknown role", chat({ role: "bot", content: "u" }), "invalid-role", /messages\[0\]\.role.*bot/],
    ["a role of another format", claude({ role: "model", content: "u" }), "invalid-role", /messages\[0\]\.role.*model/],
    ["the role `function`", chat({ role: "function", name: "f", content: "r" }), "invalid-message", /messages\[0\]\.role.*tool_calls/],
    ["content that is a number", chat({ role: "user", content: 5 }), "invalid-message", /messages\[0\]\.content/],
    ["content that is an object", claude({ role: "user", content: { text: "u" } }), "invalid-message", /messages\[0\]\.content/],
    ["a part that is a text", chat({ role: "user", content: ["u"] }), "invalid-message", /messages\[0\]\.content\[0\]/],
    ["a part without a type", chat({ role: "user", content: [{ text: "u" }] }), "invalid-message", /messages\[0\]\.content\[0\]\.type/],
    ["a text part without text", chat({ role: "user", content: [{ type: "text" }] }), "invalid-message", /content\[0\]\.text/],
    ["a block without a type", block({ text: "u" }), "invalid-message", /messages\[0\]\.content\[0\]\.type/],
    ["a text block whose text is a number", block({ type: "text", text: 5 }), "invalid-message", /content\[0\]\.text/],
    ["a result whose content is a number", block({ type: "tool_result", tool_use_id: "c", content: 5 }), "invalid-message", /content\[0\]/],
    ["an id that is a number", block({ type: "tool_use", id: 5, name: "f", input: {} }), "invalid-message", /content\[0\]\.id/],
    ["calls that are no list", calls({ id: "c" }), "invalid-message", /messages\[1\]\.tool_calls/],
    ["a call that is null", calls([null]), "invalid-message", /tool_calls\[0\]/],
    ["a call without a function", calls([{ id: "c", type: "function" }]), "invalid-message", /tool_calls\[0\]\.function/],
    ["a call whose function is a text", calls([{ id: "c", function: "f" }]), "invalid-message", /tool_calls\[0\]\.function/],
    ["a call whose name is a number", calls([{ id: "c", function: { name: 5 } }]), "invalid-message", /tool_calls\[0\]\.function\.name/],
    ["a name that is a number", chat({ role: "user", name: 5, content: "u" }), "invalid-message", /messages\[0\]\.name/],
    ["a system prompt that is a number", ["anthropic", { system: 5, messages: [user()] }], "invalid-message", /system/],
    ["a message that is not there", ["openai-chat", { messages: [undefined] }], "invalid-message", /messages\[0\]/],
  ];
  for (const [name, [target, body], code, says] of cases) {
    test(`${name}: refused as ${code}, with its path, and unchanged`, () => {
      const copy = structuredClone(body);
      const { message } = refusal(() => sanitize(target, body), code);
      assert.match(message, says);
      assert.deepEqual(body, copy);
      // The refusal leaves no trace.
      const sound = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "u" }] };
      assert.deepEqual(sanitize(target, sound), { body: sound, repairs: [] });
    });
  }

  test("a frozen body is repaired, because the input is never written to", () => {
    const freeze = (value) => (typeof value === "object" && value !== null && Object.values(value).forEach(freeze), Object.freeze(value));
    const body = freeze({ model: "m", messages: [{ role: "user", content: [] }, { role: "tool", tool_call_id: "gone", content: "r" }] });
    const { body: mended, repairs } = sanitize("openai-chat", body);
    assert.deepEqual(mended.messages, [{ role: "user", content: "" }]);
    assert.equal(repairs.length, 2);
  });

  test("editing a returned body changes nothing else", () => {
    const body = { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "u" }] }] };
    const { body: first } = sanitize("openai-chat", body);
    first.messages[0].content[0].text = "changed";
    assert.equal(body.messages[0].content[0].text, "u");
    assert.equal(sanitize("openai-chat", body).body.messages[0].content[0].text, "u");
  });
});
