// What the model reported of its input, and what reductions have taken from under that since.

import type { Message } from "@strands-agents/sdk";
import { type Message as Neutral, type TokenUsage, estimateTokens } from "../index.js";

/**
 * The SDK projects the next request from the usage that stands with the newest answer, and a reduction does not change that: until
 * the model answers again, the projection is too high by all that went.
 */
export class Reports {
  /** Tokens of the history up to and with this message, by now. */
  readonly #sizes = new WeakMap<Message, number>();

  /** Whether a reduction has changed what the newest report holds for. */
  isOutdated(messages: readonly Message[]): boolean {
    const newest = this.#newest(messages);
    return newest !== undefined && this.#sizes.has(newest);
  }

  /** Notes what the newest report holds for now: `after` says the same as `messages`, and takes `tokens`. */
  correct(messages: readonly Message[], after: readonly Neutral[], tokens: number): void {
    const newest = this.#newest(messages);
    if (newest === undefined) return;
    const at = after.map(({ tokens: reported }) => reported !== undefined).lastIndexOf(true);
    this.#sizes.set(newest, Math.max(0, tokens - estimateTokens(after.slice(at + 1))));
  }

  /** What was reported with this message, as it holds now. */
  of(message: Message): TokenUsage | undefined {
    const usage = message.role === "assistant" ? message.metadata?.usage : undefined;
    if (usage === undefined) return undefined;
    const { inputTokens, outputTokens, totalTokens, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
    if (![inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens].every(isCount)) return undefined;
    // Some providers count cached input in, others beside; the total tells, but for Anthropic's, of which the SDK leaves it out. There
    // it shows when more was cached than is counted.
    const cached = cacheReadInputTokens + cacheWriteInputTokens;
    const isWhole = inputTokens + outputTokens === totalTokens && cached <= inputTokens;
    const reported = isWhole ? inputTokens : inputTokens + cached;
    const size = this.#sizes.get(message);
    const input = size === undefined ? reported : Math.max(0, size - outputTokens);
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
