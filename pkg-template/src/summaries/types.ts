// The types of `backscroll/summaries`.

import type { Reducer, Summarize, SummaryPromptOptions, WrittenRequest } from "../index.js";

/**
 * Asks a model for a summary, by a ready request or by the text.
 *
 * @example
 * const summarize: SummarizeOnCache = async ({ request, maxTokens, signal }) =>
 *   request === null ? ask(smallModel, maxTokens) : textOf(await client.messages.create(request.body, { signal }));
 */
export type SummarizeOnCache = (
  given: Parameters<Summarize>[0] & {
    /** The last request, with one instruction in place of what followed it; null if no such request can be made: then send the text. */
    request: WrittenRequest | null;
  },
) => string | Promise<string>;

/**
 * Options of `onCache`.
 *
 * @example
 * const options: OnCacheOptions = { instruction: "Summarise the conversation up to here as a list of decisions. Call no tools." };
 */
export interface OnCacheOptions {
  /**
   * The instruction. Two sentences follow it: the last message to summarize, and the length. Default: an instruction to summarize for an
   * assistant that goes on, and to call no tools.
   */
  instruction?: string;
}

/**
 * Options of `summarizeAhead`.
 *
 * @example
 * const options: SummarizeAheadOptions = { summarize, startAt: 0.6, onFailure: (error) => console.warn(error) };
 */
export interface SummarizeAheadOptions extends SummaryPromptOptions {
  /** Asks a model for the summary. */
  summarize: Summarize;
  /** Share of the room that the history takes when the summary is started, above 0 and below 1. Default 0.7. */
  startAt?: number;
  /**
   * Share of the room to which the summary reduces a full history, above 0 and below 1: the summary covers the rest. Default 0.6.
   */
  reduceTo?: number;
  /** Newest turns that it does not cover, 1 or more. Default 1. */
  keepTurns?: number;
  /** True if a request that does not fit waits for a summary that is running. Default true. */
  wait?: boolean;
  /** The instructions for the model that summarizes. */
  systemPrompt?: string;
  /** Called when a summary fails, or is out of date. Errors that it throws are ignored. */
  onFailure?: (error: unknown) => void;
}

/**
 * A strategy that summarizes in the background.
 *
 * @example
 * const reduce: AheadReducer = summarizeAhead(fitBudget(), { summarize });
 * context.waitUntil(reduce.running());
 */
export interface AheadReducer extends Reducer {
  /** Resolves when no summary is running. Never rejects. */
  running(): Promise<void>;
}
