// The public types of prices, of the bill of a conversation, and of the cost of its next request.

import type { TokenUsage } from "./message.js";

/**
 * The prices of a model, in US dollars per million tokens.
 *
 * @example
 * const prices: ModelPrice[] = [{ model: "my-deployment", input: 4, cachedInput: 0.2, cacheWrite: 5, output: 20 }];
 * console.log(conversation.cost({ prices }).usd);
 */
export interface ModelPrice {
  /** The model's name in answers. A `*` at the end matches any rest. The first matching row counts. */
  model: string;
  /** Limits the price to requests that named this vendor. Default: any vendor. */
  vendor?: string;
  /** Input that was neither read from the cache nor written to it. */
  input: number;
  /** Input that was read from the provider's cache. Default: `input`. */
  cachedInput?: number;
  /** Input that was written to the cache for its shortest lifetime. Default: `input`. */
  cacheWrite?: number;
  /** Input that was written to the cache for a longer lifetime, such as an hour, if the provider reports lifetimes. Default: `cacheWrite`. */
  cacheWrite1h?: number;
  /** Output, reasoning included. */
  output: number;
  /** Prices for a whole request that is larger than `above`. The cache prices change in proportion to `input`. Default: none. */
  long?: {
    /** The size in tokens above which these prices apply. */
    above: 100_000 | 200_000 | 272_000 | 512_000;
    /** Input. */
    input: number;
    /** Output. */
    output: number;
  };
}

/**
 * Options of `cost` and of `forecast`.
 *
 * @example
 * const options: CostOptions = { prices: [{ model: "my-model-*", input: 1, output: 4 }] };
 */
export interface CostOptions {
  /** Prices that override those of the package. Default: none. */
  prices?: readonly ModelPrice[];
  /** The moment whose list prices count, in milliseconds since the epoch. Default: now. */
  at?: number;
}

/**
 * US dollars by kind of token.
 *
 * @example
 * const { cachedInput, input }: CostKinds = conversation.cost().kinds;
 */
export interface CostKinds {
  /** Input that was neither read from the cache nor written to it. */
  input: number;
  /** Input that was read from the cache. */
  cachedInput: number;
  /** Input that was written to the cache. */
  cacheWrite: number;
  /** Output, reasoning included. */
  output: number;
}

/**
 * The bill of the answers of one model.
 *
 * @example
 * const [first]: ModelCost[] = conversation.cost().models;
 */
export interface ModelCost {
  /** The model, as the answer or its request named it; null when neither did. */
  readonly model: string | null;
  /** The vendor that the request named; null when it named none. */
  readonly vendor: string | null;
  /** The number of answers with reported usage. */
  readonly answers: number;
  /** The sum of the reported usage. */
  readonly tokens: TokenUsage;
  /** US dollars; null when no price is known. */
  readonly usd: number | null;
  /** The parts of `usd`; null when no price is known. */
  readonly kinds: CostKinds | null;
}

/**
 * The bill of a conversation.
 *
 * @example
 * const { usd, unpriced }: Cost = conversation.cost();
 * if (unpriced.length > 0) console.warn(`No price is known for ${unpriced.join(", ")}.`);
 */
export interface Cost {
  /** US dollars, without the models that have no price. */
  readonly usd: number;
  /** The parts of `usd`. */
  readonly kinds: CostKinds;
  /** The models without a known price; `""` is an unnamed model. Their cost is not in `usd`. */
  readonly unpriced: string[];
  /** One row for each model and vendor, in order of their first answers. */
  readonly models: ModelCost[];
}

/**
 * The cost of the input of a prepared request. It is an estimate, like the size of the request.
 *
 * @example
 * const request = await conversation.prepare("anthropic", params);
 * const { warm, cold }: Forecast = request.forecast();
 */
export interface Forecast {
  /** Tokens of the request. */
  readonly tokens: number;
  /** Tokens that a warm cache serves: those that this request shares with the start of the last request to the same target, if its model caches them. */
  readonly cachedTokens: number;
  /** US dollars when `cachedTokens` are read from the cache and the rest is written to it; null when no price is known. */
  readonly warm: number | null;
  /** US dollars when nothing is read from the cache and everything is written to it; null when no price is known. */
  readonly cold: number | null;
}
