// Measures the request of any library.

import { ConversationManager, estimateTokens } from "backscroll";
import { ASKED } from "../ways/way.mjs";

/**
 * @param {import("../../../tests/support/judges.mjs").Target} target
 * @param {object} body
 * @param {import("backscroll").Estimator} [estimator] default: the package's own
 * @returns {number} tokens of the messages and the system prompt, for the model of the target
 */
export function sizeOf(target, { messages, system }, estimator = "script") {
  const conversation = ConversationManager.from(target, system === undefined ? { messages } : { messages, system });
  try {
    return estimateTokens(conversation.messages, { ...ASKED[target], estimator });
  } finally {
    conversation.dispose();
  }
}
