// The cost of the input of a request before it is sent.

import { inputCost } from "./cost.js";
import { priceOf, pricesOf } from "./prices.js";
import type { CostOptions, Forecast } from "../types/index.js";

/** A request that was written. */
interface Written {
  /** Its tokens. */
  readonly tokens: number;
  /** The tokens that it shares with the start of the last request. */
  readonly shared: number;
  /** Its params, as JSON text. */
  readonly params: string;
  /** Its options, as JSON text, or "". */
  readonly options: string;
}

export function forecastOf({ tokens, shared, params, options }: Written, given: CostOptions | undefined): Forecast {
  const prices = pricesOf(given);
  const { model, modelId = model } = JSON.parse(params || "{}") as { model?: unknown; modelId?: unknown };
  const { vendor } = JSON.parse(options || "{}") as { vendor?: string };
  const price = priceOf(typeof modelId === "string" ? modelId : null, vendor ?? null, prices);
  const cachedTokens = Math.min(tokens, shared);
  const cost = (served: number) => (price === null ? null : inputCost(price, tokens, served));
  return { tokens, cachedTokens, warm: cost(cachedTokens), cold: cost(0) };
}
