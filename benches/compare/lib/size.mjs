// Measures the request of any library.

import { ConversationManager } from "backscroll";

/**
 * @param {import("../../../tests/support/judges.mjs").Target} target
 * @param {object} body
 * @returns {number} tokens of the messages and the system prompt, by the estimator of the package
 */
export function sizeOf(target, { messages, system }) {
  const conversation = ConversationManager.from(target, system === undefined ? { messages } : { messages, system });
  try {
    return conversation.contextTokens;
  } finally {
    conversation.dispose();
  }
}
