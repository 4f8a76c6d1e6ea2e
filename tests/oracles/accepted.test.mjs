// I10, no harm: what a provider answered with 200 comes back as it was, and is still accepted when it is read and written anew.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize } from "backscroll";
import { TARGETS, objection } from "../support/judges.mjs";
import { acceptedRequests } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

/** The oracle and the strict provider know recorded requests too; of these the strict provider has to be told what their models tolerate. */
const OPTIONS = { "openai-chat": {}, anthropic: { allowPrefill: true } };

for (const target of TARGETS) {
  const { rows, absence } = acceptedRequests(target);

  describe(`${target}: ${rows.length || "no"} recorded requests that were answered with 200`, () => {
    test("come back from `sanitize` without a repair, equal and in the same order of fields", { skip: absence }, () => {
      for (const { id, request } of rows) {
        const { body, repairs } = sanitize(target, request);
        assert.deepEqual(repairs, [], id);
        assert.deepEqual(body, request, id);
        assert.equal(JSON.stringify(body), JSON.stringify(request), id);
      }
    });

    test("are accepted by the strict provider after being read and written anew, and mended no further", { skip: absence }, () => {
      for (const { id, request } of rows) {
        const { body } = rewritten(target, request);
        assert.equal(objection(target, body, OPTIONS[target]), null, id);
        const again = sanitize(target, body);
        assert.deepEqual(again.repairs, [], id);
        assert.deepEqual(again.body, body, id);
      }
    });

    test("are accepted by the oracle after being read and written anew", async (context) => {
      if (absence) return context.skip(absence);
      const oracle = oracleAvailable();
      if (!oracle.available) return context.skip(oracle.reason);
      const { valid, total, output } = await judge(target, rows.map(({ request }) => rewritten(target, request).body));
      assert.equal(valid, total, output);
    });
  });
}

/** Through a conversation and back, with everything beside the messages as params. */
function rewritten(target, { messages, system, ...params }) {
  const conversation = ConversationManager.from(target, system === undefined ? { messages } : { messages, system });
  try {
    return conversation.toRequest(target, params);
  } finally {
    conversation.dispose();
  }
}
