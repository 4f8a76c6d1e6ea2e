// The public types of a reduction: what is asked, what may be edited, what was done.

import type { Message, MessageInit, Repair } from "./message-types.js";

/**
 * Makes the history shorter, by editing `context.draft` or by returning the new history. It may be async, and may call any
 * method of the conversation.
 *
 * @example
 * const reduce: ReduceCallback = ({ draft }) => draft.keepRecentTurns(4) > 0;
 */
export type ReduceCallback = (context: ReduceContext) => ReduceResult | Promise<ReduceResult>;

/** An array: the new history (messages are matched by id; new ones may be put in). `true` or nothing: apply the draft. `false`: discard it. */
export type ReduceResult = MessageInit[] | boolean | void;

/** What a reduction starts from. */
export interface ReduceContext {
  /** Set: the model refused the request as too long, with this error. Unset: over the window or the threshold, or the strategy was due. */
  readonly error?: unknown;
  /** What was given to `recover` as `model`. */
  readonly model?: unknown;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
  /** The history, copied when first read. The copy may be edited and returned. */
  readonly messages: Message[];
  /** Collects edits; applied together, or not at all. */
  readonly draft: HistoryDraft;
  /** Tokens that the history may take, to compare `draft.tokens` with: what `params` take is off already. Null when there is no limit. */
  readonly targetTokens: number | null;
}

/**
 * A proposal to make the history shorter. Edits are collected, checked and applied together when the reduction ends, or not at
 * all. No operation splits a call from its results. Counts are messages unless said. Used after its reduction has ended it throws
 * `stale-plan`.
 *
 * @example
 * const reduce = ({ draft, targetTokens }) => {
 *   draft.clearToolResults({ keep: 5 });
 *   if (targetTokens !== null && draft.tokens > targetTokens) draft.keepRecentTurns(8);
 * };
 */
export interface HistoryDraft {
  /** Size of the next request in tokens, were the draft applied. */
  readonly tokens: number;
  /** A turn is a user message and what follows up to the next one. */
  readonly turnCount: number;
  /** Drops all but the newest turns. Returns how many messages go. */
  keepRecentTurns(turns: number): number;
  /** Drops all but the newest messages; the cut moves to where it splits nothing. Returns how many messages go. */
  keepRecentMessages(count: number): number;
  /** Drops messages, with the results of their calls. Returns how many go. An unknown id is `invalid-argument`. */
  remove(messageIds: string[]): number;
  /**
   * Keeps the first `head` and last `tail` characters (200 each) of results that are longer than `longerThan` (head + tail + 50), and with
   * `media` a line in place of pictures, sound, documents and parts that are not modelled. All of them; or, given an `order`, beginning
   * with the `"oldest"` or the `"largest"` and only until `targetTokens` of the context is met. Returns how many results changed.
   */
  shortenToolResults(options?: { longerThan?: number; head?: number; tail?: number; media?: boolean; order?: "oldest" | "largest" }): number;
  /** Replaces the content of all but the newest `keep` (3) results by `placeholder` ("[result cleared]"). Returns how many results changed. */
  clearToolResults(options?: { keep?: number; placeholder?: string; exclude?: string[] }): number;
  /** Puts a summary in place of everything up to and including this message. Returns how many messages go. */
  summarize(throughMessageId: string, summary: string): number;
}

/** What a reduction did. */
export interface Reduction {
  reduced: boolean;
  tokensBefore: number;
  tokensAfter: number;
  /** What went, whole, in order: keep it if you want the full transcript. */
  removed: Message[];
  /** Shortened or cleared in place. */
  shortened: { messageId: string; tokensBefore: number; tokensAfter: number; original: Message }[];
  summary: Message | null;
  /** Index of the first message that differs from before: all ahead of it can still come from a prompt cache. Null: none differs. */
  firstChangedIndex: number | null;
  repairs: Repair[];
  /**
   * How it was done, in order: what each step was, how many messages it removed or changed, and the size of the history then (with an
   * estimator function, about that size, for it is asked afterwards). Steps are `drop-orphans`, `clear-results`, `shorten-results`,
   * `shorten-newest-results`, `summarize`, `drop-turns`, `drop-rounds`, `cut-results`, `drop-summary`, `drop-question`, `slide-window`,
   * `keep-recent-turns`, `keep-recent-messages`, `remove` and `replace`.
   */
  steps: { name: string; messages: number; tokensAfter: number }[];
}
