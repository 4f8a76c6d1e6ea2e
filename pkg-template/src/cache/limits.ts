// The least size of a cached prompt, and the lifetime of caches, as providers publish them.

import { cacheSizesOf } from "../cost/cache-sizes.js";
import type { Target } from "../types/index.js";

/** The tokens below which the provider caches nothing; null if they are not known. */
export function minimumOf(model: string | null): number | null {
  return model === null ? null : (cacheSizesOf(model)?.[0] ?? null);
}

/** OpenAI's models since GPT-5.6, whose cache is read at boundaries alone. */
export const isSince56 = (model: string | null) => model !== null && /^(openai\/)?gpt-(5\.[6-9]|[6-9])/.test(model);

interface CacheOptions {
  readonly prompt_cache_options?: { readonly ttl?: unknown };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds after which no cache of the request is left; null if the provider does not publish them. For targets with breakpoints, it
 * is the lifetime of one breakpoint.
 *
 * Anthropic and Bedrock: five minutes or an hour. OpenAI: since GPT-5.6, at least 30 minutes, or 12 hours; before, "up to a maximum of 24
 * hours", or an hour in memory.
 */
export function lifetimeOf(target: Target, body: object, mark: object | null, model: string | null = null): number | null {
  if (target === "anthropic" || target === "bedrock") return (mark as { ttl?: unknown } | null)?.ttl === "1h" ? HOUR : 5 * MINUTE;
  if (target !== "openai-chat" && target !== "openai-responses") return null;
  if (isSince56(model)) return (body as CacheOptions).prompt_cache_options?.ttl === "12h" ? 12 * HOUR : 30 * MINUTE;
  return (body as { prompt_cache_retention?: unknown }).prompt_cache_retention === "in_memory" ? HOUR : 24 * HOUR;
}
