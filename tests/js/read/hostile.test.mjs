// Texts that break off, that are broken, or that are made to be slow.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { editedText, readPaste } from "backscroll/read";
import { FORMS } from "../../support/pasted.mjs";
import { recordedForms } from "../../support/shared-data.mjs";
import { random } from "../../support/random.mjs";

/** True if a value may be the beginning of another one: a text is cut, a list is shorter, a field is missing. */
function isBeginning(value, of) {
  if (typeof value === "string") return typeof of === "string" && of.startsWith(value);
  if (Array.isArray(value)) return Array.isArray(of) && value.length <= of.length && value.every((item, at) => isBeginning(item, of[at]));
  if (typeof value !== "object" || value === null) return value === of;
  return typeof of === "object" && of !== null && Object.entries(value).every(([name, field]) => isBeginning(field, of[name]));
}

/** Fails if a beginning of a text is read as something else than a beginning of what the text holds. */
function checkBeginnings(text, step) {
  const { requests: whole, kind } = readPaste(text);
  // The fault may be behind the end.
  if (kind === "broken") return;
  for (let end = 1; end < text.length; end += step) {
    const { requests } = readPaste(text.slice(0, end));
    for (const [at, { value }] of requests.entries()) {
      const of = whole[at]?.value;
      // Where the rest of the body breaks off before it, the list is all that is read.
      assert.ok(isBeginning(value, of) || isBeginning(value, of?.messages ?? of?.contents ?? of?.input), `${JSON.stringify(text.slice(Math.max(0, end - 60), end))}: ${JSON.stringify(value)}`);
    }
    for (const request of requests) {
      assert.deepEqual(request.editsTo(request.value), []);
      const { from, to } = request.rangeOf("messages[1].content");
      assert.ok(from <= to);
    }
  }
}

describe("a text that breaks off gives the beginning of its requests", () => {
  for (const [name, { text, hasBranches = false }] of Object.entries(FORMS)) if (!hasBranches) test(name, () => checkBeginnings(text, 7));

  const { rows, absence } = recordedForms();
  // YAML has no mark at its end: its last line may be whole.
  test("recorded forms", { skip: absence }, () => {
    for (const { text } of rows.filter(({ name }) => name !== "YAML")) checkBeginnings(text, 37);
  });
});

describe("the place of a fault is named", () => {
  const CASES = [
    ["a text that breaks off in a string", '{"model":"gpt-5","messages":[{"role":"user","content":"Hi', { line: 1, column: 58, what: "the text breaks off in a string", isTruncated: true }],
    ["a text that breaks off in a list", '{"model":"gpt-5",\n"messages":[{"role":"user","content":"Hi"}', { line: 2, column: 43, what: "the text breaks off in a list", isTruncated: true }],
    ["a bracket of the wrong kind", '{"messages":[\n{"role":"user","content":"Hi"]}', { line: 2, column: 30, what: "`}` was expected in place of `]`", isTruncated: false }],
    ["a missing comma", '{"model":"gpt-5" "messages":[{"role":"user","content":"Hi"}]}', { line: 1, column: 18, what: "a comma is missing", isTruncated: false }],
    ["what `util.inspect` left out", "{ messages: [ { role: 'user', content: 'Hi' }, [Object] ] }", { line: 1, column: 48, what: "a part is cut out: `[Object]`", isTruncated: true }],
    ["a variable", "create({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }] })", { line: 1, column: 17, what: "the text does not hold the value of `MODEL`", isTruncated: false }],
    ["a text of a shell that breaks off", `curl https://x.test -d '{"messages":[{"role":"user","content":"It'\\''s`, { line: 1, column: 71, what: "the text breaks off in a string", isTruncated: true }],
  ];
  for (const [name, text, fault] of CASES) {
    test(name, () => {
      const { offset, ...found } = readPaste(text).fault;
      assert.deepEqual(found, fault);
      assert.equal(text.slice(0, offset).split("\n").length, fault.line);
    });
  }

  test("a whole text has no fault", () => {
    assert.equal(readPaste('{"model":"gpt-5","messages":[{"role":"user","content":"Hi"}]}').fault, null);
  });
});

describe("no text makes the reader throw", () => {
  const PIECES = ["{", "}", "[", "]", "(", ")", '"', "'", "`", "\\", "\n", ":", ",", "=", "=>", "$'", "^", "@'", "<<EOF\n", "data: ", "curl -d ", "Invoke-WebRequest -Body ", "messages", "role", "user", "content", "None", "null", "1", "...", "[Object]", "create(", "#", "//", "/*", "\0", "\ud800", "”", "- ", ": ", "__proto__"];
  test("random pieces", () => {
    const { pick, below } = random(7);
    for (let turn = 0; turn < 3_000; turn += 1) {
      const text = Array.from({ length: 1 + below(40) }, () => pick(PIECES)).join("");
      const { requests, kind } = readPaste(text);
      assert.ok(kind);
      for (const request of requests) {
        request.rangeOf('messages[0]["a.b"].content');
        const edits = request.editsTo({ messages: [] });
        if (edits !== null) editedText(text, edits);
      }
    }
  });

  test("a key of a prototype is a key", () => {
    const [{ value }] = readPaste("{ __proto__: { polluted: 1 }, messages: [{ role: 'user', content: 'Hi' }] }").requests;
    assert.deepEqual(Object.keys(value), ["__proto__", "messages"]);
    assert.equal({}.polluted, undefined);
  });
});

describe("the time grows as the text does", () => {
  const HOSTILE = ["[", '{"a":', '"', "'", "\\", '{\\"', "f({", "{'a': ", '{"messages":[{"role":"user","content":"x"},', "`", "{/*", "{#", "curl -d '{", "curl -d @- <<EOF\n", 'curl ^"^{', "data: {\n", '{"a":1}\n', 'Invoke-WebRequest -Body "{`"', "{a:b?", '{"a":"{\\"messages\\":[', "messages:\n- a: b\n"];
  const SIZE = 150_000;
  const milliseconds = (text) => {
    const started = performance.now();
    readPaste(text);
    return performance.now() - started;
  };
  for (const piece of HOSTILE) {
    test(JSON.stringify(piece), () => {
      const small = piece.repeat(Math.ceil(SIZE / piece.length));
      const base = Math.min(milliseconds(small), milliseconds(small));
      // Eight times the text; a square would take 64 times as long.
      const large = milliseconds(small.repeat(8));
      assert.ok(large < 24 * base + 400, `${Math.round(base)} ms, then ${Math.round(large)} ms`);
    });
  }
});
