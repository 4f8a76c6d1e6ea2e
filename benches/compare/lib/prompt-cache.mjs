// Simulates a provider's prompt cache, which serves the leading parts that a request shares with the request before it.

import { estimateTokens } from "backscroll";

/** The price of cached input, as a share of the price of other input. */
export const CACHED_PRICE = 0.1;

const known = new Map();

/** The cache of one conversation. */
export class PromptCache {
  #held = [];

  /**
   * Counts whole parts only: the tools, the system prompt, each message. The minimum length and the expiry of real caches are not simulated.
   *
   * @param {object} body a request of any provider
   * @param {number} added the number of its last parts that are new
   * @returns {{ sent: number, served: number, rewritten: number, isMoved: boolean }} tokens by the estimator of the package; `rewritten` those
   * that are neither served nor new, `isMoved` where the previous request is not a prefix of this one
   */
  take(
    {
      tools,
      toolConfig = tools,
      system,
      systemInstruction = system,
      instructions = systemInstruction,
      messages,
      contents = messages,
      input = contents,
    },
    added = 0,
  ) {
    const parts = [toolConfig, instructions, ...input].map((part) => (part === undefined ? "" : JSON.stringify(part)));
    const first = parts.findIndex((part, index) => part !== this.#held[index]);
    const shared = first === -1 ? parts : parts.slice(0, first);
    const isMoved = shared.length < this.#held.length;
    this.#held = parts;
    const rewritten = sum(parts.slice(shared.length, Math.max(shared.length, parts.length - added)));
    return { sent: sum(parts), served: sum(shared), rewritten, isMoved };
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
