// backscroll without a conversation: `fit` over the whole list for each call.

import { ConversationManager, estimateTokens, fit } from "backscroll";
import { PARAMS } from "./way.mjs";

/**
 * @param {string} name
 * @param {string} how
 * @param {boolean} remembers true if each call gets the memory of the last one
 * @returns {import("./way.mjs").Way}
 */
export function fitting(name, how, remembers) {
  return { name, how, begin: (target) => new Run(target, remembers) };
}

class Run {
  #target;
  #remembers;
  #memory = null;

  constructor(target, remembers) {
    this.#target = target;
    this.#remembers = remembers;
  }

  async request(history, budget) {
    const params = PARAMS[this.#target];
    const maxTokens = budget + estimateTokens(JSON.stringify(params));
    const { body, memory } = fit(this.#target, written(this.#target, params, history), { maxTokens, memory: this.#memory });
    // A copy, as a database returns it.
    if (this.#remembers) this.#memory = JSON.parse(JSON.stringify(memory));
    return body;
  }
}

/** Returns all rows as one body. */
function written(target, params, history) {
  const conversation = ConversationManager.from("backscroll", history);
  try {
    return conversation.toRequest(target, params).body;
  } finally {
    conversation.dispose();
  }
}
