// The public types of a conversation's options.

import type { ReduceCallback, Reduction } from "./reduction.js";
import type { RequestOptions } from "./request.js";
import type { Reducer } from "./strategy.js";

/**
 * Estimates the tokens of a text. `"script"`, the default, is fitted to the vocabulary of the request's model. `"bytes/3"` divides bytes by
 * three, `"chars/4"` UTF-16 units by four. A function, such as `countTokens` of `backscroll/o200k`, returns a finite number, zero or more.
 * It is called once for each text, when a size is first read, and not when a message is added. When the function throws or returns
 * something else, the call that reads the size throws `estimator-failed`. With `"script"` and functions, the size also includes the tokens
 * that the model counts for messages, calls, tools, reasoning and media.
 *
 * @example
 * const estimator: Estimator = (text) => tokenizer.encode(text).length;
 */
export type Estimator = "script" | "bytes/3" | "chars/4" | ((text: string) => number);

/**
 * Options of a conversation. Numbers of tokens are whole numbers, zero or more; other values and unknown options are
 * `invalid-argument`.
 *
 * @example
 * const options: ConversationOptions = { systemPrompt: "Be brief.", tokenLimit: 128_000, reserveTokens: 4_000 };
 */
export interface ConversationOptions {
  /** The system prompt, which becomes the first message. `""` is a prompt, too. */
  systemPrompt?: string;
  /**
   * The model's context window in tokens, above `reserveTokens`; `"auto"` for the window of each request's model. Default: no limit. The
   * history is reduced until a request takes at most `tokenLimit - reserveTokens`.
   */
  tokenLimit?: number | "auto";
  /**
   * Tokens of the window that are kept free for the answer. `"auto"`, the default, is what the request allows the answer (`max_tokens` and
   * similar fields), but at most half of the window; `reserve-lowered` reports a larger value.
   */
  reserveTokens?: number | "auto";
  /**
   * The strategy that makes the history fit. Default: `fitBudget()`.
   */
  reduce?: Reducer | ReduceCallback;
  /** Reduces before the window is full: with `true`, at 0.7 of the window. A threshold outside (0, 1] is `invalid-argument`. */
  proactiveCompression?:
    | boolean
    | {
        /** Share of the window, above 0 and at most 1. */
        compressionThreshold: number;
      };
  /** Default `"script"`. */
  estimator?: Estimator;
  /** False: sizes do not include the margin for fitted and unknown models. Default true. */
  margin?: boolean;
  /** Called for each reduction that stays applied. An error that it throws reaches the caller, and the reduction still stays applied. */
  onReduce?: (reduction: Reduction) => void;
  /**
   * True, the default: keeps what reductions remove, and the paths that `edit`, `regenerate` and `rewind` leave. False: frees their memory
   * at once. `transcript` then holds only what the history holds, and nothing can be undone.
   */
  transcript?: boolean;
  /**
   * Lifetime of the provider's prompt cache after an answer, in milliseconds, 1 or more: 300,000 for Anthropic's five minutes. Once the
   * cache has expired, a reduction costs nothing extra, so `prepare` reduces earlier: with `fitBudget`, from halfway between `reduceTo`
   * and `reduceAbove` on. Default: expiry is not considered.
   */
  cacheTtl?: number;
  /** Limits of accepted values. Larger values are `too-large` or `too-deep`. */
  limits?: {
    /** Bytes of one message, 1 or more. Default 33,554,432, the largest request of rule AN23. */
    messageBytes?: number;
    /** Levels of nested arrays and objects, 1 or more. Default 128. */
    depth?: number;
  };
}

/**
 * Options of `fromJSON`. An absent option keeps the snapshot's value; functions are in no snapshot.
 *
 * @example
 * const options: RestoreOptions = { reduce: fitBudget(), tokenLimit: 200_000, systemPrompt: "Be brief." };
 */
export interface RestoreOptions extends Omit<ConversationOptions, "systemPrompt" | "tokenLimit" | "margin"> {
  /** Replaces the first message; null for no prompt. */
  systemPrompt?: string | null;
  /** The model's context window in tokens, above `reserveTokens`; `"auto"` for the window of each request's model, null for no limit. */
  tokenLimit?: number | "auto" | null;
}

/**
 * Options of `prepare`. The window and the prompt apply to this request alone.
 *
 * @example
 * const options: PrepareOptions = { tokenLimit: 32_000, reserveTokens: 2_000, systemPrompt: "Answer in one word." };
 */
export interface PrepareOptions extends RequestOptions {
  /**
   * The model's context window in tokens, above `reserveTokens`; `"auto"` for the window of the request's model, null for no limit.
   * Default: the conversation's window.
   */
  tokenLimit?: number | "auto" | null;
  /** Tokens that are kept free for the answer; `"auto"` for what the request allows the answer. Default: the conversation's value. */
  reserveTokens?: number | "auto";
  /** Replaces the conversation's system prompt; null for none. */
  systemPrompt?: string | null;
  /**
   * True: all requests for the target declare the `tools` of the first request, and a message tells the model each change of the list. The
   * provider's prompt cache stays valid, and so does reasoning that the provider accepts only after an unchanged request. Each change is
   * reported (`tools-changed`). Set the option on every request of the conversation. `prepare` adds these messages to the conversation;
   * snapshots keep them, and the declared list.
   *
   * Anthropic gets `tool_addition` and `tool_removal`: send the header `anthropic-beta` with `mid-conversation-tool-changes-2026-07-01` and
   * `inline-tools-2026-09-15`. OpenAI Responses gets `additional_tools`, and a `tool_choice` that allows only the current tools. Kimi K3
   * gets a system message with a `tools` field. If no message can express a change, the list is declared again. The option has no effect
   * for other targets and models, and for a list in which a tool holds credentials. Default: false.
   */
  appendToolChanges?: boolean;
  /** The time of the request, in milliseconds since the epoch, for `cacheTtl`. Default: now. */
  now?: number;
  /** Ends the wait for a reduction, with the error `aborted`. */
  signal?: AbortSignal;
}

/**
 * Options of `reduceNow`.
 *
 * @example
 * const options: ReduceNowOptions = { maxTokens: 20_000, reduce: recentTurns({ keep: 4 }) };
 */
export interface ReduceNowOptions {
  /** Tokens that the history may take afterwards. Default: 0.7 of the history, or of the window if that is less. */
  maxTokens?: number;
  /**
   * The former name of `maxTokens`.
   *
   * @deprecated Use `maxTokens`.
   */
  targetTokens?: number;
  /** The strategy or callback of this reduction. Default: the conversation's `reduce`. */
  reduce?: Reducer | ReduceCallback;
  /** The strategy gets it as `context.model`. */
  model?: unknown;
  /** Ends the wait, with the error `aborted`. */
  signal?: AbortSignal;
}
