// The error of two writers.

import { ConversationError } from "../index.js";

/** The error of a writer whose revision is not the newest. */
export function conflict(threadId: string, expected: string | null, what = "another writer has changed it"): ConversationError {
  const message = `The thread ${JSON.stringify(threadId)} is not at revision ${String(expected)} any more: ${what}. Load it again, or let \`persist\` merge.`;
  return new ConversationError("store-conflict", message, { details: { threadId, expected } });
}
