// Bodies that can be sent as they are. A copy with short texts shows it, and nothing may depend on that: `sanitize` and `fit` return what they
// return after reading all texts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fit, sanitize } from "backscroll";
import { brokenBodies } from "../../support/mutations/broken.mjs";
import { ownBodies, recordedBodies } from "../../support/histories.mjs";
import { LISTS, TARGETS } from "../../support/judges.mjs";
import { frozen } from "../../support/reduce/lists.mjs";
import { runs, spread } from "../../support/runs.mjs";

/** The numbers of bodies of each target: the repository's own, recorded conversations and requests, and broken ones. */
const OWN = runs({ few: 8, all: 100 });
const RECORDED = runs({ few: 4, all: 45 });
const BROKEN = runs({ few: 15, all: 60 });
const FILLER = " and so on, in words that nobody has to read".repeat(30);

/** Returns a body whose texts are long, with the same beginnings and ends. */
function withLongTexts(target, body) {
  const long = (value, isText) => {
    if (typeof value === "string") return isText && value.trim() !== "" ? `${value}${FILLER}${value}` : value;
    if (Array.isArray(value)) return value.map((item) => long(item, isText));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, long(inner, ["content", "text", "output"].includes(name))]));
  };
  const list = LISTS[target];
  return frozen({ ...body, [list]: long(body[list], false) });
}

/** A class of the caller, and a list of the caller: what is no plain object is read in full. */
class Body {}
class List extends Array {}

/** Returns what a call returns or throws, as JSON. */
function outcome(call) {
  try {
    return JSON.stringify(call());
  } catch (error) {
    if (error.code === undefined) throw error;
    return JSON.stringify({ code: error.code, message: error.message });
  }
}

/** Fails unless two calls have one outcome, whatever the order of its fields. Equal texts, which most are, need not be read. */
function assertSame(call, other, whole) {
  const [found, expected] = [outcome(call), outcome(other)];
  if (found !== expected) assert.deepEqual(JSON.parse(found), JSON.parse(expected), whole);
  return expected;
}

/** Runs `call`, and returns the length of the longest JSON text that was written for it. */
function longestJson(call) {
  const { stringify } = JSON;
  let longest = 0;
  JSON.stringify = (...given) => {
    const json = stringify(...given);
    longest = Math.max(longest, json?.length ?? 0);
    return json;
  };
  try {
    call();
  } catch {
    // Only the texts count.
  } finally {
    JSON.stringify = stringify;
  }
  return longest;
}

function check(target, body, options) {
  const whole = JSON.stringify(body);
  const list = body[LISTS[target]];
  const inFull = Object.assign(new Body(), body);
  assertSame(() => sanitize(target, body, options), () => sanitize(target, inFull, options), whole);
  for (const estimator of ["script", "bytes/3", "chars/4"]) {
    const fitting = { ...options, estimator, maxTokens: 1e9 };
    const { code, memory, tokens } = JSON.parse(assertSame(() => fit(target, body, fitting), () => fit(target, inFull, fitting), whole));
    if (code !== undefined) return;
    assertSame(() => fit(target, list, fitting), () => fit(target, List.from(list), fitting), whole);
    // The memory of what was as it is, and of what was read in full, is the same for the next call.
    for (const maxTokens of [tokens, tokens - 1]) {
      const again = { ...fitting, maxTokens, memory };
      assertSame(() => fit(target, body, again), () => fit(target, inFull, again), whole);
    }
  }
}

describe("a body that can be sent as it is", () => {
  for (const target of TARGETS) {
    const bases = [...spread(ownBodies(target), OWN), ...recordedBodies(target, RECORDED)].filter((body) => Array.isArray(body[LISTS[target]]));

    test(`${target}: sanitize and fit return the same as after reading all texts`, () => {
      for (const body of bases) check(target, withLongTexts(target, body), undefined);
    });

    test(`${target}: so do bodies that have to change`, () => {
      for (const { body, options } of brokenBodies(target, bases, BROKEN)) check(target, withLongTexts(target, body), options);
    });

    test(`${target}: not all of its texts are written as JSON`, () => {
      const [body] = bases.map((base) => withLongTexts(target, base)).filter((long) => sanitize(target, long).repairs.length === 0);
      const { length } = JSON.stringify(body);
      for (const call of [() => sanitize(target, body), () => fit(target, body, { maxTokens: 1e9 })]) {
        assert.ok(longestJson(call) < length);
      }
      assert.ok(longestJson(() => sanitize(target, Object.assign(new Body(), body))) >= length);
    });
  }

  const user = (content) => ({ model: "gpt-5", messages: [{ role: "user", content }] });
  for (const [what, content] of [
    ["lone surrogates", `${"a".repeat(2_000)}\ud800${"b".repeat(2_000)}`],
    ["a character of two halves where a text is cut", `${"a".repeat(63)}😀${"b".repeat(2_000)}😀${"c".repeat(63)}`],
    ["spaces at its ends", `${" ".repeat(300)}${"b".repeat(2_000)}${" ".repeat(300)}`],
    ["spaces alone", " ".repeat(2_000)],
    ["line ends of old systems alone", "\x85".repeat(2_000)],
    ["more than is written in one go", "word ".repeat(100_000)],
    ["Korean", "한국어 ".repeat(1_000)],
  ]) {
    test(`a text of ${what}`, () => check("openai-chat", frozen(user(content)), undefined));
  }

  test("a thought of Gemini, whose words may count nothing", () => {
    const parts = [{ text: `A thought.${FILLER}`, thought: true }, { text: `An answer.${FILLER}` }];
    const contents = [{ role: "user", parts: [{ text: `A question.${FILLER}` }] }, { role: "model", parts }];
    check("gemini", frozen({ contents }), undefined);
  });

  test("a field that is undefined is left out, as JSON does", () => {
    const { body } = sanitize("openai-chat", { ...user("a".repeat(2_000)), tools: undefined });
    assert.deepEqual(Object.keys(body), ["model", "messages"]);
  });

  test("the copies are the caller's to change", () => {
    const given = user("a".repeat(2_000));
    const { body } = sanitize("openai-chat", given);
    body.messages[0].content = "changed";
    assert.equal(given.messages[0].content.length, 2_000);
  });
});
