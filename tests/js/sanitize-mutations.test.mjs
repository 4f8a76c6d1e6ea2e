// Histories that were broken at random, by seed: whatever was done to them, what comes out is sendable, and what was done to it is told.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { unaccounted } from "../support/account.mjs";
import { atomsOf } from "../support/atoms.mjs";
import { ownBodies } from "../support/histories.mjs";
import { TARGETS, objection } from "../support/judges.mjs";
import { brokenBodies, mended } from "../support/mutations.mjs";

const CASES = 1000;

for (const target of TARGETS) {
  describe(`${target}: ${CASES} broken histories`, () => {
    const bases = ownBodies(target);
    const cases = brokenBodies(target, bases, CASES);

    test("the histories are sound before they are broken", () => {
      assert.ok(bases.length >= 20, String(bases.length));
      for (const body of bases) assert.equal(objection(target, body), null);
    });

    test("most are refused as they are, so that there is something to mend", () => {
      const refused = cases.filter(({ body }) => objection(target, body) !== null);
      assert.ok(refused.length > CASES / 2, `${refused.length} of ${CASES}`);
    });

    test("once mended they are accepted, mended no further, and accounted for", () => {
      const problems = [];
      let [outcomes, unsendable] = [0, 0];
      for (const broken of cases) {
        for (const { target: to, code, problems: found } of mended(target, broken)) {
          outcomes += 1;
          if (code === "nothing-to-send") unsendable += 1;
          if (found.length > 0) problems.push(`seed ${broken.seed} (${broken.what}) for ${to}: ${found.slice(0, 3).join("; ")}`);
        }
      }
      assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
      assert.ok(unsendable <= outcomes / 50, `${unsendable} of ${outcomes} have nothing to send`);
    });
  });
}

describe("the account by which they are judged", () => {
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
