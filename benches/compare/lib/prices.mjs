// Prices of input, and the bill of requests at them.

import { ConversationManager } from "backscroll";

/** @typedef {{ cachedInput: number, cacheWrite: number }} Price US dollars for a million tokens: those that the cache serves, and all others */

/** Returns the list prices of a model, as the bill of a conversation shows them. @returns {Price} */
export function priceOf(model) {
  const conversation = new ConversationManager();
  const million = { input: 2_000_000, cachedInput: 1_000_000, cacheWrite: 1_000_000 };
  conversation.addMessage({ role: "assistant", content: "", model, tokens: million });
  const { kinds } = conversation.cost();
  conversation.dispose();
  return kinds;
}

/** Returns the bill of requests in US dollars. @param {{ sent: number, served: number }[]} requests @param {Price} price */
export function billOf(requests, { cachedInput, cacheWrite }) {
  return requests.reduce((sum, { sent, served }) => sum + served * cachedInput + (sent - served) * cacheWrite, 0) / 1e6;
}
