// Reads the texts of an error.

import { isObject } from "../input/check.js";
import type { Nested } from "./innermost.js";

/** Depth at which an error is searched for its texts. */
const DEEPEST = 6;
/** Characters that are read at either end of a text: some providers repeat the request in their refusal. */
const MOST_TEXT = 5_000;
/** Characters that are read of all texts. */
const MOST = 40_000;

/** Fields of errors that repeat the request, or that hold no message. */
const SKIPPED: readonly string[] = ["stack", "requestBodyValues", "requestBody", "request", "config", "headers", "responseHeaders", "url"];

/** The texts in an error, in its response and in its causes, without the stack and the request. Long texts lose their middle. */
export function textsOf(value: unknown): Nested[] {
  const texts = new Map<string, Nested>();
  const seen = new Set<unknown>();
  let left = MOST;
  const collect = (each: unknown, depth: number): void => {
    if (left <= 0) return;
    if (typeof each === "string") {
      const text = each.length > 2 * MOST_TEXT ? `${each.slice(0, MOST_TEXT)}\n${each.slice(-MOST_TEXT)}` : each;
      if (texts.has(text)) return;
      left -= text.length;
      return void texts.set(text, { text, depth });
    }
    if (depth > DEEPEST || !isObject(each) || seen.has(each)) return;
    seen.add(each);
    for (const name of Object.getOwnPropertyNames(each)) if (!SKIPPED.includes(name)) collect(each[name], depth + 1);
  };
  collect(value, 0);
  return [...texts.values()];
}
