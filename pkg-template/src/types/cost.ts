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
  /** The name of the model in answers. A `*` at the end stands for any rest. The first row that fits counts. */
  model: string;
  /** Only answers of requests that named this vendor have this price. Default: any. */
  vendor?: string;
  /** Input that the cache neither served nor took. */
  input: number;
  /** Input that the provider's cache served. Default: `input`. */
  cachedInput?: number;
  /** Input that the cache took, for its shortest lifetime. Default: `input`. */
  cacheWrite?: number;
  /** Input that the cache took for an hour, where the provider reports lifetimes. Default: `cacheWrite`. */
  cacheWrite1h?: number;
  /** Output, reasoning included. */
  output: number;
  /** Prices of a whole request that is larger than a limit. Prices of the cache change as `input` does. Default: none. */
  long?: {
    /** Tokens of the request above which they hold. */
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
  /** Prices that come before those that the package knows. Default: none. */
  prices?: readonly ModelPrice[];
}

/**
 * US dollars by kind of token.
 *
 * @example
 * const { cachedInput, input }: CostKinds = conversation.cost().kinds;
 */
export interface CostKinds {
  /** Input that the cache neither served nor took. */
  input: number;
  /** Input that the cache served. */
  cachedInput: number;
  /** Input that the cache took. */
  cacheWrite: number;
  /** Output, reasoning included. */
  output: number;
}

/**
 * The bill of the answers of one model.
 *
 * @example
 * const [{ model, answers, usd }]: ModelCost[] = conversation.cost().models;
 */
export interface ModelCost {
  /** The model, as the answer or its request named it; null when neither did. */
  readonly model: string | null;
  /** The vendor that the request named; null when it named none. */
  readonly vendor: string | null;
  /** The number of answers with a report of tokens. */
  readonly answers: number;
  /** The sums of the reports. */
  readonly tokens: TokenUsage;
  /** US dollars; null when no price is known. */
  readonly usd: number | null;
  /** The parts of `usd`; null likewise. */
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
  /** The models without a known price, `""` for one that was not named. What they cost is not in `usd`. */
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
  /** Tokens at its beginning that the last request to this target held, too. A cache that is warm serves them. */
  readonly cachedTokens: number;
  /** US dollars when the cache serves `cachedTokens` and takes the rest; null when no price is known. */
  readonly warm: number | null;
  /** US dollars when the cache serves nothing and takes all; null likewise. */
  readonly cold: number | null;
}
