// The public types of a reduction: its context, its draft, its report.

import type { Message, MessageInit } from "./message.js";
import type { Repair } from "./repair.js";

/**
 * Makes the history smaller: edits `context.draft`, or returns the new history. It may be async, and may call any method of the
 * conversation.
 *
 * @example
 * const reduce: ReduceCallback = ({ draft }) => draft.keepRecentTurns(4) > 0;
 */
export type ReduceCallback = (context: ReduceContext) => ReduceResult | Promise<ReduceResult>;

/**
 * The result of a reduction. An array is the new history: messages are matched by id, and new messages may be added. `true` or nothing
 * applies the draft. `false` discards it.
 *
 * @example
 * const dropSmallTalk = ({ messages }: ReduceContext): ReduceResult => messages.filter(({ content }) => content !== "Thanks!");
 */
export type ReduceResult = MessageInit[] | boolean | void;

/**
 * The input of a reduction.
 *
 * @example
 * const reduce = ({ draft, maxTokens, error }: ReduceContext) => {
 *   if (error !== undefined) draft.shortenToolResults(); // the model refused the request
 *   return maxTokens === null || draft.tokens <= maxTokens || draft.keepRecentTurns(4) > 0;
 * };
 */
export interface ReduceContext {
  /**
   * The error with which a provider refused the request as too long. Unset when the history exceeds the window or the threshold, or the
   * strategy was due.
   */
  readonly error?: unknown;
  /** The `model` that you gave to `recover`; only the strategy uses it. */
  readonly model?: unknown;
  /** Aborted when the result is no longer needed. */
  readonly signal?: AbortSignal;
  /** A copy of the history, made when first read. You may edit and return it. */
  readonly messages: Message[];
  /** Collects edits; applied together, or not at all. */
  readonly draft: HistoryDraft;
  /** Tokens that the history may take, for comparison with `draft.tokens`; the tokens of `params` are already subtracted. Null without a limit. */
  readonly maxTokens: number | null;
  /**
   * The former name of `maxTokens`.
   *
   * @deprecated Use `maxTokens`.
   */
  readonly targetTokens: number | null;
  /** True when the provider's cache has expired (`cacheTtl`): a reduction then costs nothing extra. */
  readonly isCold?: boolean;
}

/**
 * A proposal to make the history smaller. Edits are collected, checked and applied together when the reduction ends, or not at all. No edit
 * separates a call from its results. Counts are numbers of messages unless stated. After its reduction, a draft throws `stale-plan`.
 *
 * @example
 * const reduce = ({ draft, maxTokens }: ReduceContext) => {
 *   draft.clearToolResults({ keep: 5 });
 *   if (maxTokens !== null && draft.tokens > maxTokens) draft.keepRecentTurns(8);
 * };
 */
export interface HistoryDraft {
  /** Size of the next request in tokens if the draft is applied, without `params`. */
  readonly tokens: number;
  /** Number of turns. A turn is a user message and everything up to the next one. */
  readonly turnCount: number;
  /** Drops all but the newest turns. Returns the number of dropped messages. */
  keepRecentTurns(turns: number): number;
  /** Drops all but the newest messages; the cut moves to the nearest place that splits no unit. Returns the number of dropped messages. */
  keepRecentMessages(count: number): number;
  /** Drops messages, with the results of their calls. Returns the number of dropped messages. An unknown id is `invalid-argument`. */
  remove(messageIds: string[]): number;
  /**
   * Keeps the first `head` and last `tail` characters (200 each) of results that are longer than `longerThan` (head + tail + 50). With
   * `media`, also replaces images, audio, documents and unmodelled parts by a line of text. Shortens all results or, with an `order`, the
   * `"oldest"` or the `"largest"` first, until the context's `maxTokens` are reached. Returns the number of changed results.
   */
  shortenToolResults(options?: {
    /** Results with more characters are shortened. Default: `head` + `tail` + 50. */
    longerThan?: number;
    /** Characters to keep at the start. Default 200. */
    head?: number;
    /** Characters to keep at the end. Default 200. */
    tail?: number;
    /** Replaces content other than text by a line that names it. Default false. */
    media?: boolean;
    /** The results to shorten first, until enough are shortened. Default: all are shortened. */
    order?: "oldest" | "largest";
  }): number;
  /** Replaces the content of all but the newest `keep` (3) results by `placeholder` ("[result cleared]"). Returns the number of changed results. */
  clearToolResults(options?: {
    /** Newest results to keep. Default 3. */
    keep?: number;
    /** The new content. Default "[result cleared]". */
    placeholder?: string;
    /** Names of tools whose results are kept. Default: none. */
    exclude?: string[];
  }): number;
  /** Replaces everything up to and including this message by a summary. Returns the number of removed messages. */
  summarize(throughMessageId: string, summary: string): number;
}

