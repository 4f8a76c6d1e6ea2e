// The public types of `fit`.

import type { Estimator } from "./options.js";
import type { PolicyOptions } from "./policy.js";
import type { Reduction } from "./reduction.js";
import type { Repair } from "./repair.js";
import type { CacheBreakpoints, FormatOptions } from "./request.js";
import type { SummaryPromptOptions, Summarize } from "./strategy.js";

/**
 * The cut of an earlier `fit`, as plain JSON: keep it beside the messages, and give it to the next `fit`. Only `fit` reads the fields; they
 * may change with `version`.
 *
 * @example
 * const memory = JSON.parse(row.memory) as FitMemory;
 */
export interface FitMemory {
  /** The version of these fields. */
  readonly version: 1;
  /** The format of the messages. */
  readonly format: string;
  /** The number of items of the list that the memory covers. */
  readonly count: number;
  /** The digest of these items, and of their kept messages. */
  readonly digest: string;
  /** The kept messages. */
  readonly kept: unknown;
}

/**
 * Options of `fit`. A list, and a body of a framework, name no model: name it by `capabilities`, so that its sizes and its window apply.
 *
 * @example
 * const options: FitOptions = { maxTokens: 120_000, memory: row.memory };
 * const ofModel: FitOptions = { tokenLimit: "auto", capabilities: { model: "claude-opus-5-5" } };
 */
export interface FitOptions extends FormatOptions, PolicyOptions {
  /** Tokens that the result may take: the whole body, or the messages of a list. Give either this or `tokenLimit`. */
  maxTokens?: number;
  /** The model's context window in tokens; `"auto"` for the window of the model that the body or `capabilities` name. */
  tokenLimit?: number | "auto";
  /**
   * Tokens of the window that are kept free for the answer. `"auto"`, the default, is what the body allows the answer (`max_tokens` and
   * similar fields), but at most half of the window; `reserve-lowered` reports a larger value.
   */
  reserveTokens?: number | "auto";
  /** The order of removal, as for `fitBudget`: by `"need"`, the messages that the next steps need least go first; by `"age"`, the oldest. Default `"need"`. */
  by?: "need" | "age";
  /** The memory that the last call returned; null or absent for the first call. */
  memory?: FitMemory | null | undefined;
  /** True: a single cut that removes as little as possible, for a request that is sent once. Default: a cut that stays in place. */
  once?: boolean;
  /**
   * As for `prepare`, in a provider's body or list of messages. Messages with a breakpoint are copies. Give your own list to the next call,
   * not the result: there, `fit` would take the breakpoints for yours. Default: false.
   */
  cacheBreakpoints?: boolean | CacheBreakpoints;
  /** Default `"script"`. */
  estimator?: Estimator;
  /** False: sizes do not include the margin for fitted and unknown models. Default true. */
  margin?: boolean;
  /** Makes `fit` async: see `FitSummaryOptions`. */
  summarize?: undefined;
}

/**
 * Options of `fit` with summaries: it then returns a promise.
 *
 * @example
 * const { messages, memory } = await fit(aiSdk, rows, { maxTokens: 120_000, memory: row.memory, summarize });
 */
export interface FitSummaryOptions extends Omit<FitOptions, "summarize">, SummaryPromptOptions {
  /** Asks a model for a summary of the oldest turns, before any turn is dropped. */
  summarize: Summarize;
  /** Aborts the summary. */
  signal?: AbortSignal;
}

/**
 * The result of `fit`: `messages` for a list, `body` for a whole body, of the type that was given. (For `any`, the type has both.)
 *
 * @example
 * const { messages, tokens, memory }: Fitted<ModelMessage[]> = fit(aiSdk, rows, { maxTokens: 120_000 });
 */
export type Fitted<Input> = (unknown extends Input
  ? {
      /** The list that fits, of an input without a type that is a list. */
      messages: any[];
      /** The body that fits, of an input without a type that is a body. */
      body: any;
    }
  : Input extends readonly (infer Item)[]
    ? {
        /** The list that fits. Unchanged messages are the same objects. */
        messages: Item[];
      }
    : {
        /** The body that fits. Unchanged fields and messages are the same objects. */
        body: Input;
      }) & {
  /** Size of the result in tokens: the whole body, or the messages of a list. */
  tokens: number;
  /** The report of what this call removed and shortened; null if nothing. */
  reduction: Reduction | null;
  /** The changes that the format required, and each step of a reduction that failed, such as a summary. */
  repairs: Repair[];
  /** The memory for the next call. */
  memory: FitMemory;
  /** Why the given memory was not used: its messages were edited or deleted. Null if it was used, or you gave none. */
  memoryNote: string | null;
};
