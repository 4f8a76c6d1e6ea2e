// Every recorded stream goes into the conversation of its request: nothing that was streamed is lost, and the strict provider accepts the
// next request.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addStream } from "backscroll/stream";
import { streamedSets } from "../../support/shared-data.mjs";
import { streamedIn } from "../../support/stream/content.mjs";
import { bytesOf, conversationOf, eventsOf, objectionToBody, requestAfter, streamOf } from "../../support/stream/recorded.mjs";

/** Repairs of what vendors send: ids that are not the provider's or that repeat, and reasoning that nobody can verify. */
const OF_VENDORS = ["call-id-renamed", "field-dropped", "reasoning-dropped"];

/** All texts in a value. */
const textsIn = (value) => (typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []);

/** Asserts that a message holds what was streamed. */
function assertHolds(message, { text, reasoning, signatures, calls }, id) {
  const parts = typeof message.content === "string" ? [{ type: "text", text: message.content }] : (message.content ?? []);
  const joined = (types) => parts.filter(({ type }) => types.includes(type)).map((part) => part.text ?? "").join("");
  assert.equal(joined(["text", "refusal"]), text, id);
  const texts = textsIn(message);
  // Fields of vendors hold their reasoning; Responses has a summary of several texts.
  assert.ok(joined(["reasoning"]) === reasoning || texts.some((each) => each === reasoning) || texts.join("").includes(reasoning), `${id}: ${reasoning}`);
  for (const signature of signatures) assert.ok(texts.includes(signature), `${id}: ${signature}`);
  const argumentsOf = (json) => (typeof json !== "string" ? json : json.trim() === "" ? {} : JSON.parse(json));
  assert.deepEqual((message.toolCalls ?? []).map(({ name, arguments: json }) => [name, argumentsOf(json)]), calls.map(({ name, json }) => [name, argumentsOf(json)]), id);
}

for (const set of streamedSets()) {
  const { name, target, isVendors, rows, absence } = set;

  describe(`${name}: ${rows.length || "no"} recorded streams, in a conversation`, () => {
    test("lose nothing, and the strict provider accepts the next request", { skip: absence }, async () => {
      for (const row of rows) {
        const conversation = conversationOf(target, row);
        const { message, end, leftOut, repairs: added } = await addStream(conversation, target, streamOf([bytesOf(row)])).result();
        assert.deepEqual([end, leftOut], ["complete", []], row.id);
        assertHolds(message, streamedIn(target, eventsOf(row)), row.id);
        assert.ok(message.tokens.output > 0 || message.tokens.input > 0, row.id);
        assert.deepEqual(added, conversation.lastRepairs);
        const { body, repairs } = requestAfter(target, row, conversation, message);
        assert.equal(objectionToBody(set, body), null, row.id);
        assert.deepEqual(repairs.filter(({ code }) => !isVendors || !OF_VENDORS.includes(code)), [], row.id);
        conversation.dispose();
      }
    });
  });
}
