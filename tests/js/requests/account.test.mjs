// Tests of `tests/support/atoms/account.mjs`: the changes that it must accept, and those that it must report.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { unaccounted } from "../../support/atoms/account.mjs";
import { atomsOf } from "../../support/atoms/atoms.mjs";

const says = (role, ...texts) => ({ role, content: texts.map((text) => ({ text })) });
const dropped = (index) => ["empty-text-dropped", "empty-message-dropped"].map((code) => ({ code, rule: "BE5", messageId: `m${index}`, detail: "" }));
const asks = (id) => ({ role: "model", parts: [{ functionCall: { ...id, name: "clock", args: {} } }] });
const answers = (...ids) => ({ role: "user", parts: ids.map((id) => ({ functionResponse: { ...id, name: "clock", response: {} } })) });
const aside = ["user", "model"].map((role) => ({ role, parts: [{ text: "Hm." }] }));
const search = { type: "tool_search_call", call_id: null };

/** @type {Array<{ name: string, target: string, given: object, sent: object, repairs: object[], problems: string[] }>} */
const CASES = [
  {
    name: "a removed blank text is not matched with a later one that stayed",
    target: "bedrock",
    given: { messages: [says("assistant", " "), says("user", "Time?"), says("assistant", " ", "Noon.")] },
    sent: { messages: [says("user", "Time?"), says("assistant", " ", "Noon.")] },
    repairs: dropped(0),
    problems: [],
  },
  {
    name: "a removed call is not matched with an equal later call",
    target: "gemini",
    given: { contents: [asks({ id: "c1" }), ...aside, asks({ id: "c1" }), answers({ id: "c1" })] },
    sent: { contents: [...aside, asks({ id: "c1" }), answers({ id: "c1" })] },
    repairs: [{ code: "call-dropped", rule: "GE1", messageId: "m0", toolCallId: "c1", detail: "" }],
    problems: [],
  },
  {
    name: "texts that swapped places are out of order",
    target: "bedrock",
    given: { messages: [says("user", "Time?"), says("assistant", "Noon."), says("user", "Thanks.")] },
    sent: { messages: [says("user", "Thanks."), says("assistant", "Noon."), says("user", "Time?")] },
    repairs: [],
    problems: ["out of order: text (assistant, message 1): Noon.", "out of order: text (user, message 2): Thanks."],
  },
  {
    name: "text does not separate a call without an id from its result",
    target: "gemini",
    given: { contents: [asks({}), ...aside, answers({ id: "c1" })] },
    sent: { contents: [asks({}), answers({}), ...aside] },
    repairs: [],
    problems: [],
  },
  {
    name: "a result without an id does not take the call of a result with an id",
    target: "gemini",
    given: { contents: [asks({ id: "c1" }), asks({ id: "c2" }), answers({}, { id: "c1" })] },
    sent: { contents: [asks({ id: "c1" }), asks({ id: "c2" }), answers({ id: "c2" }, { id: "c1" })] },
    repairs: [],
    problems: [],
  },
  {
    name: "an output without an id does not answer a search without an id",
    target: "openai-responses",
    given: { input: [search, { type: "function_call_output", call_id: null, output: "" }] },
    sent: { input: [search] },
    repairs: [{ code: "orphan-result-dropped", rule: "OR2", messageId: "m1", toolCallId: "", detail: "" }],
    problems: [],
  },
  {
    name: "a missing result is a problem",
    target: "gemini",
    given: { contents: [asks({ id: "c1" }), answers({ id: "c1" })] },
    sent: { contents: [asks({ id: "c1" })] },
    repairs: [],
    problems: ["lost without a report: result of call c1 (tool, message 1): ", "lost without a report: text of call c1 (tool, message 1): {}"],
  },
];

for (const { name, target, given, sent, repairs, problems } of CASES) {
  test(`${target}: ${name}`, () => {
    const isOf = (index, id) => id === `m${index}`;
    assert.deepEqual(unaccounted(atomsOf(target, given), atomsOf(target, sent), repairs, isOf), problems);
  });
}

describe("of a conversation in OpenAI's words", () => {
  const call = { id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } };
  const given = [
    { role: "user", content: "one", vendor: 1 },
    { role: "assistant", content: "two", tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: "three" },
    { role: "user", content: [{ type: "text", text: "four" }, { type: "image_url", image_url: { url: "https://x.test/y.png" } }] },
  ];
  const without = (value, name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  const other = (name, value) => ({ ...call, function: { ...call.function, [name]: value } });
  const [one, two, three, four] = given;

  const cases = [
    ["the same is accounted for", given, 0],
    ["arguments that are spelled in another way are the same", [one, { ...two, tool_calls: [other("arguments", '{ "a": 1 }')] }, three, four], 0],
    ["a message is lost", [one, two, three], 2],
    ["a text is changed", [{ ...one, content: "One" }, two, three, four], 2],
    ["a field is lost", [without(one, "vendor"), two, three, four], 1],
    ["a call is lost", [one, without(two, "tool_calls"), three, four], 1],
    ["the name of a call is changed", [one, { ...two, tool_calls: [other("name", "g")] }, three, four], 2],
    ["the arguments of a call are changed", [one, { ...two, tool_calls: [other("arguments", '{"a":2}')] }, three, four], 2],
    ["a result is lost", [one, two, four], 2],
    ["a result answers another call", [one, two, { ...three, tool_call_id: "c2" }, four], 4],
    ["messages change places", [two, three, one, four], 2],
    ["another says it", [{ ...one, role: "system" }, two, three, four], 2],
    ["a picture is lost", [one, two, three, { ...four, content: four.content.slice(0, 1) }], 1],
    ["a message is added", [one, two, three, four, { role: "user", content: "five" }], 1],
  ];
  for (const [name, sent, problems] of cases) {
    test(name, () => {
      const found = unaccounted(atomsOf("openai-chat", { messages: given }), atomsOf("openai-chat", { messages: sent }), [], () => true);
      assert.equal(found.length, problems, JSON.stringify(found));
    });
  }
});
