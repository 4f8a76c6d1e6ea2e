// Recorded histories that are broken at random, by seed, and repaired. The oracles judge all results. Each target has a file of its own, so
// that several run at once. tests/js/requests/mutations-*.test.mjs does the same for the repository's own histories, without recordings.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ownBodies, recordedBodies } from "../support/histories.mjs";
import { TARGETS, objection } from "../support/judges.mjs";
import { brokenBodies } from "../support/mutations/broken.mjs";
import { mended, mendedBody } from "../support/mutations/mended.mjs";
import { recordedConversations } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

const CASES = 5000;
/** Each history is repaired as a body. This many are also repaired through a conversation, for their own target and for others. */
const CONVERSED = 1000;
const { absence } = recordedConversations();

/** @param {import("../support/judges.mjs").Target} target the target of the histories; results are written for other targets, too */
export function testBrokenHistories(target) {
  /** The results, by target. */
  const sendable = Object.fromEntries(TARGETS.map((to) => [to, []]));

  describe(`${target}: ${CASES} broken histories, recorded`, () => {
    const bases = recordedBodies(target).filter((body) => objection(target, body) === null);

    test("the histories are valid before they are broken", { skip: absence }, () => {
      assert.ok(bases.length > 400, `${bases.length} are`);
    });

    test("repaired histories are accepted, need no further repair, and every change is reported", { skip: absence }, () => {
      const problems = [];
      let [count, unsendable] = [0, 0];
      for (const broken of brokenBodies(target, bases, CASES)) {
        const outcomes = broken.seed % (CASES / CONVERSED) === 0 ? mended(target, broken) : [mendedBody(target, broken)];
        for (const { target: to, body, code, problems: found } of outcomes) {
          count += 1;
          if (code === "nothing-to-send") unsendable += 1;
          if (body !== undefined && !isLeftToCaller(to, body)) sendable[to].push(body);
          if (found.length > 0) problems.push(`seed ${broken.seed} (${broken.what}) for ${to}: ${found.slice(0, 3).join("; ")}`);
        }
      }
      assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
      assert.ok(unsendable <= count / 50, `${unsendable} of ${count} have nothing to send`);
    });

    test("the repository's own histories are repaired for the oracle, too", () => {
      const known = sendable[target].length;
      for (const broken of brokenBodies(target, ownBodies(target), CONVERSED / 4)) {
        for (const { target: to, body } of mended(target, broken)) if (body !== undefined && !isLeftToCaller(to, body)) sendable[to].push(body);
      }
      assert.ok(sendable[target].length > known + CONVERSED / 4, `${sendable[target].length} can be sent, ${known} of them recorded`);
    });

    for (const to of TARGETS) {
      test(`the oracle of ${to} accepts all results`, async (context) => {
        const oracle = oracleAvailable(to);
        if (!oracle.available) return context.skip(oracle.reason);
        assert.ok(sendable[to].length > 0);
        const { valid, total, output } = await judge(to, sendable[to]);
        assert.equal(valid, total, output);
      });
    }
  });
}

/**
 * Returns true for a body that the oracle refuses and the named provider accepts: it ends with an assistant message, for a host that
 * continues it, or it holds pictures in results, for a vendor other than OpenAI.
 */
function isLeftToCaller(target, { messages }) {
  if (target === "openai-chat") return messages.some(({ role, content }) => role === "tool" && Array.isArray(content) && content.some(({ type }) => type === "image_url"));
  if (target !== "mistral") return false;
  const { role, prefix, tool_calls: calls } = messages.at(-1);
  return role === "assistant" && prefix !== true && (calls ?? []).length === 0;
}
