// Tests that the matrix of runtimes shows where an answer differs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertSame } from "../../runtimes/same.mjs";

describe("the first difference from Node's answer", () => {
  const CASES = [
    ["at the start", "abc", "xbc", 0],
    ["after an emoji", "a🧭bc", "a🧭bd", 4],
    ["within an emoji", "a🧭b", "a🧮b", 2],
    ["the answer is longer", "abc", "abcd", 3],
    ["the answer is shorter", "abc", "ab", 2],
    ["there is no answer", "abc", "", 0],
  ];
  for (const [name, reference, answer, place] of CASES) {
    test(name, () => {
      const tail = `in Node: ${JSON.stringify(reference)}\nhere:    ${JSON.stringify(answer)}`;
      assert.throws(() => assertSame(answer, reference), { message: `the answer differs from that of Node at character ${place}`, tail });
    });
  }

  test("shows 60 characters on either side", () => {
    const [before, after] = ["🧭".repeat(100), "z".repeat(100)];
    const shown = (letter) => JSON.stringify("🧭".repeat(30) + letter + "z".repeat(59));
    const tail = `in Node: ${shown("a")}\nhere:    ${shown("b")}`;
    assert.throws(() => assertSame(`${before}b${after}`, `${before}a${after}`), { message: /at character 200$/, tail });
  });

  test("does not throw for equal texts", () => assertSame("a🧭", "a🧭"));
});
