// backscroll: a conversation that grows, and `prepare` before each call.

import { ConversationManager, estimateTokens } from "backscroll";
import { PARAMS } from "./way.mjs";

/**
 * @param {string} name
 * @param {string} how
 * @param {import("backscroll").Reducer} [reduce] default: the package's own
 * @returns {import("./way.mjs").Way}
 */
export function ours(name, how, reduce) {
  return { name, how, begin: (target) => new Run(target, reduce) };
}

class Run {
  #target;
  #reduce;
  #conversation = null;
  #taken = 0;

  constructor(target, reduce) {
    this.#target = target;
    this.#reduce = reduce;
  }

  async request(history, budget) {
    const params = PARAMS[this.#target];
    // The budget is for the messages. The window also holds the params, and nothing is kept free for the answer.
    const tokenLimit = budget + estimateTokens(JSON.stringify(params));
    if (this.#conversation === null) {
      this.#conversation = ConversationManager.from("backscroll", history, {
        tokenLimit,
        reserveTokens: 0,
        ...(this.#reduce && { reduce: this.#reduce }),
      });
    } else {
      for (const message of history.slice(this.#taken)) this.#conversation.addMessage(message);
    }
    this.#taken = history.length;
    return (await this.#conversation.prepare(this.#target, params)).body;
  }

  end() {
    this.#conversation?.dispose();
  }
}
