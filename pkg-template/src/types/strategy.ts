// The public types of strategies: what one is, what those of the package take, and how a model is asked for a summary.

import type { Message } from "./message.js";
import type { ReduceCallback } from "./reduction.js";

/**
 * Asks a model for a summary. What it throws fails the reduction, or only its step (`fitBudget`, `chain`), whose older messages then go
 * without a summary: the request's `repairs` hold a `reduction-step-failed` with the cause.
 *
 * @example
 * const summarize: Summarize = async ({ system, prompt, maxTokens, signal }) => {
 *   const reply = await client.chat.completions.create(
 *     { model, max_completion_tokens: maxTokens, messages: [{ role: "system", content: system }, { role: "user", content: prompt }] },
 *     { signal },
 *   );
 *   return reply.choices[0]?.message.content ?? "";
 * };
 */
export type Summarize = (request: {
  /** What the model is to do. */
  system: string;
  /** The messages as text, a line a message (`role: content`, calls rendered). */
  prompt: string;
  /** The same messages as data. */
  messages: Message[];
  /** Tokens that the summary is to keep to. */
  maxTokens: number;
  /** 0.2, for a model that samples: a summary is to say what is there. Reasoning models refuse a temperature, so leave it out for them. */
  temperature: number;
  /** Aborted when nobody waits for the summary any more. */
  signal?: AbortSignal;
}) => string | Promise<string>;

/**
 * Options of strategies that ask for summaries.
 *
 * @example
 * const reduce = fitBudget({ summarize, summaryTokens: 500, maxPromptTokens: 32_000 });
 */
export interface SummaryPromptOptions {
  /** Tokens that a summary is asked to keep to; one of more than twice as many is refused. Default: an eighth of the window, 1,000 at most. */
  summaryTokens?: number;
  /** Tokens that one request to the summariser may take; a longer span goes in pieces. Default: as many as the conversation's own request. */
  maxPromptTokens?: number;
}

/**
 * Options of `fitBudget`.
 *
 * @example
 * const options: FitBudgetOptions = { keepTurns: 2, summarize, hold: 0.9, jump: 0.5 };
 */
export interface FitBudgetOptions extends SummaryPromptOptions {
  /** Turns that go last, the current one included; 1 or more. Default 1. */
  keepTurns?: number;
  /** Makes summaries of the oldest turns, before any turn is dropped. */
  summarize?: Summarize;
  /** Share of the target up to which the history is left alone, above 0 and at most 1. Default 1. */
  hold?: number;
  /** Share of the target to get down to once something has to go, above 0 and at most `hold`. Default 0.7. */
  jump?: number;
  /** What the summariser is told to do. */
  systemPrompt?: string;
}

/**
 * Options of `slidingWindow`.
 *
 * @example
 * const options: SlidingWindowOptions = { windowSize: 60, pinFirst: 1 };
 */
export interface SlidingWindowOptions {
  /** Messages in the window, the system prompt not counted. Default 40. */
  windowSize?: number;
  /** Whether long tool results may be shortened. Default true. */
  shouldTruncateResults?: boolean;
  /** Messages at the start that stay for good. Default 0. */
  pinFirst?: number;
}

/**
 * Options of `summarizing`.
 *
 * @example
 * const options: SummarizingOptions = { summarize, summaryRatio: 0.5, preserveRecentMessages: 6 };
 */
export interface SummarizingOptions extends SummaryPromptOptions {
  /** Asks a model for the summary. */
  summarize: Summarize;
  /** The oldest share of the messages that becomes a summary, from 0.1 to 0.8. Default 0.3. */
  summaryRatio?: number;
  /** The newest messages that do not. Default 10. */
  preserveRecentMessages?: number;
  /** What the summariser is told to do. */
  systemPrompt?: string;
  /** Messages at the start that stay for good. Default 0. */
  pinFirst?: number;
}

/**
 * Options of `compacting`. A summary is asked to keep to 500 tokens, unless said.
 *
 * @example
 * const options: CompactingOptions = { summarize, maxTokens: 20_000, recentKeep: 10 };
 */
export interface CompactingOptions extends SummaryPromptOptions {
  /** Asks a model for the summary. */
  summarize: Summarize;
  /** Tokens by the estimator `"bytes/3"` that the history may take. Default 12,000. */
  maxTokens?: number;
  /** The newest messages that stay. Default 6. */
  recentKeep?: number;
}

/**
 * A strategy with a name.
 *
 * @example
 * const lastTwo: Reducer = { name: "last-two", reduce: ({ draft }) => draft.keepRecentTurns(2) > 0 };
 */
export interface Reducer {
  /** What it is called in reports, of a `chain` above all. */
  readonly name: string;
  /**
   * Whether `prepare` shall ask it although the request fits: `tokens` is the size of the history, `room` what it may take. What it does
   * then is best effort. Without this it is asked only when the request does not fit, or by `proactiveCompression`.
   */
  isDue?(size: {
    /** Size of the history in tokens. */
    tokens: number;
    /** Tokens that the history may take. */
    room: number;
  }): boolean;
  /** Makes the history shorter. */
  reduce: ReduceCallback;
}
