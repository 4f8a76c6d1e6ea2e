// Recorded requests with their answers: each answer is added, each call gets a result, and the next request is accepted and holds the whole
// conversation, including fields of vendors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { answeredMessage, withMessage, withoutVendors } from "../support/formats/answered.mjs";
import { atomsOf } from "../support/atoms/atoms.mjs";
import { objection, objectionOfVendor, parted } from "../support/judges.mjs";
import { answeredSets, isBlanked, modelInAddress } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

const RESULT = "The tool has run.";
const MORE = "Go on, please.";

/** Repairs that report a loss, with the kinds of pieces that they remove. */
const LOSSES = {
  "reasoning-dropped": ["reasoning", "field"],
  "field-dropped": ["field"],
  "part-dropped": ["other", "media"],
  "media-moved": ["media"],
};

/**
 * Functions that make the conversation of a recorded request: from its whole body, or from its last question.
 *
 * @type {Record<string, (target: string, said: object) => ConversationManager>}
 */
const BEGINNINGS = {
  "read from the request": (target, said) => ConversationManager.from(target, said),
  "told by `addMessage`": (target, said) => {
    const read = ConversationManager.from(target, said);
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    conversation.addMessage("user", read.messages.findLast(({ role }) => role === "user").content);
    read.dispose();
    return conversation;
  },
};

/** Returns the next request after an answer whose calls got their results. */
function nextRequest(target, { uri, request, response }, begin) {
  const { said, params } = parted(target, request);
  const conversation = begin(target, said);
  try {
    const { toolCalls = [] } = conversation.addResponse(target, response);
    const read = conversation.lastRepairs;
    for (const { id } of toolCalls) conversation.addMessage("tool", RESULT, { toolCallId: id });
    if (toolCalls.length === 0) conversation.addMessage("user", MORE);
    const { body, repairs } = conversation.toRequest(target, { ...params, ...modelParams(target, uri) });
    return { body, calls: toolCalls.length, repairs: [...read, ...repairs] };
  } finally {
    conversation.dispose();
  }
}

/** The param that names the model where the recorded body does not. */
function modelParams(target, uri) {
  const name = { bedrock: "modelId", gemini: "model" }[target];
  return name === undefined ? {} : { [name]: modelInAddress({ uri }) };
}

for (const { name, target, isVendors, rows, absence } of answeredSets()) {
  const refusal = isVendors ? objectionOfVendor : objection;

  for (const [beginning, begin] of Object.entries(BEGINNINGS)) {
    describe(`${name}: ${rows.length || "no"} recorded answers, in a conversation that was ${beginning}`, () => {
      const all = rows.map((row) => ({ ...row, next: () => nextRequest(target, row, begin) }));

      test("are added, and the strict provider accepts the next request, which needs no repair", { skip: absence }, () => {
        for (const { id, uri, next } of all) {
          const { body } = next();
          const options = { capabilities: { model: modelInAddress({ uri }) ?? body.model } };
          // Claude's thinking is signed; thinking of other models behind Converse need not be.
          const judging = target === "bedrock" && !/anthropic/.test(body.modelId) ? { model: "other" } : {};
          assert.equal(refusal(target, body, judging), null, id);
          assert.deepEqual(validate(target, body, options), [], id);
          assert.deepEqual(sanitize(target, body, options).repairs, [], id);
        }
      });

      test("lose nothing without a report, and nothing is added", { skip: absence }, () => {
        for (const { id, request, response, next } of all) {
          const { body, calls, repairs } = next();
          const history = begin === BEGINNINGS["read from the request"] ? request : withMessage(target, { ...request }, null);
          const given = atomsOf(target, withMessage(target, history, answeredMessage(target, response)));
          const sent = atomsOf(target, body);
          const lost = without(given, sent).filter(({ kind }) => !repairs.some(({ code }) => LOSSES[code]?.includes(kind)));
          assert.deepEqual(lost.filter(({ role, message }) => message >= 0 || role !== "system"), [], id);
          assert.equal(sent.filter(({ kind, value }) => kind === "text" && value === RESULT).length, calls, id);
        }
      });

      test("the oracle accepts the next request", async (context) => {
        if (absence) return context.skip(absence);
        const oracle = oracleAvailable(target);
        if (!oracle.available) return context.skip(oracle.reason);
        const whole = all.filter(({ request, response }) => !isBlanked(request) && !isBlanked(response));
        const judged = (body) => (isVendors ? withoutVendors(body) : body);
        const bodies = whole.map(({ next }) => judged(next().body));
        // The oracle refuses a few of the requests that were answered.
        const known = await judge(target, whole.map(({ request }) => judged(request)));
        const { valid, output } = await judge(target, bodies);
        assert.ok(valid >= known.valid, output);
      });
    });
  }

  describe(`${name}: fields of vendors`, { skip: !isVendors && "one provider speaks it" }, () => {
    test("go back to their vendor with the unchanged answer", { skip: absence }, () => {
      for (const row of rows) {
        const { body } = nextRequest(target, row, BEGINNINGS["read from the request"]);
        const answer = answeredMessage(target, row.response);
        const at = body.messages.findLastIndex(({ role }) => role === "assistant");
        assert.deepEqual(body.messages[at], answer.content === null && !answer.tool_calls ? { ...answer, content: "" } : answer, row.id);
      }
    });
  });
}

/** Returns the pieces of `all` that are not in `others`; equal pieces are counted. */
function without(all, others) {
  const left = others.map(keyOf);
  return all.filter((atom) => {
    const place = left.indexOf(keyOf(atom));
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/** Returns the key of a piece: pieces with equal keys have equal content. Unmodelled pieces are JSON, in which fields have no order. */
function keyOf({ kind, role, name, value }) {
  return JSON.stringify([kind, role, name, kind === "other" ? inOrder(JSON.parse(value)) : value]);
}

function inOrder(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inOrder(inner)]).sort(([one], [other]) => (one < other ? -1 : 1)));
}
