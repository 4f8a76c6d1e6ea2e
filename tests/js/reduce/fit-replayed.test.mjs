// Random transcripts with a `fit` for each model call: the cut stays in place, with and without a memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, fit } from "backscroll";
import { callsAt } from "../../../benches/compare/lib/recordings.mjs";
import { roomForFloor } from "../../support/reduce/floor.mjs";
import { LISTS, objection } from "../../support/judges.mjs";
import { runs } from "../../support/runs.mjs";
import { noteTotal } from "../../support/reduce/notes.mjs";
import { shareOf } from "../../support/transcripts/budget.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";
import { continues, fitOrNull, listOf, outOf, stored, written } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const CASES = runs({ few: 8, all: 30 });
/** A limit that no transcript reaches. */
const ROOMY = 10_000_000;

for (const format of FORMATS) {
  test(`${format}: ${CASES} transcripts, call by call`, () => {
    const counts = { calls: 0, cut: 0, moved: 0, refused: 0 };
    for (let seed = 0; seed < CASES; seed += 1) {
      const { messages } = transcript(seed, { newest: ["request", "closed"], pinned: [], interrupted: false });
      replayed(format, seed, messages, counts);
    }
    assert.ok(counts.cut > counts.calls / 5, JSON.stringify(counts));
    assert.ok(counts.moved < counts.cut * 0.6, JSON.stringify(counts));
    assert.ok(counts.refused < counts.calls / 5, JSON.stringify(counts));
  });
}

/** Makes each request of a transcript, and checks it. */
function replayed(format, seed, messages, counts) {
  const calls = callsAt(messages);
  const floors = calls.map((count) => roomForFloor(messages.slice(0, count)));
  const beside = format in LISTS ? fit(format, written(format, messages.slice(0, calls[0]), undefined, messages), { maxTokens: ROOMY }).tokens : 0;
  const maxTokens = Math.max(Math.floor(estimateTokens(messages) * shareOf(seed)), ...floors) + beside;
  let [memory, before] = [null, null];
  for (const [at, count] of calls.entries()) {
    const where = `seed ${seed}, call ${at}`;
    const given = written(format, messages.slice(0, count), undefined, messages);
    const alone = fitOrNull(format, given, { maxTokens });
    counts.calls += 1;
    if (alone === null) {
      counts.refused += 1;
      [memory, before] = [null, null];
      continue;
    }
    const list = listOf(format, outOf(alone));
    const remembering = fit(format, given, { maxTokens, memory });
    if (memory !== null || at === 0) assert.deepEqual(outOf(remembering), outOf(alone), `${where}: with a memory`);
    assert.equal(remembering.memoryNote, null, where);
    const reports = [alone, remembering].map(({ reduction }) => [reduction?.removed, reduction?.shortened]);
    assert.equal(noteTotal(reports), 0, `${where}: a report has a note that the list never held`);
    assert.ok(alone.tokens <= maxTokens, `${where}: ${alone.tokens} of ${maxTokens}`);
    // Bedrock joins a note to the user's words beside it: then neither it nor the words behind it take four tokens of a message.
    const notes = format === "bedrock" ? noteTotal(outOf(alone)) : 0;
    const afresh = fit(format, outOf(alone), { maxTokens: ROOMY }).tokens;
    // Words for a picture are a part of their own, which the format joins to the text beside them by a line break.
    const breaks = [...JSON.stringify(outOf(alone)).matchAll(/\\n\[image: |\[image: [^\]]*\]\\n/g)].length;
    assert.ok(afresh <= alone.tokens + breaks && afresh >= alone.tokens - 8 * notes, `${where}: ${afresh} counted afresh, not ${alone.tokens}`);
    assert.deepEqual(outOf(fit(format, outOf(alone), { maxTokens })), outOf(alone), `${where}: the second time nothing changes`);
    if (format in LISTS) assert.equal(objection(format, outOf(alone)), null, where);
    const isMoved = before !== null && !continues(list, before);
    if (isMoved) assert.notEqual(remembering.reduction, null, `${where}: the cut moved before the window was full`);
    counts.cut += Number(alone.reduction !== null);
    counts.moved += Number(isMoved);
    [memory, before] = [stored(remembering.memory), list];
  }
}
