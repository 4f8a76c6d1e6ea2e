// The public types of strategies, their options, and requests for a summary.

import type { CostOptions } from "./cost.js";
import type { Target } from "./format.js";
import type { Message } from "./message.js";
import type { PolicyOptions } from "./policy.js";
import type { ReduceCallback } from "./reduction.js";

/**
 * Asks a model for a summary. If it throws, the reduction fails. With `fitBudget` and `chain`, only the step fails: older messages are then
 * dropped without a summary, and the request's `repairs` hold a `reduction-step-failed` with the cause.
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
  /** The instructions for the model. */
  system: string;
  /** The messages as text, a line for each (`role: content`, with calls). */
  prompt: string;
  /** The messages as data. */
  messages: Message[];
  /** Tokens that the summary should not exceed. */
  maxTokens: number;
  /** 0.2, so that the summary stays close to the text. Reasoning models refuse a temperature: do not send it to them. */
  temperature: number;
  /** Aborted when the summary is no longer needed. */
  signal?: AbortSignal;
}) => string | Promise<string>;

/**
 * A request in the form of a provider.
 *
 * @example
 * const { target, body }: WrittenRequest = request;
 */
export interface WrittenRequest {
  /** The format of the body. */
  target: Target;
  /** The body. */
  body: object;
}

/**
 * Options of strategies that ask for summaries.
 *
 * @example
 * const reduce = fitBudget({ summarize, summaryTokens: 500, maxPromptTokens: 32_000 });
 */
export interface SummaryPromptOptions {
  /**
   * Tokens that a summary should not exceed. A summary of more than twice as many is refused. Default: an eighth of the window, at most
   * 1,000.
   */
  summaryTokens?: number;
  /**
   * Tokens that one request for a summary may take; longer text is summarized in pieces. Default: as many as the conversation's own
   * requests may take.
   */
  maxPromptTokens?: number;
  /**
   * The place of a summary: at the `"start"`, where the messages were that it replaces; or at the `"end"`, behind the messages that stay
   * and before a request that is not answered yet. Default `"start"`. OpenAI advises the end for models from GPT-6 on, which lose
   * reasoning behind a changed place.
   */
  summaryPlace?: "start" | "end";
}

/**
 * Options of `fitBudget`.
 *
 * @example
 * const options: FitBudgetOptions = { firstStep: offload(), keepTurns: 2, summarize, reduceAbove: 0.9, reduceTo: 0.5, tools: { read: { keepLast: 3 } } };
 */
export interface FitBudgetOptions extends SummaryPromptOptions, PolicyOptions {
  /** The order of removal: by `"need"`, the messages that the next steps need least go first; by `"age"`, the oldest. Default `"need"`. */
  by?: "need" | "age";
  /**
   * A strategy to run before all steps, such as `offload()`. Its `maxTokens` are the size at `reduceTo`. If it does not reach them,
   * the steps follow in the same reduction. If it fails, `reduction-step-failed` reports it, and the steps follow, too.
   */
  firstStep?: Reducer | ReduceCallback;
  /**
   * The former name of `firstStep`.
   *
   * @deprecated Use `firstStep`.
   */
  first?: Reducer | ReduceCallback;
  /** Newest turns to drop last, the current one included; 1 or more. Default 1. */
  keepTurns?: number;
  /** Asks a model for a summary of the oldest turns, before any turn is dropped. */
  summarize?: Summarize;
  /** Share of `maxTokens` that the history may take before it is reduced, above 0 and at most 1. Default 1. */
  reduceAbove?: number;
  /**
   * The former name of `reduceAbove`.
   *
   * @deprecated Use `reduceAbove`.
   */
  hold?: number;
  /**
   * Size of the history after a reduction: a share of `maxTokens`, above 0 and at most `reduceAbove`, or tokens, a whole number above 1. The
   * lower it is, the rarer are reductions. Default 0.6.
   */
  reduceTo?: number;
  /**
   * The former name of `reduceTo`.
   *
   * @deprecated Use `reduceTo`.
   */
  jump?: number;
  /** The instructions for the model that summarizes. */
  systemPrompt?: string;
}

/**
 * Options of `costAware`.
 *
 * @example
 * const options: CostAwareOptions = { model: "claude-sonnet-5-5", reduceTo: 60_000, summarize };
 */
