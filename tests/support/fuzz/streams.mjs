// A stream of an answer whose events are changed by chance, whole and in pieces of bytes.

import assert from "node:assert/strict";
import { ConversationManager, sanitize } from "backscroll";
import { readStream } from "backscroll/stream";
import "backscroll/ai-sdk";
import { random } from "../random.mjs";
import { MADE, disturbed, madeStream } from "../stream/parts.mjs";
import { CUT, FAILURES, frame, sse, streamOf } from "../stream/recorded.mjs";
import { TARGETS } from "../targets.mjs";
import { changed } from "./values.mjs";

/**
 * Reads a stream, whose result must be the same whatever the borders of its pieces are. A conversation takes the response, and can be sent.
 *
 * @param {number} seed
 */
export async function checkStream(seed) {
  const chance = random(seed);
  const format = chance.pick(MADE);
  const others = [...(CUT[format] ?? []), ...(FAILURES[format] ? [FAILURES[format]] : []), ...madeStream(format, random(seed + 1)).map(({ event }) => event)];
  const events = disturbed(madeStream(format, chance), chance).map(({ event }) => (chance.chance(0.3) ? changed(event, chance, others, 2) : event));
  if (chance.chance(0.1)) events.splice(chance.below(events.length + 1), 0, chance.pick(others));
  const before = JSON.stringify(events);
  const result = await resultOf(format, events);
  assert.equal(JSON.stringify(events), before, "the events were changed");
  assert.deepEqual(await resultOf(format, events), result, `a second time: ${before}`);
  const bytes = wireOf(format, events);
  const pieces = [await resultOf(format, [bytes]), await resultOf(format, cut(bytes, chance)), await resultOf(format, cut(bytes, chance))];
  for (const other of pieces.slice(1)) assert.deepEqual(other, pieces[0], `in pieces: ${bytes.toString("latin1")}`);
  for (const { response } of [result, pieces[0]]) if (response !== null) assertTaken(format, response);
}

/** The code of the error that belongs to an end. */
const ENDS = { complete: undefined, broken: "stream-broken", failed: "stream-failed" };

async function resultOf(format, items) {
  const { response, end, error, leftOut } = await readStream(format, streamOf(items)).result();
  assert.ok(end in ENDS, `${end}: ${error?.stack}`);
  assert.equal(error?.code, ENDS[end], error?.stack);
  // A fault of this package would be the cause.
  assert.ok(!(error?.cause instanceof TypeError || error?.cause instanceof RangeError), error?.cause?.stack);
  assert.ok(leftOut.every(({ why }) => why !== ""));
  return JSON.parse(JSON.stringify({ response, end, leftOut }));
}

function wireOf(format, events) {
  if (format !== "bedrock") return Buffer.from(sse(events, { end: "\r\n" }));
  return Buffer.concat(events.map((event) => frame({ ":event-type": Object.keys(event)[0] ?? "", ":message-type": "event" }, Object.values(event)[0] ?? {})));
}

/** Cuts bytes at any borders. */
function cut(bytes, { below, chance }) {
  const pieces = [];
  for (let at = 0; at < bytes.length; ) {
    const length = chance(0.5) ? 1 + below(3) : 1 + below(200);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

function assertTaken(format, response) {
  const conversation = new ConversationManager();
  try {
    conversation.addMessage("user", "Go.");
    conversation.addResponse(format, response);
    for (const target of TARGETS) {
      const { body } = conversation.toRequest(target);
      // An answer's own fields go back to its format, also fields that nobody knows.
      const repairs = sanitize(target, body).repairs.filter(({ code }) => code !== "field-dropped");
      assert.deepEqual(repairs, [], JSON.stringify(body));
    }
  } catch (error) {
    // A value of the wrong type is refused, with its place; and an answer that is an error.
    if (error.code === "invalid-message" && /: (expected |a response needs |a block has one field |the provider answered with an error)/.test(error.message)) return;
    error.message += `\nof ${JSON.stringify(response)}`;
    throw error;
  } finally {
    conversation.dispose();
  }
}
