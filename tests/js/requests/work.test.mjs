// The work of public functions grows as the list does: counted in calls of functions and rounds of loops within the wasm, which no machine
// changes. A copy of memory counts as one, whatever its length.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SHAPES } from "../../../benches/lib/shapes.mjs";
import { counted, countedWasm } from "../../support/hosts/counted-wasm.mjs";
import { runs, spread } from "../../support/runs.mjs";

const face = await import("backscroll/slim");
face.initSync(countedWasm());

const FORMAT = "openai-chat";
const COUNT = runs({ few: 12, all: 60 });
const TIMES = [1, 2, 4];
const ROOMY = 1e9;

/** Returns the tokens of the fitted body; null if it cannot fit, which takes work, too. */
function fitted(body, maxTokens) {
  try {
    return face.fit(FORMAT, body, { maxTokens }).tokens;
  } catch (error) {
    if (error.code !== "cannot-fit") throw error;
    return null;
  }
}

/** A conversation with the valid messages of a body. */
const conversationOf = (body) => face.ConversationManager.from(FORMAT, face.sanitize(FORMAT, body).body);

/** Each work gets a body and a conversation of it, which it may change. */
const STEADY = {
  sanitize: ({ body }) => face.sanitize(FORMAT, body),
  validate: ({ body }) => face.validate(FORMAT, body),
  breakdown: ({ body }) => face.breakdown(FORMAT, body),
  convert: ({ sound }) => face.convert(FORMAT, "anthropic", sound),
  "fit, nothing to drop": ({ body }) => fitted(body, ROOMY),
  "reading a list": ({ sound }) => face.ConversationManager.from(FORMAT, sound),
  "a request": ({ conversation }) => conversation.toRequest(FORMAT),
  "a request for Gemini": ({ conversation }) => conversation.toRequestBytes("gemini"),
  "all messages": ({ conversation }) => conversation.messages,
  "a snapshot": ({ conversation }) => JSON.stringify(conversation),
  "a restored conversation": ({ conversation }) => face.ConversationManager.fromJSON(JSON.stringify(conversation)),
  "a fork": ({ conversation }) => conversation.fork(),
  "a truncation": ({ conversation }) => conversation.truncate({ keepRecent: 2 }),
  "estimates of messages": ({ conversation }) => face.estimateTokens(conversation.messages),
};

/** They cut where the window is full, so their work grows in steps. */
const CUTTING = {
  "fit to half": ({ body, tokens }) => fitted(body, Math.ceil(tokens / 2)),
  "fit to an eighth": ({ body, tokens }) => fitted(body, Math.ceil(tokens / 8)),
  "fit once, to half": ({ body, tokens }) => face.fit(FORMAT, body, { maxTokens: Math.max(200, Math.ceil(tokens / 2)), once: true }),
};

/** Works on what no conversation takes: a body without a valid message. */
const isRefused = (error) => ["cannot-fit", "nothing-to-send"].includes(error.code);

/** Returns the units of a work in three lists; null if one is refused. */
function unitsOf(work, shape) {
  const units = [];
  for (const times of TIMES) {
    const body = shape(COUNT * times);
    try {
      const sound = face.sanitize(FORMAT, body).body;
      const given = { body, sound, tokens: fitted(body, ROOMY) ?? ROOMY, conversation: conversationOf(body) };
      units.push(counted(() => work(given)).units);
    } catch (error) {
      if (!isRefused(error)) throw error;
      return null;
    }
  }
  return units;
}

describe("work grows as the list does", () => {
  assert.ok(Object.keys(SHAPES).length >= 40);
  for (const name of spread(Object.keys(SHAPES), runs({ few: 8, all: 100 }))) {
    test(`a list of ${name}`, () => {
      let judged = 0;
      for (const [works, most] of [
        // Linear work takes twice as much more for the second step as for the first; quadratic work four times.
        [STEADY, ([one, two, four]) => [(four - two) / Math.max(two - one, one / 4), 2.7]],
        // Linear work takes four times as much, and quadratic work sixteen times; in short lists, each attempt counts.
        [CUTTING, ([one, , four]) => [four / one, 8]],
      ]) {
        for (const [title, work] of Object.entries(works)) {
          const units = unitsOf(work, SHAPES[name]);
          if (units === null) continue;
          const [growth, bound] = most(units);
          assert.ok(growth <= bound, `${title}: ${units.join(", ")} units, growth ${growth.toFixed(2)} of at most ${bound}`);
          judged += 1;
        }
      }
      assert.ok(judged >= Object.keys(STEADY).length / 2, `${judged} works`);
    });
  }

  test("and the counter counts: a list of ten times as many messages takes about ten times as much", () => {
    const [one, ten] = [20, 200].map((count) => counted(() => face.sanitize(FORMAT, SHAPES["turns with a call"](count))).units);
    assert.ok(ten / one > 7 && ten / one < 13, `${one}, ${ten}`);
  });
});
