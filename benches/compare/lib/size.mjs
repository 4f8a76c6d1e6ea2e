// Measures the request of any library.

import { ConversationManager } from "backscroll";

/**
 * @param {import("../../../tests/support/judges.mjs").Target} target
 * @param {object} body
 * @param {import("backscroll").Estimator} [estimator] default: the package's own
 * @returns {number} tokens of the messages and the system prompt
 */
export function sizeOf(target, { messages, system }, estimator = "script") {
  const conversation = ConversationManager.from(target, system === undefined ? { messages } : { messages, system }, { estimator });
  try {
    return conversation.contextTokens;
  } finally {
    conversation.dispose();
  }
}
