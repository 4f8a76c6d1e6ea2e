// The page's texts: one line on many, the strip of messages, addresses, and bodies without a person's words.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { validate } from "backscroll";
import { readPaste } from "backscroll/read";
import { readAddress, writeAddress } from "../../../www/address.mjs";
import { REFUSALS } from "../../../www/refusals.mjs";
import { spread } from "../../../www/worker/spread.mjs";
import { turnsOf } from "../../../www/worker/turns.mjs";
import { codeOf, testOf } from "../../../www/share/code.mjs";
import { redacted, redactedWords } from "../../../www/share/redact.mjs";
import { FAULTS } from "../../support/refusals/faults.mjs";
import { at } from "../../../scripts/lib/paths.mjs";
import "../../support/formats/all.mjs";

const BODY = { model: "gpt-5", messages: [{ role: "user", content: "It's \"late\" \\ here." }] };

test("the code and the test that the page gives run, and say what is left to the caller", () => {
  const body = { model: "o3", max_tokens: 9, stop: ["END"], messages: [{ role: "user", content: "Hi." }, { role: "tool", tool_call_id: "a", content: "?" }] };
  const run = (code) => spawnSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: at(), encoding: "utf8" });
  const { stdout, stderr } = run(codeOf("openai-chat", JSON.stringify(body), "drop"));
  assert.match(stdout, /^orphan-result-dropped .*\nOC20 .*`max_tokens` was renamed to `max_completion_tokens`\.\n$/);
  assert.equal(stderr, "OC20 stop leave it out, and cut the answer yourself\n");
  const rules = [...new Set(validate("openai-chat", body).map(({ rule }) => rule))];
  assert.equal(run(testOf("openai-chat", JSON.stringify(body), rules, ["OC20"])).status, 0);
  assert.equal(run(testOf("openai-chat", JSON.stringify(body), rules)).status, 1);
});

describe("a text on one line", () => {
  const spreadOf = (text) => spread(text, readPaste(text).requests[0]);

  test("is spread over many, and stays the same value", () => {
    const text = JSON.stringify({ ...BODY, note: ["x".repeat(400), {}, [], { a: [1, { b: null }] }] });
    const many = spreadOf(text);
    assert.deepEqual(JSON.parse(many), JSON.parse(text));
    assert.ok(many.split("\n").length > 15);
    assert.equal(spreadOf(many), null);
  });

  test("that is nested deeply stays", () => {
    assert.equal(spreadOf(`{"messages":[{"role":"user","content":"a","x":${"[".repeat(150)}${"]".repeat(150)}}],"note":"${"x".repeat(400)}"}`), null);
  });
});

