// What a provider's prompt cache can serve: the parts from the start of a request that are the same as in the request before it.

import { estimateTokens } from "backscroll";

/** What input from the cache costs, as a share of what other input does. */
export const CACHED_PRICE = 0.1;

const known = new Map();

/** The cache of one conversation. */
export class PromptCache {
  #held = [];

  /**
   * Whole parts only: the tools, the system prompt, each message. Providers also ask for a least length, and forget; that is left out.
   *
   * @param {object} body a request of any provider
   * @returns {{ sent: number, served: number, isMoved: boolean }} tokens by the estimator of the package; `isMoved` where the request does not
   *   begin as the whole of the last one did
   */
  take({ tools, toolConfig = tools, system, systemInstruction = system, instructions = systemInstruction, messages, contents = messages, input = contents }) {
    const parts = [toolConfig, instructions, ...input].map((part) => (part === undefined ? "" : JSON.stringify(part)));
    const first = parts.findIndex((part, index) => part !== this.#held[index]);
    const isMoved = first !== -1 && first < this.#held.length;
    this.#held = parts;
    const served = first === -1 ? parts : parts.slice(0, first);
    return { sent: sum(parts), served: sum(served), isMoved };
  }
}

function sum(parts) {
  return parts.reduce((total, part) => total + cost(part), 0);
}

function cost(part) {
  if (part === "") return 0;
  if (!known.has(part)) known.set(part, estimateTokens(part));
  return known.get(part);
}
