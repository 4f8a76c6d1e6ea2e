// The least size of a cached prompt, and the lifetime of caches, as providers publish them. A model without a row has neither.

import type { Target } from "../types/index.js";

/**
 * Rows of models, with the tokens below which the provider caches nothing.
 *
 * Claude: the table of platform.claude.com, prompt caching, as docs.litellm.ai has it (2026-10-07). For Opus 4.7,
 * sources differ between 2,048 and 4,096; the lower one never warns in vain. OpenAI: developers.openai.com, prompt caching. Gemini:
 * ai.google.dev, caching (2026-10-13).
 */
const MINIMUMS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/claude-(?:opus|fable|mythos)-5(?![-.]\d{1,2}(?!\d))/, 512],
  [/claude-(?:opus-4-8|opus-4-1|sonnet-4-[56])(?!\d)|claude-(?:sonnet-5|opus-4|sonnet-4)(?![-.]\d{1,2}(?!\d))|claude-3-7-sonnet/, 1_024],
  [/claude-opus-4-7(?!\d)|claude-3-5-haiku/, 2_048],
  [/claude-(?:opus-4-[56]|haiku-4-5)(?!\d)/, 4_096],
  [/^(?:openai\/)?(?:gpt-4o|gpt-4\.1|gpt-[5-9]|chatgpt-|o[1-9](?:-|$))/, 1_024],
  [/gemini-2\.5-/, 2_048],
  [/gemini-(?:3\.[1-9]|4)/, 4_096],
];

/** The tokens below which the provider caches nothing; null if they are not known. */
export function minimumOf(model: string | null): number | null {
  if (model === null) return null;
  return MINIMUMS.find(([name]) => name.test(model))?.[1] ?? null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds after which no cache of the request is left; null if the provider does not publish them. For targets with breakpoints, it
 * is the lifetime of one breakpoint.
 *
 * Anthropic and Bedrock: five minutes or an hour. OpenAI: "up to a maximum of 24 hours", or an hour in memory.
 */
export function lifetimeOf(target: Target, body: object, mark: object | null): number | null {
  if (target === "anthropic" || target === "bedrock") return (mark as { ttl?: unknown } | null)?.ttl === "1h" ? HOUR : 5 * MINUTE;
  if (target !== "openai-chat" && target !== "openai-responses") return null;
  return (body as { prompt_cache_retention?: unknown }).prompt_cache_retention === "in_memory" ? HOUR : 24 * HOUR;
}