export interface CostAwareOptions
  extends Omit<FitBudgetOptions, "reduceAbove" | "hold" | "reduceTo" | "jump" | "firstStep" | "first">,
    CostOptions {
  /** The model whose prices count. */
  model: string;
  /**
   * Size of the history after a reduction, with the system prompt and pinned messages: tokens, a whole number above 1, or a share of the
   * room, above 0 and at most 0.6. More tokens than that share count as 0.6. Default 40,000.
   */
  reduceTo?: number;
  /**
   * The former name of `reduceTo`.
   *
   * @deprecated Use `reduceTo`.
   */
  keepTokens?: number;
}

/**
 * Options of `slidingWindow`.
 *
 * @example
 * const options: SlidingWindowOptions = { windowSize: 60, pinFirst: 1 };
 */
export interface SlidingWindowOptions {
  /** Messages in the window, without the system prompt. Default 40. */
  windowSize?: number;
  /** Allows to shorten long tool results. Default true. */
  shouldTruncateResults?: boolean;
  /** Messages at the start that are never removed. Default 0. */
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
  /** Share of the messages, oldest first, that a summary replaces, from 0.1 to 0.8. Default 0.3. */
  summaryRatio?: number;
  /** Newest messages that no summary replaces. Default 10. */
  preserveRecentMessages?: number;
  /** The instructions for the model that summarizes. */
  systemPrompt?: string;
  /** Messages at the start that are never removed. Default 0. */
  pinFirst?: number;
}

/**
 * Options of `compacting`. The default of `summaryTokens` is 500.
 *
 * @example
 * const options: CompactingOptions = { summarize, maxTokens: 20_000, recentKeep: 10 };
 */
export interface CompactingOptions extends SummaryPromptOptions {
  /** Asks a model for the summary. */
  summarize: Summarize;
  /** Tokens that the history may take, by the estimator `"bytes/3"`. Default 12,000. */
  maxTokens?: number;
  /** Newest messages to keep. Default 6. */
  recentKeep?: number;
}

/**
 * Your store for results that `offload` moves out of the history. The ids are message ids, which are unique only within a conversation: a
 * store for several conversations must add the conversation's name. The methods may be async.
 *
 * @example
 * const store: OffloadStore = {
 *   put: (id, text) => db.insert(`${threadId}/${id}`, text),
 *   get: (id) => db.find(`${threadId}/${id}`),
 * };
 */
export interface OffloadStore {
  /** Keeps a text. It may be called again with the same id and text. When it throws or rejects, the result stays in the history. */
  put(id: string, text: string): unknown;
  /** Returns the text; null or undefined if it has none. */
  get(id: string): string | null | undefined | Promise<string | null | undefined>;
}

/**
 * Options of `offload`.
 *
 * @example
 * const options: OffloadOptions = { keep: 6, longerThan: 4_000, exclude: ["ask_user"] };
 */
export interface OffloadOptions {
  /** The store for the results; `get` is for `recall`. Default: no store, because the transcript has the results. */
  store?: Pick<OffloadStore, "put">;
  /** The number of newest results that stay. Default 3. */
  keep?: number;
  /** Results with more characters than this are moved. Default 2,000. */
  longerThan?: number;
  /** The most lines of a result that its reference keeps. Default 5. */
  lines?: number;
  /** Names of tools whose results stay. Default: none. */
  exclude?: string[];
  /** The name of the tool that reads moved results. Default `"recall"`. */
  tool?: string;
}

/**
 * A strategy with a name.
 *
 * @example
 * const lastTwo: Reducer = { name: "last-two", reduce: ({ draft }) => draft.keepRecentTurns(2) > 0 };
 */
export interface Reducer {
  /** The name in reports, such as those of a `chain`. */
  readonly name: string;
  /**
   * Returns true when `prepare` should call `reduce` although the request fits. Such a reduction may fail. Without this method, `reduce` is
   * called when the request does not fit, or by `proactiveCompression`.
   */
  isDue?(size: {
    /** Size of the history in tokens. */
    tokens: number;
    /** Tokens that the history may take. */
    room: number;
    /** Tokens by which the history grew between requests, on average; an estimate for the first request. */
    growth: number;
    /** Tokens that the last reduction for a request left, or fewer; 0 before the first reduction, and after a restart. */
    left: number;
    /** True when the provider's cache has expired (`cacheTtl`). */
    isCold: boolean;
  }): boolean;
  /** Makes the history smaller. */
  reduce: ReduceCallback;
}