describe("the strip of messages", () => {
  for (const { title, body } of REFUSALS) {
    test(`${title}: has each message, and joins each call to its result`, () => {
      const turns = turnsOf(body);
      const list = body.messages ?? body.input ?? body.contents;
      assert.equal(turns.length, list.length);
      const calls = JSON.stringify(list).match(/"type":"function","function":\{"name":"\w+","arguments"|"tool_use"|"function_call"|"functionCall":|"toolUse":/g)?.length ?? 0;
      const joined = turns.filter(({ answeredAt, isOpen }) => answeredAt !== null || isOpen);
      assert.ok(calls === 0 ? joined.length === 0 : joined.length > 0 && joined.length <= calls);
      for (const [place, { answeredAt }] of turns.entries()) assert.ok(answeredAt === null || answeredAt > place);
    });
  }

  test("says what a message does, and quotes what it says", () => {
    assert.deepEqual(turnsOf(REFUSALS[0].body).map(({ kind, text, isOpen }) => [kind, text, isOpen]), [["u", "“Do the tests pass?”", false], ["a", "calls bash", true], ["u", "“Stop. Look at the lint errors first.”", false]]);
  });
});

describe("an address", () => {
  const check = (hash, address) => test(`${hash} is ${JSON.stringify(address)}`, () => assert.deepEqual(readAddress(hash), address));
  check("", { view: "doctor" });
  check("#fit?window=47000&way=age", { view: "fit", window: 47_000, way: "age" });
  check("#fit?window=-3", { view: "fit" });
  check("#nowhere", { view: "doctor" });
  check("#example=AN1", { view: "doctor", example: "AN1" });

  test("is read as it was written", () => {
    for (const address of [{ view: "doctor", example: "AN1" }, { view: "convert", to: "gemini", model: "gemini-3-pro" }, { view: "fit", shared: "a-_b", window: 5 }]) assert.deepEqual(readAddress(writeAddress(address)), address);
    assert.equal(writeAddress({ view: "doctor", example: null, format: "" }), "#doctor");
  });
});

describe("a shared body", () => {
  test("breaks the same rules without its texts", () => {
    for (const { format, body } of [...REFUSALS, ...FAULTS]) {
      const rules = (given) => validate(format, given).map(({ rule, path }) => `${rule} ${path}`);
      assert.deepEqual(rules(redacted(body)), rules(body), JSON.stringify(body));
    }
  });

  test("has ids of the same form in place of its own, and the words of its refusal have them, too", () => {
    const id = "toolu_ada.lovelace@example.com";
    const body = { messages: [{ role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "x" }] }] };
    const { messages: [{ content: [made] }, { content: [result] }] } = redacted(body);
    assert.equal(made.id, result.tool_use_id);
    assert.equal(made.id.length, id.length);
    assert.match(made.id, /^toolu_x+\.x+@x+\.\w+$/);
    const words = redactedWords(`ids were found: ${id}, sent by ada@example.com with sk-12345678abcdef`, JSON.stringify(body));
    assert.doesNotMatch(words, /ada|lovelace|example|12345678/);
    assert.ok(words.includes(made.id));
  });

  const LEAKS = {
    "a speaker": { messages: [{ role: "user", name: "SECRET", content: "SECRET" }] },
    "arguments as text": { messages: [{ role: "assistant", tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"name":"SECRET","id":"SECRET","SECRET":1}' } }] }] },
    "the input of a call": { messages: [{ role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", input: { name: "SECRET", type: "SECRET", role: "SECRET", SECRET: ["SECRET"] } }] }] },
    "arguments and results of Gemini": { contents: [{ role: "model", parts: [{ functionCall: { name: "f", args: { id: "SECRET" } } }, { functionResponse: { name: "f", response: { status: "SECRET" } } }] }] },
    "a document": { messages: [{ role: "user", content: [{ document: { format: "pdf", name: "SECRET", source: { bytes: "SECRET" } } }] }] },
    "a file": { input: [{ role: "user", content: [{ type: "input_file", filename: "SECRET", file_data: "data:SECRET" }] }] },
    "the user's id": { metadata: { user_id: "SECRET" }, user: "SECRET", safety_identifier: "SECRET", messages: [] },
    "the prompt": { system: [{ text: "SECRET" }], instructions: "SECRET", messages: [] },
    "reasoning": { messages: [{ role: "assistant", content: [{ type: "thinking", thinking: "SECRET", signature: "SECRET" }], reasoning_content: "SECRET" }] },
  };
  for (const [name, body] of Object.entries(LEAKS)) test(`has nothing of ${name}`, () => assert.doesNotMatch(JSON.stringify(redacted(body)), /SECRET/));

  test("has no word of a person", () => {
    const secret = { model: "gpt-5", messages: [{ role: "user", content: "Ada Lovelace, 1815" }, { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: '{"who":"Ada"}' } }] }, { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "Ada" }] }] };
    const text = JSON.stringify(redacted(secret));
    assert.doesNotMatch(text, /Ada|Lovelace|1815/);
    assert.match(text, /gpt-5.*call_1.*look/);
    assert.equal(JSON.parse(text).messages[0].content, "xxx xxxxxxxx, xxxx");
  });
});
