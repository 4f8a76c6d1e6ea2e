// backscroll without a conversation: the whole list for each call, made to fit.

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
    // As it comes out of a database.
    if (this.#remembers) this.#memory = JSON.parse(JSON.stringify(memory));
    return body;
  }
}

/** The rows as a body, whole. */
function written(target, params, history) {
  const conversation = ConversationManager.from("backscroll", history);
  try {
    return conversation.toRequest(target, params).body;
  } finally {
    conversation.dispose();
  }
}