/**
 * The kinds of steps of a reduction. A round is a message with calls, and their results.
 *
 * @example
 * const isDropped = (step: StepName) => step.startsWith("drop-");
 */
export type StepName =
  | "drop-orphans"
  | "clear-results"
  | "drop-pictures"
  | "shorten-results"
  | "shorten-messages"
  | "shorten-newest-results"
  | "summarize"
  | "drop-messages"
  | "note-gaps"
  | "drop-turns"
  | "drop-rounds"
  | "cut-results"
  | "drop-summary"
  | "drop-notes"
  | "drop-question"
  | "slide-window"
  | "keep-recent-turns"
  | "keep-recent-messages"
  | "remove"
  | "replace"
  | "compaction";

/**
 * The report of a reduction. Sizes are tokens of the next request without `params`; `fit` with `once` counts whole requests.
 *
 * @example
 * const onReduce = ({ tokensBefore, tokensAfter, removed }: Reduction) =>
 *   console.log(`${tokensBefore} tokens became ${tokensAfter}; ${removed.length} messages went`);
 */
export interface Reduction {
  /** True when anything was removed or changed. */
  reduced: boolean;
  /** Size of the history before, in tokens. */
  tokensBefore: number;
  /** Size of the history after, in tokens. */
  tokensAfter: number;
  /** The removed messages, complete and in order. The `transcript` of a conversation keeps them too. */
  removed: Message[];
  /** Messages that were shortened or cleared in place. */
  shortened: {
    /** The id of the message, which is still in the history. */
    messageId: string;
    /** Size of the message before, in tokens. */
    tokensBefore: number;
    /** Size of the message after, in tokens. */
    tokensAfter: number;
    /** The complete message before. */
    original: Message;
  }[];
  /** The summary that replaces removed messages; null when there is none. */
  summary: Message | null;
  /** Index of the first changed message; a prompt cache can still serve everything before it. Null: none changed. */
  firstChangedIndex: number | null;
  /** Repairs that kept the history valid, such as `protected-message-kept`. */
  repairs: Repair[];
  /** The steps, in order. */
  steps: {
    /** The kind of step. */
    name: StepName;
    /** Number of messages that it removed or changed. */
    messages: number;
    /**
     * Size of the history after the step, in tokens; approximate if `estimator` is a function, which is called only after the reduction.
     */
    tokensAfter: number;
  }[];
  /**
   * Why a reduction by need kept or removed each message, in order. The entry of a message with calls covers their results, except results
   * with an own entry, about which a policy decided. Other reductions, and those that only had to clear results, list only the decisions of
   * policies. Empty after a restart. Messages that a summary replaced have no entry.
   */
  choices: {
    /** The id of the message. */
    messageId: string;
    /** See `ChoiceReason`. */
    why: ChoiceReason;
    /** Words for which the message stayed, and which no other kept message held; at most three, the most needed first. */
    words: string[];
  }[];
}

/**
 * Why a reduction by need kept or removed a message, or what your policy (`PolicyOptions`) decided about it.
 *
 * - `"protected"`: it had to stay, as the system prompt or the current request.
 * - `"needed"`: the next steps are likely to need its `words`. Without words, the reason is its role, its age, its content (a rule, a
 *   value, a decision), or a write or failure in it.
 * - `"room"`: it is among the newest messages, and there was room left.
 * - `"unneeded"`: it went, because it is needed less than what stayed.
 * - `"pinned"`: it stayed because it is pinned, by `pin` of the conversation or of the strategy.
 * - `"instructions"`: it stayed because it holds one of the `instructions`.
 * - `"tool-kept"`: the policy for its tool kept it whole.
 * - `"tool-dropped"`: the policy for its tool cleared it.
 * - `"tool-shortened"`: the policy for its tool shortened it.
 * - `"picture-kept"`: it stayed because it holds one of the newest pictures.
 * - `"picture-dropped"`: lines replace its pictures. The message is still there.
 *
 * @example
 * const wentBy = ({ choices }: Reduction, why: ChoiceReason) => choices.filter((choice) => choice.why === why);
 */
export type ChoiceReason =
  | "protected"
  | "needed"
  | "room"
  | "unneeded"
  | "pinned"
  | "instructions"
  | "tool-kept"
  | "tool-dropped"
  | "tool-shortened"
  | "picture-kept"
  | "picture-dropped";
