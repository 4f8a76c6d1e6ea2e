// Requests with their refusals, as people pasted them in public issue threads: read, explained, repaired, and written back.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize, validate } from "backscroll";
import { explain, likelyRepairs, repairParameters } from "backscroll/doctor";
import { editedText, readPaste } from "backscroll/read";
import { LISTS, objection } from "../../support/judges.mjs";
import { THREADS_WITH_BODIES } from "../../support/refusals/threads-with-bodies.mjs";

/** Demands on whole requests that a paste may leave open: its thread is about something else. */
const ABSENT = { anthropic: { model: "some-model", max_tokens: 100 }, bedrock: {} };
const whole = (format, body) => ({ ...(ABSENT[format] ?? { model: "some-model" }), ...body });

const edited = (body, edits) => repairParameters(body, [{ rule: "", path: "", message: "The words of the refusal.", repair: edits }]).body;

/** Returns the body as `sanitize` and `repairParameters` make it. */
function mended(format, body) {
  const { body: clean } = sanitize(format, body);
  return repairParameters(clean, validate(format, clean).filter(({ isParameter }) => isParameter === true)).body;
}

/** Returns the repaired body. Where no rule explains the words, or the repair refuses the form of the body, the likeliest repair goes first. */
function repaired(format, body, explanations, words) {
  const [said] = explanations;
  const [likely] = likelyRepairs(body, explanations, words);
  if (likely === undefined || (said.violations.length > 0 && said.rule.handling !== "refused")) return mended(format, body);
  return mended(format, edited(body, likely.edits));
}

for (const { thread, format, cause, options, demand = () => true, text } of THREADS_WITH_BODIES) {
  describe(thread, () => {
    const { requests, refusal } = readPaste(text);
    const [request] = requests;
    const list = LISTS[format];
    const bodyOf = (value) => (Array.isArray(value) ? { [list]: value } : value);
    const isRefused = (body) => objection(format, whole(format, body), options) ?? (demand(body) ? null : "the demand of the thread");

    test("one request and the refusal are read", () => {
      assert.equal(requests.length, 1);
      const { format: found, others } = request.detected;
      assert.ok([found, ...others].includes(format), found);
      assert.notEqual(refusal, null);
      assert.ok(refusal.length < text.length);
    });

    const explanations = () => explain(refusal, { target: format, violations: validate(format, bodyOf(request.value)) });

    test(`the cause is ${cause}`, () => assert.ok(cause.split(",").includes(explanations()[0]?.cause), explanations()[0]?.cause));

    test("the repaired body has none of the fault, and is written back into the text", () => {
      const body = bodyOf(request.value);
      assert.notEqual(isRefused(body), null, "the body as pasted is refused");
      const after = repaired(format, body, explanations(), refusal);
      assert.equal(isRefused(after), null);
      const value = Array.isArray(request.value) ? after[list] : after;
      const edits = request.editsTo(value);
      assert.notEqual(edits, null);
      assert.deepEqual(readPaste(editedText(text, edits)).requests.map((again) => again.value), [value]);
    });
  });
}
