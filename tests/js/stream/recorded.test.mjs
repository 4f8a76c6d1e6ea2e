// Recorded streams of real providers: each is assembled and added to a conversation, and the provider accepts the next request.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readStream } from "backscroll/stream";
import { streamedSets } from "../../support/shared-data.mjs";
import { bytesOf, eventsOf, nextRequest, objectionTo, streamOf } from "../../support/stream/recorded.mjs";

/** Repairs of vendors' responses: ids of another form, repeated ids, and reasoning that cannot be verified. */
const OF_VENDORS = ["call-id-renamed", "field-dropped", "reasoning-dropped"];

for (const set of streamedSets()) {
  const { name, target, isVendors, rows, absence } = set;

  describe(`${name}: ${rows.length || "no"} recorded streams`, () => {
    test("are complete, leave nothing out, and are followed by a request that the strict provider accepts", { skip: absence }, async () => {
      for (const row of rows) {
        const { response, end, error, leftOut } = await readStream(target, streamOf([bytesOf(row)])).result();
        assert.deepEqual({ end, error, leftOut }, { end: "complete", error: null, leftOut: [] }, row.id);
        assert.equal(objectionTo(set, row, response), null, row.id);
        const { repairs } = nextRequest(target, row, response);
        assert.deepEqual(repairs.filter(({ code }) => !isVendors || !OF_VENDORS.includes(code)), [], row.id);
      }
    });

    test("give the same response from bytes and from events", { skip: absence }, async () => {
      for (const row of rows) {
        const [bytes, events] = await Promise.all([readStream(target, streamOf([bytesOf(row)])).result(), readStream(target, streamOf(eventsOf(row))).result()]);
        assert.deepEqual(bytes, events, row.id);
      }
    });

    test("report their usage, and show their text and calls while they grow", { skip: absence }, async () => {
      for (const row of rows) {
        const stream = readStream(target, streamOf(eventsOf(row)));
        let length = 0;
        for await (const { text } of stream) {
          assert.ok(text.length >= length, row.id);
          length = text.length;
        }
        assert.ok(stream.partial.usage !== null, row.id);
        assert.ok(stream.partial.parts.length > 0, row.id);
      }
    });
  });
}
