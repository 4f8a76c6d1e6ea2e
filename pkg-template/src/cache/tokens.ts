// Estimated tokens of entries.

import { isBytes, isObject } from "../input/check.js";
import { isMarkField } from "./marks.js";

export type Estimator = (text: string) => number;

/** The estimate without an estimator: a token for four characters. */
export const characters: Estimator = (text) => Math.ceil(text.length / 4);

/** Characters that count of a run of bytes as base64: about the tokens of a picture, which no text of it tells. */
const MOST_OF_BYTES = 4_000;
const BYTES = /^(?:data:[^,]{0,100},)?[\w+/=-]+$/;

/** The text of an entry, without names that are the same in every entry, and without breakpoints. */
export function textFor(value: unknown): string {
  if (typeof value === "string") return value.length > MOST_OF_BYTES && BYTES.test(value) ? value.slice(0, MOST_OF_BYTES) : value;
  if (isBytes(value)) return textFor("A".repeat(Math.min(value.length, MOST_OF_BYTES)));
  if (Array.isArray(value)) return value.map(textFor).join("\n");
  if (!isObject(value)) return value === undefined || value === null ? "" : String(value);
  return Object.entries(value)
    .filter(([key]) => !isMarkField(key) && !COMMON.has(key))
    .map(([key, inner]) => (KEYLESS.has(key) ? textFor(inner) : `${key}: ${textFor(inner)}`))
    .join("\n");
}

/** Fields that say only how the entry is built. */
const COMMON = new Set(["type", "role", "status"]);
/** Fields whose names no model reads. */
const KEYLESS = new Set(["content", "parts", "text", "input_schema", "parameters", "function", "tool_calls", "arguments", "output"]);

/** Returns the beginning that two texts share. */
export function shared(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
