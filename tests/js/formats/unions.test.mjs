// Everything that clients declare for the messages of a request comes back from a conversation, and so does everything that a response may
// hold. What another provider cannot take is reported.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isAnswer, wrongInAnswer, wrongInMessages, wrongInRequest } from "../../support/unions/checks.mjs";
import { EXCEPTIONS } from "../../support/unions/exceptions.mjs";
import { unions } from "../../support/unions/index.mjs";

/** Returns what is wrong with each of the talks. */
const wrongs = (format, talks, check) => talks.flatMap((talk) => {
  try {
    const wrong = check(format, talk);
    return wrong === undefined ? [] : [`${talk.label}: ${wrong}`];
  } catch (error) {
    return [`${talk.label}: ${error.message}`];
  }
});

function tests(format, where, talks, check) {
  const rows = EXCEPTIONS.filter((row) => row.format === format && (row.where ?? "request") === where);
  const isRegular = ({ label }) => !rows.some(({ labels }) => labels.test(label));
  for (const member of new Set(talks.map((talk) => talk.member))) {
    const own = talks.filter((talk) => talk.member === member && isRegular(talk));
    test(`${member}: comes back`, () => assert.deepEqual(wrongs(format, own, check), []));
  }
  for (const { labels, why } of rows) {
    test(`except ${labels}: ${why}`, () => {
      const own = talks.filter(({ label }) => labels.test(label));
      assert.equal(wrongs(format, own, check).length, Math.max(own.length, 1));
    });
  }
}

for (const [format, { requests, answers }] of Object.entries(unions())) {
  const isProgram = format.startsWith("ai-sdk");
  describe(`${format}: what its client declares for messages`, () => tests(format, "request", requests, isProgram ? wrongInMessages : wrongInRequest));
  if (isProgram) continue;
  const own = answers.filter((talk) => isAnswer(format, talk));
  describe(`${format}: what its client declares for responses`, () => tests(format, "answer", own, wrongInAnswer));
}
