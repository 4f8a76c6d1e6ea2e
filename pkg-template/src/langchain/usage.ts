// Tokens as a message reports them.

import { type Fields, fieldsOf, isFields } from "../formats/fields.js";
import { isSameUsage } from "../formats/usage.js";
import type { TokenUsage } from "../types/index.js";

/** Reads the tokens; undefined when there is no object of them. */
export function readUsage(value: unknown): TokenUsage | undefined {
  if (!isFields(value)) return undefined;
  const details = fieldsOf(value.input_token_details);
  const counts = {
    input: countOf(value.input_tokens),
    output: countOf(value.output_tokens),
    cachedInput: countOf(details.cache_read),
    ...readWrites(details),
    reasoning: countOf(fieldsOf(value.output_token_details).reasoning),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/**
 * Reads the tokens that were written to the cache. `cache_creation` does not include those whose lifetime is reported:
 * `langchain_anthropic` sets it to 0 then, "to avoid double counting".
 */
function readWrites(details: Fields): TokenUsage {
  const [rest, short, long] = [details.cache_creation, details.ephemeral_5m_input_tokens, details.ephemeral_1h_input_tokens].map(countOf);
  const known = (short ?? 0) + (long ?? 0);
  if (known === 0) return rest === undefined ? {} : { cacheWrite: rest };
  return {
    cacheWrite: (rest ?? 0) + known,
    ...(short !== undefined && { cacheWrite5m: short }),
    ...(long !== undefined && { cacheWrite1h: long }),
  };
}

/** Writes the tokens: in the `given` form if that has the same values. */
export function writeUsage(usage: TokenUsage, given: unknown): unknown {
  if (isSameUsage(readUsage(given), usage)) return given;
  const { input = 0, output = 0, cachedInput, reasoning } = usage;
  const details = { ...(cachedInput !== undefined && { cache_read: cachedInput }), ...writeWrites(usage) };
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    ...(Object.keys(details).length > 0 && { input_token_details: details }),
    ...(reasoning !== undefined && { output_token_details: { reasoning } }),
  } satisfies Fields;
}

/** Writes the tokens that were written to the cache, as `readWrites` reads them. */
function writeWrites({ cacheWrite: all, cacheWrite5m: short, cacheWrite1h: long }: TokenUsage): Fields {
  return {
    ...(all !== undefined && { cache_creation: Math.max(0, all - (short ?? 0) - (long ?? 0)) }),
    ...(short !== undefined && { ephemeral_5m_input_tokens: short }),
    ...(long !== undefined && { ephemeral_1h_input_tokens: long }),
  };
}

/** A number as a count: rounded, 0 when it is negative, undefined when it is too large. */
function countOf(value: unknown): number | undefined {
  return typeof value === "number" && value < 2 ** 64 ? Math.max(0, Math.round(value)) : undefined;
}
