// What the model reported of its input, and whether that is of the messages as they are.

import type { Message } from "@strands-agents/sdk";
import type { TokenUsage } from "../index.js";

/**
 * The SDK projects the next request from the usage that stands with the newest answer, and a reduction does not change that: until
 * the model answers again, the projection is too high by all that went.
 */
export class Reports {
  /** Answers whose report is of messages that a reduction has changed since. */
  readonly #outdated = new WeakSet<Message>();

  /** Whether a reduction has changed what the newest report is of. */
  isOutdated(messages: readonly Message[]): boolean {
    const newest = this.#newest(messages);
    return newest !== undefined && this.#outdated.has(newest);
  }

  /** Notes that a reduction has changed what the newest report is of. */
  outdate(messages: readonly Message[]): void {
    const newest = this.#newest(messages);
    if (newest !== undefined) this.#outdated.add(newest);
  }

  /** What was reported with this message. It was spent; the size of the messages is estimated. */
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
    return { input, output: outputTokens, ...(cacheReadInputTokens > 0 && { cachedInput: Math.min(cacheReadInputTokens, input) }) };
  }

  /** The newest answer that holds a report: the one that the SDK projects from. */
  #newest(messages: readonly Message[]): Message | undefined {
    return messages.filter((message) => this.of(message) !== undefined).at(-1);
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
