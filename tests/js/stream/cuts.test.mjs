// Cuts recorded streams after every event, and ten of them after every byte. The text so far stays, and the strict provider accepts the
// next request. Long streams are cut after some of their events only, and in `npm test` after some of their bytes; RUNS=100000 makes every cut.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readStream } from "backscroll/stream";
import { runs } from "../../support/runs.mjs";
import { streamedSets } from "../../support/shared-data.mjs";
import { bytesOf, eventsOf, objectionTo, streamOf } from "../../support/stream/recorded.mjs";

const sets = streamedSets();

/** The maximum number of cuts of a long stream: all near its ends, where calls and signatures are, and some in the middle. */
const MOST_CUTS = runs({ few: 9, all: 24 });
const NEAR = MOST_CUTS / 3;
/** The maximum number of cuts within the bytes of a stream. */
const MOST_BYTES = runs({ few: 150, all: 100_000 });
function cutsOf(events) {
  const all = Array.from({ length: events.length + 1 }, (_, index) => index);
  const step = Math.max(1, Math.ceil(all.length / MOST_CUTS));
  return all.filter((cut) => cut < NEAR || cut > events.length - NEAR || cut % step === 0);
}

/** Reads the rest of a cut stream, and has the strict provider judge the next request. */
async function assertUsable(set, row, items, { isWhole, place }) {
  const stream = readStream(set.target, streamOf(items, isWhole ? undefined : new TypeError("terminated")));
  const { response, end, error, leftOut } = await stream.result();
  assert.equal(error?.code ?? "complete", end === "complete" ? "complete" : "stream-broken", place);
  // Reasoning and calls that the response lacks are listed.
  assert.ok(leftOut.every(({ why, content }) => why !== "" && content !== undefined), place);
  if (response !== null) assert.equal(objectionTo(set, row, response), null, place);
  return { response, text: stream.partial.text, leftOut };
}

describe("after every event", () => {
  for (const set of sets) {
    test(`${set.name}: ${set.rows.length || "no"} streams`, { skip: set.absence }, async () => {
      for (const row of set.rows) {
        const events = eventsOf(row);
        let shown = "";
        for (const cut of cutsOf(events)) {
          const { text } = await assertUsable(set, row, events.slice(0, cut), { isWhole: cut === events.length, place: `${row.id} after ${cut}` });
          assert.ok(text.startsWith(shown), `${row.id} after ${cut}`);
          shown = text;
        }
      }
    });
  }
});

describe("after every byte", () => {
  for (const set of sets) {
    test(`${set.name}: its shortest streams with a call, and without`, { skip: set.absence }, async () => {
      const byLength = [...set.rows].sort((a, b) => bytesOf(a).length - bytesOf(b).length);
      const hasCall = (row) => /"(tool_use|tool_calls|functionCall|function_call|toolUse)"/.test(bytesOf(row).toString());
      for (const row of [byLength.find(hasCall), byLength.find((each) => !hasCall(each))].filter((each) => each !== undefined)) {
        const bytes = bytesOf(row);
        const step = Math.ceil(bytes.length / MOST_BYTES);
        let judged = "";
        for (let cut = 0; cut <= bytes.length; cut += step) {
          const { response, leftOut } = await readStream(set.target, streamOf([bytes.subarray(0, cut)])).result();
          const told = JSON.stringify([response, leftOut]);
          // Most bytes change nothing.
          if (response !== null && told !== judged) assert.equal(objectionTo(set, row, response), null, `${row.id} after ${cut}`);
          judged = told;
        }
        // A stream that arrives in two pieces, split at any byte, gives the whole response.
        const whole = await readStream(set.target, streamOf([bytes])).result();
        for (let cut = 0; cut <= bytes.length; cut += 7 * step) {
          assert.deepEqual(await readStream(set.target, streamOf([bytes.subarray(0, cut), bytes.subarray(cut)])).result(), whole, `${row.id} at ${cut}`);
        }
      }
    });
  }
});
