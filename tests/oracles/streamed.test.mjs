// Recorded streams in the conversations of their requests: the oracles accept the next request of each, whole and cut.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addStream } from "backscroll/stream";
import { bytesOf, conversationOf, eventsOf, requestAfter, streamOf } from "../support/stream/recorded.mjs";
import { withoutVendors } from "../support/formats/answered.mjs";
import { isBlanked, streamedSets } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

/** The ways in which a stream arrives: its items. */
const WAYS = {
  whole: (row) => [bytesOf(row)],
  "cut in the middle": (row) => eventsOf(row).slice(0, Math.ceil(eventsOf(row).length / 2)),
  "cut before its last events": (row) => eventsOf(row).slice(0, -3),
};

/** The next request after a stream. */
async function nextBody(target, row, items) {
  const conversation = conversationOf(target, row);
  const { message } = await addStream(conversation, target, streamOf(items)).result();
  const { body } = requestAfter(target, row, conversation, message ?? {});
  conversation.dispose();
  return body;
}

for (const { name, target, isVendors, rows, absence } of streamedSets()) {
  const judged = (body) => (isVendors && target === "openai-chat" ? withoutVendors(body) : body);
  const sound = rows.filter(({ request }) => !isBlanked(request));
  // It refuses a few of the requests that were answered.
  let known;
  const knownValid = async () => (await (known ??= judge(target, sound.map(({ request }) => judged(request))))).valid;

  describe(`${name}: ${rows.length || "no"} recorded streams`, () => {
    for (const [way, itemsOf] of Object.entries(WAYS)) {
      test(`${way}: the oracle accepts the next request`, async (context) => {
        if (absence) return context.skip(absence);
        const oracle = oracleAvailable(target);
        if (!oracle.available) return context.skip(oracle.reason);
        const bodies = [];
        for (const row of sound) bodies.push(judged(await nextBody(target, row, itemsOf(row))));
        const { valid, output } = await judge(target, bodies);
        assert.ok(valid >= (await knownValid()), output);
      });
    }
  });
}
