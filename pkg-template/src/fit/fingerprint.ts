// The fingerprint of a value: a cheap look at it, which notices nearly every edit.

import { type PlainObject, bytesOf, isArray, reading } from "../input/check.js";

/** The most values of an item that are read. */
export const MOST_VALUES = 1_000;

/** The characters of a long text that are read, spread over the text. Its length counts, too. */
const MOST_CHARACTERS = 64;

/** The most levels of nesting that are read: more than any parsed value has. */
const MOST_LEVELS = 200;

/**
 * Returns a fingerprint of 32 bits of a value's JSON. The order of keys does not count. Reads at most `most` values, and 64 characters of
 * each text.
 */
export function fingerprint(value: unknown, most: number): number {
  let left = most;
  const of = (given: unknown, level: number): number => {
    left -= 1;
    if (left < 0 || level > MOST_LEVELS) return 0;
    switch (typeof given) {
      case "string":
        return ofText(given);
      case "number":
        return mixed(3, given === (given | 0) ? given : ofText(String(given)));
      case "boolean":
        return given ? 5 : 7;
      case "object":
        return given === null ? 11 : ofObject(given, level);
    }
    return 0;
  };
  const ofObject = (given: object, level: number): number => {
    const bytes = bytesOf(given);
    if (bytes !== undefined) return ofUnits(bytes.length, (at) => bytes[at] ?? 0);
    const { toJSON } = given as { toJSON?: unknown };
    if (typeof toJSON === "function") return of(toJSON.call(given) as unknown, level + 1);
    let sum = 13;
    if (isArray(given)) {
      for (let at = 0; at < given.length && left > 0; at += 1) sum = mixed(sum, of(given[at], level + 1));
      return sum;
    }
    for (const name of Object.keys(given)) {
      const inner = (given as PlainObject)[name];
      if (inner !== undefined) sum = (sum + scattered(mixed(ofText(name), of(inner, level + 1)))) | 0;
    }
    return sum;
  };
  return reading("`input`", () => of(value, 0));
}

/** Adds a number to the sum: a step of FNV-1a. */
export function mixed(sum: number, number: number): number {
  return Math.imul(sum ^ number, 0x01000193);
}

/** Scatters the bits, so that in a sum of such numbers the order does not count, but a swap of two values does. */
function scattered(sum: number): number {
  const half = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return half ^ (half >>> 13);
}

/** 32 bits as eight digits. */
export function hex(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, "0");
}

function ofText(text: string): number {
  return ofUnits(text.length, (at) => text.charCodeAt(at));
}

function ofUnits(length: number, unitAt: (at: number) => number): number {
  let sum = mixed(0x811c9dc5, length);
  const step = Math.ceil(length / MOST_CHARACTERS) || 1;
  for (let at = 0; at < length; at += step) sum = mixed(sum, unitAt(at));
  return sum;
}
