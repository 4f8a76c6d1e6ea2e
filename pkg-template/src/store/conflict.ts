// The errors of two writers, and of damaged data.

import { ConversationError } from "../index.js";
import type { Damage } from "../index.js";

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

/** The error of a thread with a damaged entry, which it names. */
export function damagedThread(threadId: string, damage: Damage): ConversationError {
  const what = `${damage.revision === null ? "" : `${damage.revision}: `}${damage.detail}`;
  const message = `The stored thread ${JSON.stringify(threadId)} is corrupt: ${what}. \`salvage\` of backscroll/store returns what is whole.`;
  return new ConversationError("invalid-snapshot", message, { details: { threadId, damage } });
}
