// The types of `backscroll/cache`.

import type { ModelPrice, Notice } from "../index.js";

/**
 * A cause of a cache miss.
 *
 * `model-changed`, `account-changed` and `endpoint-changed`: each has a cache of its own. `parameter-changed`: a parameter that the provider
 * renders into the prompt, or caches by. `tools-added`, `tools-removed`, `tools-reordered`, `tool-changed` and `system-changed`: the prompt
 * before the messages. `key-order-changed`: the same values with their keys in another order. `changing-value`: a time, or a random value.
 * `message-edited`, `message-inserted`, `message-removed`, `result-shortened`, `result-cleared` and `reasoning-left-out`: the messages.
 * `images-changed`: Anthropic keeps prompts with images apart from prompts without. `breakpoint-missing`, `breakpoint-moved` and
 * `breakpoint-too-far`: what was written cannot be read. `below-minimum`: the prompt was too short. `lifetime-passed`: it was kept too
 * short.
 *
 * @example
 * const cause: CacheMissCause = "tools-reordered";
 */
export type CacheMissCause =
  | "model-changed"
  | "account-changed"
  | "endpoint-changed"
  | "lifetime-passed"
  | "below-minimum"
  | "parameter-changed"
  | "tools-added"
  | "tools-removed"
  | "tools-reordered"
  | "tool-changed"
  | "system-changed"
  | "key-order-changed"
  | "changing-value"
  | "images-changed"
  | "message-edited"
  | "message-inserted"
  | "message-removed"
  | "result-shortened"
  | "result-cleared"
  | "reasoning-left-out"
  | "breakpoint-missing"
  | "breakpoint-moved"
  | "breakpoint-too-far";

/**
 * Facts of a request that its body does not hold. Only facts that are given for both requests are compared.
 *
 * @example
 * const labels: RequestLabels = { account: "team-a", endpoint: "https://eu.example.com" };
 */
export interface RequestLabels {
  /** The model, for bodies that name none. Default: the model in the body. */
  model?: string;
  /** A name for the account, the organization or the workspace: caches are not shared. Never give a key. */
  account?: string;
  /** The endpoint, the region or the deployment. */
  endpoint?: string;
}

/**
 * Options of `compareRequests`.
 *
 * @example
 * import { estimateTokens } from "backscroll/estimate";
 * const options: CompareRequestsOptions = { elapsedMs: 400_000, estimator: (text) => estimateTokens(text) };
 */
export interface CompareRequestsOptions {
  /** Counts the tokens of a text. Default: a token for four characters. */
  estimator?: (text: string) => number;
  /** Milliseconds from the answer to the first request to the second request. Default: the lifetime is not checked. */
  elapsedMs?: number;
  /** The lifetime of the cache in milliseconds. Default: the provider's, if it is published. */
  lifetimeMs?: number;
  /** Prices that override the list prices of the package. Default: none. */
  prices?: readonly ModelPrice[];
  /** The moment whose list prices count, in milliseconds since the epoch. Default: now. */
  at?: number;
  /** Facts of the first request. */
  before?: RequestLabels;
  /** Facts of the second request. */
  after?: RequestLabels;
  /** The provider's own answer: the notice `cache-missed` of the second request's message. Other notices are ignored. */
  notice?: Notice;
}

/**
 * A value that differs from request to request.
 *
 * @example
 * const { kind, before, after }: ChangingValue = comparison.value!;
 */
export interface ChangingValue {
  /** The kind of the value: a date, a time of day, seconds or milliseconds since the epoch, a UUID, digits of a random number, or the id of a call. */
  kind: "date" | "time" | "epoch" | "uuid" | "random" | "call-id";
  /** The value in the first request. */
  before: string;
  /** The value in the second request. */
  after: string;
}

/**
 * A cause of a miss, with its place and its remedy.
 *
 * @example
 * const { cause, path, remedy }: CacheMiss = comparison.misses[0]!;
 */
export interface CacheMiss {
  /** The cause. */
  cause: CacheMissCause;
  /** The place in the body, such as `messages[2].content[0].text`; `""` is the whole body. */
  path: string;
  /** The body that has the place: the second, or the first for a part that the second lacks. */
  pathIn: "after" | "before";
  /** The difference, in a few words, such as `new tools: "pay"`. */
  detail: string;
  /** The remedy, in one sentence. */
  remedy: string;
  /** The value that differs from request to request, for `changing-value`. */
  value?: ChangingValue;
}

/**
 * The result of `compareRequests`. Tokens are estimates.
 *
 * @example
 * const { isLost, misses, lostTokens }: CacheComparison = compareRequests("anthropic", before, after);
 * if (isLost) console.warn(`${lostTokens} tokens: ${misses[0]?.detail}`);
 */
export interface CacheComparison {
  /** True if the provider processes tokens again that its cache could have served. */
  isLost: boolean;
  /** The causes in the order in which the provider reads the prompt: the first decides. Empty if nothing is lost. */
  misses: CacheMiss[];
  /** Tokens at the beginning of the second request that the cache can serve. */
  keptTokens: number;
  /** Tokens that the provider processes again. */
  lostTokens: number;
  /** Tokens of the second request beyond both. */
  newTokens: number;
  /** The price of `lostTokens` above the price of reading them from the cache, in US dollars; null when no price is known. */
  lostUsd: number | null;
  /** The provider's own answer, if a notice was given. */
  provider?: {
    /** True if the provider names the same cause, false if it names another; null if it names none. */
    agrees: boolean | null;
    /** The provider's reason. */
    reason: string;
    /** The provider's count of tokens that were not read from the cache. */
    tokens?: number;
  };
}
