// Tokens as a message reports them.

import { type Fields, fieldsOf, isFields } from "../formats/fields.js";
import type { TokenUsage } from "../types/index.js";

/** Reads the tokens; undefined when there is no object of them. */
export function readUsage(value: unknown): TokenUsage | undefined {
  if (!isFields(value)) return undefined;
  const counts = {
    input: countOf(value.input_tokens),
    output: countOf(value.output_tokens),
    cachedInput: countOf(fieldsOf(value.input_token_details).cache_read),
    reasoning: countOf(fieldsOf(value.output_token_details).reasoning),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/** Writes the tokens: as they were `given`, where that says the same. */
export function writeUsage(usage: TokenUsage, given: unknown): unknown {
  if (isSame(readUsage(given), usage)) return given;
  const { input = 0, output = 0, cachedInput, reasoning } = usage;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    ...(cachedInput !== undefined && { input_token_details: { cache_read: cachedInput } }),
    ...(reasoning !== undefined && { output_token_details: { reasoning } }),
  } satisfies Fields;
}

function isSame(one: TokenUsage | undefined, other: TokenUsage): boolean {
  const names = ["input", "output", "cachedInput", "reasoning", "toolInput"] as const;
  return one !== undefined && names.every((name) => one[name] === other[name]);
}

/** A number as a count: rounded, 0 when it is negative, undefined when it is too large. */
function countOf(value: unknown): number | undefined {
  return typeof value === "number" && value < 2 ** 64 ? Math.max(0, Math.round(value)) : undefined;
}
