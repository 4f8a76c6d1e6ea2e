// Recorded bodies of Converse that were answered with 200, where they are beside the checkout: read and written anew, they are equal.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { acceptedRequests } from "../support/shared-data.mjs";

const { rows, absence } = acceptedRequests("bedrock");

/** A list of no blocks is no system prompt, and is not written. */
function normalised({ system, ...body }) {
  return system?.length === 0 ? body : { ...body, system };
}

test("a body that is read and written anew is equal, and nothing is repaired", { skip: absence }, () => {
  assert.equal(rows.length, 75);
  for (const { id, request } of rows) {
    const { messages, system, ...params } = request;
    const conversation = ConversationManager.from("bedrock", { messages, system });
    const { body, repairs } = conversation.toRequest("bedrock", params);
    assert.deepEqual([...conversation.lastRepairs, ...repairs], [], id);
    assert.deepEqual(body, normalised(request), id);
    conversation.dispose();
  }
});
