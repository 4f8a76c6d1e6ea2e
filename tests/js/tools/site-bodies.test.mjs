// Bodies as the pages of refusals show them: lines of JSON, what a repair changed, and the place of the fault.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { changes, folded, inOrderOf, linesOf, piecesAt } from "../../../scripts/site/refusals/body.mjs";
import { refusals } from "../../../scripts/site/refusals/list.mjs";

const textOf = (line) => line.map(({ text }) => text).join("");
const textsOf = (lines) => lines.map(textOf);
const leaf = fc.oneof(fc.string({ maxLength: 10 }), fc.integer(), fc.boolean(), fc.constant(null));
const small = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value"), { maxLength: 5 }), fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), tie("value"), { maxKeys: 5, noNullPrototype: true })),
})).value;
const shown = refusals().filter((refusal) => refusal.shown !== null && refusal.shown.after !== null);

test("the lines of a small value are its JSON, at any width", () => {
  fc.assert(fc.property(small, fc.integer({ min: 30, max: 90 }), (value, width) => {
    assert.deepEqual(JSON.parse(textsOf(linesOf(value, width)).join("\n")), JSON.parse(JSON.stringify(value)));
  }), { numRuns: 300 });
});

test("what two bodies share is the rest of both", () => {
  fc.assert(fc.property(small, small, (one, other) => {
    const [before, after] = [linesOf(one, 45), linesOf(other, 45)];
    const { removed, added } = changes(before, after);
    const rest = (lines, without) => textsOf(lines).filter((_, index) => !without.has(index)).map((text) => text.replace(/,$/, ""));
    assert.deepEqual(rest(before, removed), rest(after, added));
  }), { numRuns: 300 });
});

test("each repaired body differs from its refused one", () => {
  for (const { id, shown: { before, after } } of shown) {
    const { removed, added } = changes(linesOf(before, 45), linesOf(inOrderOf(after, before), 45));
    assert.ok(removed.size + added.size > 0, id);
  }
});

test("another order of keys is no change", () => {
  for (const { id, shown: { before } } of shown) {
    const turned = (value) => {
      if (value === null || typeof value !== "object") return value;
      return Array.isArray(value) ? value.map(turned) : Object.fromEntries(Object.entries(value).reverse().map(([key, each]) => [key, turned(each)]));
    };
    const { removed, added } = changes(linesOf(before, 45), linesOf(inOrderOf(turned(before), before), 45));
    assert.deepEqual([...removed, ...added], [], id);
  }
});

test("folding loses no line, and keeps each place", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), fc.array(fc.nat(199)), (count, near) => {
    const places = near.filter((place) => place < count);
    const parts = folded(count, places);
    assert.equal(parts.reduce((sum, { left = 1 }) => sum + left, 0), count);
    for (const place of [0, count - 1, ...places]) assert.ok(parts.some(({ line }) => line === place), `${place}`);
    assert.ok(parts.every(({ left = 3 }) => left > 2), "a fold saves lines");
  }), { numRuns: 300 });
});

describe("the place of a fault is marked", () => {
  const body = { messages: [{ role: "user", content: "a" }, { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "" }] }], tools: [] };
  const PLACES = [
    ["messages[0].content", ['"a"']],
    ["messages[1]", ['"c1"']],
    ["messages[1].content[0]", ['"text"']],
    ["messages[1].content[0].text", ['""']],
    ["messages[1].content", ['"content"']],
    ["tools", ['"tools"']],
    ["absent", []],
  ];
  for (const [path, expected] of PLACES) {
    test(`${path}: ${expected.join(" ")}`, () => assert.deepEqual(piecesAt(linesOf(body, 80), path).map(({ text }) => text), expected));
  }
});
