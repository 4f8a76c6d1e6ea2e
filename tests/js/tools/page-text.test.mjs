// What the page makes of pasted texts: their kinds, the places in them, repairs written into them, and texts without a person's words.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseTree } from "jsonc-parser";
import { validate } from "backscroll";
import { REFUSALS, pasteOf } from "../../../www/refusals.mjs";
import { applied, editsOf } from "../../../www/worker/patch.mjs";
import { nodeAt, pairsIn, segmentsOf, treeOf } from "../../../www/worker/places.mjs";
import { readPaste } from "../../../www/worker/read.mjs";
import { spread } from "../../../www/worker/spread.mjs";
import { codeOf, testOf } from "../../../www/share/code.mjs";
import { redacted } from "../../../www/share/redact.mjs";
import { at } from "../../../scripts/lib/paths.mjs";
import "../../support/formats/all.mjs";

const BODY = { model: "gpt-5", messages: [{ role: "user", content: "It's \"late\" \\ here." }] };
const json = JSON.stringify(BODY);

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

describe("a pasted text", () => {
  const KINDS = {
    "nothing": ["  \n", "empty"],
    "a body": [json, "body"],
    "a list of messages": [JSON.stringify(BODY.messages), "body"],
    "an error in words": ["400 Bad Request", "refusal"],
    "an error as JSON": ['{"error":{"message":"messages: Field required"}}', "refusal"],
    "an error above a body": [`Error: 400\n\n${json}`, "both"],
    "an error with JSON, below a body": [`${json}\n{"error":{"message":"no"}}`, "both"],
    "JSONL": [`${json}\n${json}\n`, "jsonl"],
    "a log with a body": [`2026-11-27 POST /v1 ${json} -> 400`, "both"],
    "curl": [`curl -X POST url -d '${json.replaceAll("'", "'\\''")}'`, "curl"],
    "curl with an ANSI string": [`curl url --data-raw $'${json.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`, "curl"],
    "curl with double quotes": [`curl url -d "${json.replace(/["\\$`]/g, "\\$&")}"`, "curl"],
    "a body after a byte order mark": [`\ufeff${json}`, "body"],
    "broken JSON": ['{"model": "gpt-5", "messages": [}', "broken"],
    "a body with one comma too many": [`${JSON.stringify({ max_tokens: 5, ...BODY }).slice(0, -1)},}`, "broken"],
    "a body without its end": [json.slice(0, -1), "broken"],
    "a number": ["12", "refusal"],
  };
  for (const [name, [text, kind]] of Object.entries(KINDS)) {
    test(`${name} is ${kind}`, () => {
      const pasted = readPaste(text);
      assert.equal(pasted.kind, kind);
      const { source } = pasted;
      if (source === null) return;
      // Each character of the body stands where it is said to stand.
      const isEscaped = kind === "curl";
      for (let offset = 0; offset < source.json.length; offset += 1) {
        const character = source.json[offset];
        if (!isEscaped || !`'"\\`.includes(character)) assert.equal(text[source.at(offset)], character, `offset ${offset}`);
      }
    });
  }

  test("of curl is read as a shell reads it", () => {
    assert.equal(readPaste("curl x --data-raw $'{\"messages\":[{\"role\":\"user\",\"content\":\"It\\'s\\u0021 caf\\u00e9\"}]}'").source.value.messages[0].content, "It's! café");
  });

  test("of brackets that never close is read in a moment", () => {
    assert.equal(readPaste("[INFO it's a \"log\n".repeat(20_000)).source, null);
  });

  test("that is nested deeply is not spread", () => {
    const text = `{"messages":[{"role":"user","content":"a","x":${"[".repeat(700)}${"]".repeat(700)}}]}`;
    assert.equal(spread(text, readPaste(text)), null);
  });

  test("on one line is spread over many, and stays the same value", () => {
    const text = JSON.stringify({ ...BODY, note: ["x".repeat(400), {}, [], { a: [1, { b: null }] }] });
    const many = spread(text, readPaste(text));
    assert.deepEqual(JSON.parse(many), JSON.parse(text));
    assert.ok(many.split("\n").length > 15);
    assert.equal(spread(many, readPaste(many)), null);
  });
});

describe("places", () => {
  test("a path becomes its segments", () => {
    assert.deepEqual(segmentsOf('messages[1].tool_calls[0].function["a.b"]'), ["messages", 1, "tool_calls", 0, "function", "a.b"]);
    assert.deepEqual(segmentsOf(""), []);
  });

  for (const { title, format, body } of REFUSALS) {
    test(`${title}: each violation stands within the body, and calls are paired with their results`, () => {
      const { source } = readPaste(pasteOf({ error: "400", body }));
      const root = treeOf(source.json);
      for (const { path } of validate(format, body)) assert.notEqual(nodeAt(root, path), undefined);
      const calls = JSON.stringify(body).match(/"type":"function","function":\{"name":"\w+","arguments"|"tool_use"|"function_call"|"functionCall":|"toolUse":/g)?.length ?? 0;
      assert.equal(pairsIn(root).filter(({ call }) => call >= 0).length, calls);
    });
  }
});

describe("a repair in the text", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: "small" }, fc.constantFrom(1, 2.5, "a", 'b"\n', null, true), fc.array(tie("any"), { maxLength: 4 }), fc.dictionary(fc.constantFrom("role", "id", "x", "content"), tie("any"), { maxKeys: 4, noNullPrototype: true })),
  })).any;

  test("gives the repaired value, whatever it is, and touches nothing else", () =>
    fc.assert(
      fc.property(value, value, fc.constantFrom(undefined, 2, "\t"), (before, after, indent) => {
        const text = JSON.stringify(before, null, indent);
        const edits = editsOf(text, parseTree(text), before, after);
        assert.deepEqual(JSON.parse(applied(text, edits)), after);
        for (const [place, { from }] of edits.entries()) assert.ok(place === 0 || from >= edits[place - 1].to);
      }),
      { numRuns: 3_000 },
    ));

  test("of one message among many leaves the others to the last space", () => {
    const messages = Array.from({ length: 50 }, (_, place) => ({ role: "user", content: String(place) }));
    const text = JSON.stringify(messages, null, 3).replaceAll('": ', '" :  ');
    const after = messages.toSpliced(20, 1, { role: "user", content: "new" }).toSpliced(10, 0, { role: "tool", content: "added" });
    const edits = editsOf(text, parseTree(text), messages, after);
    assert.deepEqual(JSON.parse(applied(text, edits)), after);
    assert.ok(edits.reduce((sum, { from, to }) => sum + to - from, 0) < 10);
  });
});

describe("a shared body", () => {
  test("breaks the same rules without its texts", () => {
    for (const { format, body } of REFUSALS) {
      const rules = (given) => validate(format, given).map(({ rule, path }) => `${rule} ${path}`);
      assert.deepEqual(rules(redacted(body)), rules(body));
    }
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
