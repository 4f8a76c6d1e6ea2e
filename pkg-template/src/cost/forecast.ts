// The cost of the input of a request before it is sent.

import { cacheSizesOf } from "./cache-sizes.js";
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
  /** Returns its body, as JSON text. */
  readonly body: () => string;
}

export function forecastOf({ tokens, shared, params, options, body }: Written, given: CostOptions | undefined): Forecast {
  const prices = pricesOf(given);
  const { model, modelId = model } = JSON.parse(params || "{}") as { model?: unknown; modelId?: unknown };
  const { vendor } = JSON.parse(options || "{}") as { vendor?: string };
  const name = typeof modelId === "string" ? modelId : null;
  const price = priceOf(name, vendor ?? null, prices);
  const cachedTokens = servedOf(Math.min(tokens, shared), name ?? "", body);
  const cost = (served: number) => (price === null ? null : inputCost(price, tokens, served));
  return { tokens, cachedTokens, warm: cost(cachedTokens), cold: cost(0) };
}

/** Returns the tokens that the cache of a model serves of those that it has read before. */
function servedOf(shared: number, model: string, body: () => string): number {
  const [least, step = 1] = cacheSizesOf(model) ?? [0];
  // Claude caches nothing without a breakpoint. Quotes in texts are escaped, so only fields match.
  if (shared < least || (/claude/.test(model) && !/"cache(_control|Point)":/.test(body()))) return 0;
  return shared - (shared % step);
}
