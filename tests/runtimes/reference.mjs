// The answer of the Node that runs this program: the reference for all runtimes, so its content is checked.

import assert from "node:assert/strict";
import { projectOf } from "./project.mjs";
import { runtime as node } from "./runtimes/node.mjs";

const CODE = /^[a-z-]+/;

/** Returns the answer that all others must equal. */
export async function referenceOf(tarballs) {
  const answer = await node.ways.ESM(await projectOf(node.project, tarballs));
  assertRight(JSON.parse(answer));
  return answer;
}

/** Fails unless the answer shows a reduction, a repair and a restored conversation: runtimes that all fail alike would answer the same. */
function assertRight({ prepared, reduction, written, restoredIsSame, sanitized, refused, streamed, counted }) {
  assert.ok(reduction.removed.length > 0 && reduction.tokensAfter < reduction.tokensBefore, "the conversation is shortened");
  assert.ok(prepared.tokens > 0, "the request is counted");
  assert.equal(written.length, 6, "each target has a body");
  assert.equal(written[0].text, prepared.body, "what is prepared is what is written");
  for (const { target, text, repairs } of written) {
    assert.match(text, /You are a travel assistant\..*Day 12: wohin gehen wir\? 今日はどこへ行きますか。.*🧭.*And now\? \ufffd.*Never mind\./s, target);
    assert.ok(codesOf(repairs).includes("missing-result-added"), `${target}: the open call is given a result`);
  }
  assert.deepEqual(restoredIsSame, written.map(() => true), "a restored conversation writes the same");
  assert.deepEqual(codesOf(sanitized.repairs).sort(), ["missing-result-added", "orphan-result-dropped"], "the repairs of a foreign body");
  const messages = sanitized.body.messages.map(({ role, tool_call_id }) => tool_call_id ?? role);
  assert.deepEqual(messages, ["user", "assistant", "c1", "user"], "the foreign body, repaired");
  assert.deepEqual(refused.slice(0, 2), [true, "invalid-argument"], "a ConversationError, and its code");
  assert.deepEqual(streamed.texts, ["Es ist zwölf ", "Es ist zwölf Uhr 🕛."], "the text of a stream grows");
  assert.deepEqual(streamed.told.map(([end, text, leftOut]) => [end, text, leftOut.length]), [["complete", "Es ist zwölf Uhr 🕛.", 0], ["broken", "Moment, 少々", 1]], "streams, whole and cut");
  assert.deepEqual([streamed.error, streamed.busy], [[true, "stream-broken"], false], "a ConversationError, and the end of the run");
  assert.equal(counted, 35, "the tokens that tiktoken counts");
}

const codesOf = (repairs) => repairs.map((repair) => CODE.exec(repair)[0]);
