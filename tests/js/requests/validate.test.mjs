// `validate`: lists the rules that a body breaks, with paths, for any value that is given as a body.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ruleSentence, sanitize, validate } from "backscroll";
import { describeViolations } from "backscroll/doctor";
import { FORM_RULES, TARGETS } from "../../support/targets.mjs";
import { refusal } from "../../support/basics.mjs";
import { ruleFiles } from "../../support/rule-files.mjs";

const casesOf = (target) => ruleFiles(target).flatMap(({ name: file, cases }) => cases.map((one) => ({ ...one, name: `${file} ${one.name}` })));

for (const target of TARGETS) {
  describe(`${target}: the cases of the rules`, () => {
    for (const { name, given, options, error, repairs, expected = given } of casesOf(target)) {
      test(name, () => {
        const before = JSON.stringify(given);
        // Parameters have cases of their own, in `parameters.test.mjs`.
        const conversationsOf = (body) => validate(target, body, options).filter(({ isParameter }) => isParameter !== true);
        const violations = conversationsOf(given);
        assert.equal(JSON.stringify(given), before);
        for (const { rule, path, message } of describeViolations(violations)) {
          if (rule !== undefined) {
            assert.match(rule, /^[A-Z]{2}\d+[a-c]?$/);
            assert.ok(message.includes(`Breaks ${rule}`) && message.includes(`: ${ruleSentence(rule)}`), message);
          }
          assert.ok(message.length > 10 && !message.includes(".."), message);
          assert.equal(typeof path, "string");
        }
        if (error !== undefined) return assert.equal(violations.length, 1);
        assert.deepEqual(violations.map(({ rule }) => rule), repairs.map(({ rule }) => rule));
        assert.deepEqual(violations.map(({ remedy }) => remedy), sanitize(target, given, options).repairs.map(({ detail }) => detail));
        assert.deepEqual(conversationsOf(expected), []);
      });
    }
  });
}

const user = { role: "user", content: "Time?" };
const PLACES = [
  [
    "a call without a result",
    "openai-chat",
    { messages: [user, { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "clock", arguments: "{}" } }] }] },
    ["OC2", "messages[1].tool_calls[0].id"],
  ],
  [
    "a result without a call",
    "anthropic",
    { max_tokens: 9, messages: [user, { role: "assistant", content: "Noon." }, { role: "user", content: [{ type: "text", text: "So?" }, { type: "tool_result", tool_use_id: "t9", content: "?" }] }] },
    ["AN2", "messages[2].content[1].tool_use_id"],
  ],
  ["blank instructions", "anthropic", { max_tokens: 9, system: [{ type: "text", text: "" }], messages: [user] }, ["AN8", "system"]],
  [
    "a call of an item list",
    "openai-responses",
    { input: [{ role: "user", content: "Time?" }, { type: "function_call", call_id: "c1", name: "clock", arguments: "{}" }] },
    ["OR1", "input[1].call_id"],
  ],
  ["contents of a role that is none", "gemini", { contents: [{ role: "wizard", parts: [{ text: "Time?" }] }] }, ["GE0", "contents[0].role"]],
  ["no messages", "mistral", { messages: [] }, [/^MI/, "messages"]],
  ["a role that is none", "openai-chat", { messages: [{ role: "wizard", content: "Time?" }] }, ["OC0", "messages[0].role"]],
  ["content that is none", "bedrock", { messages: [{ role: "user", content: 7 }] }, ["BE0", "messages[0].content"]],
];

describe("paths of violations", () => {
  for (const [name, target, body, [rule, path]] of PLACES) {
    test(name, () => {
      const violations = validate(target, body);
      const found = violations.find((violation) => violation.path === path);
      assert.ok(found !== undefined, JSON.stringify(violations));
      assert.match(found.rule, rule instanceof RegExp ? rule : new RegExp(`^${rule}$`));
    });
  }

  test("a model that is no text, and has none, is no trap", () => {
    for (const target of TARGETS) for (const model of [[{ toString: [null] }], { toString: null }, 7]) assert.ok(Array.isArray(validate(target, { model, modelId: model, messages: [], contents: [], input: [] })));
  });

  test("a violation has the provider's text and the repair", () => {
    const [violation] = describeViolations(validate("openai-chat", PLACES[0][2]));
    assert.match(violation.providerError, /must be followed by tool messages/);
    assert.match(violation.message, /`c1`/);
    assert.match(violation.remedy, /was added/);
  });
});

const cyclic = {};
cyclic.messages = [cyclic];
let deep = "x";
for (let level = 0; level < 400; level += 1) deep = [deep];

const NO_BODIES = [
  ["undefined", undefined],
  ["null", null],
  ["a number", 7],
  ["a text", "{}"],
  ["an empty list", []],
  ["an empty object", {}],
  ["a function", () => {}],
  ["a symbol", Symbol("s")],
  ["a BigInt", 1n],
  ["a Map", new Map()],
  ["a promise", Promise.resolve({})],
  ["a cycle", cyclic],
  ["a deep one", { messages: deep }],
  ["one that throws", { get messages() { throw new Error("no"); } }],
  ["one whose toJSON throws", { toJSON() { throw new Error("no"); } }],
  ["one whose toJSON gives nothing", { toJSON: () => undefined }],
  ["a revoked proxy", (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()],
];

describe("an invalid body has violations, too", () => {
  for (const [name, body] of NO_BODIES) {
    test(name, () => {
      for (const target of TARGETS) {
        const [violation, ...others] = validate(target, body);
        assert.deepEqual(others, []);
        assert.ok(violation.message.length > 10);
        assert.ok(violation.rule === FORM_RULES[target] || /empty|message|items|contents/i.test(violation.message), JSON.stringify(violation));
      }
    });
  }
});

test("a lone surrogate is found", () => {
  const [violation] = validate("openai-chat", { messages: [{ role: "user", content: "\ud800" }] });
  assert.ok(!("rule" in violation));
});

test("an unknown target or option is refused", () => {
  refusal(() => validate("openai", {}), "unknown-format");
  refusal(() => validate("ai-sdk", []), "unknown-format");
  refusal(() => validate("openai-chat", {}, { openCalls: "leave" }), "invalid-argument");
});

test("an option can allow what is otherwise a violation", () => {
  const [, , body] = PLACES[0];
  assert.deepEqual(validate("openai-chat", body, { openCalls: "keep" }), []);
});

test("an unknown id has no sentence", () => {
  for (const id of ["OC999", "", "toString", "__proto__"]) assert.equal(ruleSentence(id), undefined);
});
