// The public types of a reduction: what is asked, what may be edited, what was done.

import type { Message, MessageInit } from "./message.js";
import type { Repair } from "./repair.js";

/**
 * Makes the history shorter, by editing `context.draft` or by returning the new history. It may be async, and may call any
 * method of the conversation.
 *
 * @example
 * const reduce: ReduceCallback = ({ draft }) => draft.keepRecentTurns(4) > 0;
 */
export type ReduceCallback = (context: ReduceContext) => ReduceResult | Promise<ReduceResult>;

/**
 * An array: the new history (messages are matched by id; new ones may be put in). `true` or nothing: apply the draft. `false`: discard it.
 *
 * @example
 * const dropSmallTalk = ({ messages }: ReduceContext): ReduceResult => messages.filter(({ content }) => content !== "Thanks!");
 */
export type ReduceResult = MessageInit[] | boolean | void;

/**
 * What a reduction starts from.
 *
 * @example
 * const reduce = ({ draft, targetTokens, error }: ReduceContext) => {
 *   if (error !== undefined) draft.shortenToolResults(); // the model refused the request
 *   return targetTokens === null || draft.tokens <= targetTokens || draft.keepRecentTurns(4) > 0;
 * };
 */
export interface ReduceContext {
  /** Set: the model refused the request as too long, with this error. Unset: over the window or the threshold, or the strategy was due. */
  readonly error?: unknown;
  /** What was given to `recover` as `model`: for the strategy, which alone looks at it. */
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
  shortenToolResults(options?: {
    /** Characters that a result may have. Default: `head` + `tail` + 50. */
    longerThan?: number;
    /** Characters that stay at the start. Default 200. */
    head?: number;
    /** Characters that stay at the end. Default 200. */
    tail?: number;
    /** Whether what is no text goes, too, and a line that names it is left. Default false. */
    media?: boolean;
    /** Which results come first, when no more than needed are to change. Default: all change. */
    order?: "oldest" | "largest";
  }): number;
  /** Replaces the content of all but the newest `keep` (3) results by `placeholder` ("[result cleared]"). Returns how many results changed. */
  clearToolResults(options?: {
    /** The newest results that stay. Default 3. */
    keep?: number;
    /** What stands in place of the content. Default "[result cleared]". */
    placeholder?: string;
    /** Names of tools whose results stay. Default: none. */
    exclude?: string[];
  }): number;
  /** Puts a summary in place of everything up to and including this message. Returns how many messages go. */
  summarize(throughMessageId: string, summary: string): number;
}

/**
 * The kinds of steps of a reduction.
 *
 * @example
 * const isDropped = (step: StepName) => step.startsWith("drop-");
 */
export type StepName =
  | "drop-orphans"
  | "clear-results"
  | "shorten-results"
  | "shorten-newest-results"
  | "summarize"
  | "drop-turns"
  | "drop-rounds"
  | "cut-results"
  | "drop-summary"
  | "drop-question"
  | "slide-window"
  | "keep-recent-turns"
  | "keep-recent-messages"
  | "remove"
  | "replace";

/**
 * What a reduction did. Sizes are in tokens, those of the next request without `params`; `trim` counts whole requests.
 *
 * @example
 * const onReduce = ({ tokensBefore, tokensAfter, removed }: Reduction) =>
 *   console.log(`${tokensBefore} tokens became ${tokensAfter}; ${removed.length} messages went`);
 */
export interface Reduction {
  /** Whether anything went or was changed. */
  reduced: boolean;
  /** Size of the history before, in tokens. */
  tokensBefore: number;
  /** Size of the history after, in tokens. */
  tokensAfter: number;
  /** What went, whole, in order: keep it if you want the full transcript. */
  removed: Message[];
  /** Shortened or cleared in place. */
  shortened: {
    /** The message, which is in the history still. */
    messageId: string;
    /** Size of the message before, in tokens. */
    tokensBefore: number;
    /** Size of the message now, in tokens. */
    tokensAfter: number;
    /** The message as it was, whole. */
    original: Message;
  }[];
  /** The summary that was put in for what went; null when there is none. */
  summary: Message | null;
  /** Index of the first message that differs from before: all ahead of it can still come from a prompt cache. Null: none differs. */
  firstChangedIndex: number | null;
  /** What was done to keep the history sound, such as `protected-message-kept`. */
  repairs: Repair[];
  /** How it was done, in order. */
  steps: {
    /** The kind of step. */
    name: StepName;
    /** How many messages it removed or changed. */
    messages: number;
    /** Size of the history then, in tokens; with an estimator function, about that size, for it is asked afterwards. */
    tokensAfter: number;
  }[];
}
