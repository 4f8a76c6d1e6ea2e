// Usage that the model reported, and the messages that it measures.

import type { Message } from "@strands-agents/sdk";
import type { TokenUsage } from "../index.js";

/**
 * The SDK projects the next request from the usage in the newest answer. A reduction does not change this usage: until the model answers
 * again, the projection still counts the removed messages.
 */
export class Reports {
  /** Answers whose usage counts messages that a reduction has changed since. */
  readonly #outdated = new WeakSet<Message>();

  /** Reports whether a reduction has changed the messages that the newest report counts. */
  isOutdated(messages: readonly Message[]): boolean {
    const newest = this.#newest(messages);
    return newest !== undefined && this.#outdated.has(newest);
  }

  /** Records that a reduction has changed the messages that the newest report counts. */
  outdate(messages: readonly Message[]): void {
    const newest = this.#newest(messages);
    if (newest !== undefined) this.#outdated.add(newest);
  }

  /** The usage that was reported with this message. It counts as spent; the size of the messages is estimated. */
  of(message: Message): TokenUsage | undefined {
    const usage = message.role === "assistant" ? message.metadata?.usage : undefined;
    if (usage === undefined) return undefined;
    const { inputTokens, outputTokens, totalTokens, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
    if (![inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens].every(isCount)) return undefined;
    // Some providers count cached input in, others beside; the total tells, but for Anthropic's, of which the SDK leaves it out. There
    // it shows when more was cached than is counted.
    const cached = cacheReadInputTokens + cacheWriteInputTokens;
    const isWhole = inputTokens + outputTokens === totalTokens && cached <= inputTokens;
    const input = isWhole ? inputTokens : inputTokens + cached;
    return {
      input,
      output: outputTokens,
      ...(cacheReadInputTokens > 0 && { cachedInput: Math.min(cacheReadInputTokens, input) }),
      ...(cacheWriteInputTokens > 0 && { cacheWrite: Math.min(cacheWriteInputTokens, input) }),
    };
  }

  /** The newest answer with a usage report, from which the SDK projects. */
  #newest(messages: readonly Message[]): Message | undefined {
    return messages.filter((message) => this.of(message) !== undefined).at(-1);
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
