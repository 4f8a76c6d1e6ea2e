// The account that the tests keep of what was mended: what it must not mind, and what it must.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unaccounted } from "../support/account.mjs";
import { atomsOf } from "../support/atoms.mjs";

const says = (role, ...texts) => ({ role, content: texts.map((text) => ({ text })) });
const dropped = (index) => ["empty-text-dropped", "empty-message-dropped"].map((code) => ({ code, rule: "BE5", messageId: `m${index}`, detail: "" }));
const asks = (id) => ({ role: "model", parts: [{ functionCall: { ...id, name: "clock", args: {} } }] });
const answers = (...ids) => ({ role: "user", parts: ids.map((id) => ({ functionResponse: { ...id, name: "clock", response: {} } })) });
const aside = ["user", "model"].map((role) => ({ role, parts: [{ text: "Hm." }] }));
const search = { type: "tool_search_call", call_id: null };

/** @type {Array<{ name: string, target: string, given: object, sent: object, repairs: object[], problems: string[] }>} */
const CASES = [
  {
    name: "a blank that went is not the one that stayed further behind",
    target: "bedrock",
    given: { messages: [says("assistant", " "), says("user", "Time?"), says("assistant", " ", "Noon.")] },
    sent: { messages: [says("user", "Time?"), says("assistant", " ", "Noon.")] },
    repairs: dropped(0),
    problems: [],
  },
  {
    name: "a call that went is not its twin further behind",
    target: "gemini",
    given: { contents: [asks({ id: "c1" }), ...aside, asks({ id: "c1" }), answers({ id: "c1" })] },
    sent: { contents: [...aside, asks({ id: "c1" }), answers({ id: "c1" })] },
    repairs: [{ code: "call-dropped", rule: "GE1", messageId: "m0", toolCallId: "c1", detail: "" }],
    problems: [],
  },
  {
    name: "words that changed places are out of order",
    target: "bedrock",
    given: { messages: [says("user", "Time?"), says("assistant", "Noon."), says("user", "Thanks.")] },
    sent: { messages: [says("user", "Thanks."), says("assistant", "Noon."), says("user", "Time?")] },
    repairs: [],
    problems: ["out of order: text (assistant, message 1): Noon.", "out of order: text (user, message 2): Thanks."],
  },
  {
    name: "words do not part a call without an id from its result",
    target: "gemini",
    given: { contents: [asks({}), ...aside, answers({ id: "c1" })] },
    sent: { contents: [asks({}), answers({}), ...aside] },
    repairs: [],
    problems: [],
  },
  {
    name: "a result without an id leaves a call to the result that names it",
    target: "gemini",
    given: { contents: [asks({ id: "c1" }), asks({ id: "c2" }), answers({}, { id: "c1" })] },
    sent: { contents: [asks({ id: "c1" }), asks({ id: "c2" }), answers({ id: "c2" }, { id: "c1" })] },
    repairs: [],
    problems: [],
  },
  {
    name: "an output that names no call is no answer to a search that has no id",
    target: "openai-responses",
    given: { input: [search, { type: "function_call_output", call_id: null, output: "" }] },
    sent: { input: [search] },
    repairs: [{ code: "orphan-result-dropped", rule: "OR2", messageId: "m1", toolCallId: "", detail: "" }],
    problems: [],
  },
  {
    name: "a result that is gone is missed",
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
