// Cache breakpoints in a body. They say where the cache is written, and are no part of the prompt.

import { isArray, isObject } from "../input/check.js";

/** The fields that make the block that holds them a breakpoint. */
const FIELDS = ["cache_control", "cacheControl", "prompt_cache_breakpoint"];

/** True for a field that is a breakpoint, and for the field of a block of Bedrock that is one. */
export function isMarkField(key: string): boolean {
  return FIELDS.includes(key) || key === "cachePoint";
}

/** True for a block of Bedrock that is only a breakpoint. */
export function isMarkBlock(value: unknown): boolean {
  return isObject(value) && isObject(value.cachePoint);
}

/** The breakpoint of a block: an object with a lifetime, or null. */
export function markOf(block: unknown): Record<string, unknown> | null {
  if (!isObject(block)) return null;
  const found = FIELDS.map((field) => block[field]).find(isObject);
  return found ?? null;
}

/** Indexes of the items of a list that are part of the prompt. */
export function promptItems(list: readonly unknown[]): number[] {
  return list.flatMap((item, index) => (isMarkBlock(item) ? [] : [index]));
}

/** A list that a string may stand for: providers read both alike. */
export function listOf(value: unknown): readonly unknown[] {
  if (isArray(value)) return value;
  return value === undefined || value === null || value === "" ? [] : [value];
}
