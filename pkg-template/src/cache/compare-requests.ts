// Compares two requests as the provider's prompt cache does.

import { isBytes, isObject, object, oneOf, reading, unlike } from "../input/check.js";
import { inputCost } from "../cost/cost.js";
import { priceOf, pricesOf } from "../cost/prices.js";
import { TARGETS } from "../providers/names.js";
import type { Target } from "../index.js";
import { boundaryCache, hasBoundaries } from "./at-boundaries.js";
import { breakpointCache, hasBreakpoints } from "./at-breakpoints.js";
import { automaticCache } from "./automatic.js";
import type { Found } from "./found.js";
import { checkedOptions, priceOptions } from "./options.js";
import { pairOf } from "./pair.js";
import { providerAnswer } from "./provider-answer.js";
import { REMEDIES } from "./remedies.js";
import type { CacheComparison, CacheMiss, CompareRequestsOptions } from "./types.js";

/**
 * Compares two requests of a conversation, and says why the provider's prompt cache does not serve the second one as far as it holds the
 * first: the causes with their places and remedies, and the tokens and dollars that are lost. Takes whole bodies, as they are sent. If the
 * second request only goes on where the first ended, nothing is lost. A request that continues a response which the provider keeps holds
 * only its tail, and cannot be compared.
 *
 * Anthropic, and Claude at Bedrock, cache up to breakpoints; OpenAI, since GPT-5.6, up to breakpoints and ends of messages; other
 * providers cache the beginning of every request.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const { isLost, misses, lostTokens } = compareRequests("anthropic", previousBody, body);
 * for (const { cause, path, detail, remedy } of misses) console.warn(`${cause} at ${path}: ${detail}. ${remedy}`);
 */
export function compareRequests(target: Target, before: object, after: object, options?: CompareRequestsOptions): CacheComparison {
  const name = oneOf("target", target, TARGETS);
  return compared(name, bodyOf("before", before), bodyOf("after", after), checkedOptions(options ?? {})).comparison;
}

/** Compares two bodies. `isCached` is false if the provider kept nothing of the first. */
export function compared(
  name: Target,
  before: object,
  after: object,
  given: CompareRequestsOptions,
): { readonly comparison: CacheComparison; readonly isCached: boolean } {
  const pair = pairOf(name, before, after, given);
  const cache = hasBreakpoints(pair) ? breakpointCache : hasBoundaries(pair) ? boundaryCache : automaticCache;
  const { found, keptTokens, lostTokens, newTokens, isCached } = cache(pair);
  const misses = found.map(missOf);
  const provider = given.notice === undefined ? null : providerAnswer(name, misses, given.notice);
  const comparison = {
    isLost: misses.length > 0,
    misses,
    keptTokens,
    lostTokens,
    newTokens,
    lostUsd: usdOf(pair.model, keptTokens + lostTokens + newTokens, lostTokens, given),
    ...(provider !== null && { provider }),
  };
  return { comparison, isCached };
}

function bodyOf(name: string, value: unknown): object {
  if (!isObject(value)) throw unlike(name, "the body of a request", value);
  const body = object(name, value);
  // Refuses what is no JSON, such as a cycle, before it is compared.
  reading(`\`${name}\``, () => JSON.stringify(body, (_, inner: unknown) => (isBytes(inner) ? null : inner)));
  return body;
}

function missOf({ cause, path, pathIn, detail, value }: Found): CacheMiss {
  return { cause, path, pathIn, detail, remedy: REMEDIES[cause], ...(value !== undefined && { value }) };
}

/** The price of tokens that are written to the cache in place of being read from it. */
function usdOf(model: string | null, tokens: number, lost: number, options: CompareRequestsOptions): number | null {
  const price = priceOf(model, null, pricesOf(priceOptions(options)));
  return price === null ? null : inputCost(price, tokens, tokens - lost) - inputCost(price, tokens, tokens);
}
