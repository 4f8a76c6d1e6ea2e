// The errors of two writers, and of damaged data.

import { ConversationError } from "../index.js";

/** The error of a writer whose revision is not the newest. */
export function conflict(threadId: string, expected: string | null, what = "another writer has changed it"): ConversationError {
  const message = `The thread ${JSON.stringify(threadId)} is not at revision ${String(expected)} any more: ${what}. Load it again, or let \`persist\` merge.`;
  return new ConversationError("store-conflict", message, { details: { threadId, expected } });
}

/** The error of a thread whose data are damaged. */
export function corrupt(threadId: string, what: string, cause?: unknown): ConversationError {
  return new ConversationError("invalid-snapshot", `The stored thread ${JSON.stringify(threadId)} is corrupt: ${what}.`, {
    cause,
    details: { threadId },
  });
}
