// Times and random values that a program makes for each request, and puts into the prompt.

import type { ChangingValue } from "./types.js";

/** Patterns, the most particular first. */
const PATTERNS: readonly (readonly [ChangingValue["kind"], RegExp])[] = [
  ["uuid", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  ["date", /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g],
  ["date", /\b\d{1,4}[/.]\d{1,2}[/.]\d{2,4}\b/g],
  [
    "date",
    /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?: \d{1,2}(?:st|nd|rd|th)?)?,? \d{4}\b/gi,
  ],
  ["time", /\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]\.?m\b\.?)?/gi],
  ["epoch", /\b(?:1[0-9]|2[01])\d{8}(?:\d{3})?(?:\.\d+)?\b/g],
  // Hexadecimal digits, or the letters and digits of a random id; both have a digit, since words have none.
  ["random", /\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi],
  ["random", /\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9_]{16,}\b/g],
  ["random", /\b0?\.\d{8,}\b/g],
];

/** Fields that hold the id of a call. */
const ID_FIELDS = ["id", "call_id", "tool_call_id", "tool_use_id", "toolUseId"];

/** Names the value that differs at the first difference of two texts or numbers; null if it is an ordinary edit. */
export function changingValueOf(before: unknown, after: unknown, key: string): ChangingValue | null {
  if (!isScalar(before) || !isScalar(after)) return null;
  const [one, other] = [String(before), String(after)];
  if (ID_FIELDS.includes(key)) return { kind: "call-id", before: one, after: other };
  const at = firstDifference(one, other);
  for (const [kind, pattern] of PATTERNS) {
    const [found, changed] = [around(one, pattern, at), around(other, pattern, at)];
    // A value that was kept is a coincidence: the text changed beside it.
    if (found !== null && changed !== null && found !== changed) return { kind, before: found, after: changed };
  }
  return null;
}

const isScalar = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Characters of a text on either side of the difference that are searched. */
const NEAR = 80;

/** Returns the match that covers a place, or ends at it. */
function around(text: string, pattern: RegExp, at: number): string | null {
  // A cut must not begin within a word: the match would begin there, too.
  const from = Math.max(0, text.lastIndexOf(" ", at - NEAR) + 1, at - 4 * NEAR);
  for (const match of text.slice(from, at + NEAR).matchAll(pattern)) {
    const start = from + match.index;
    if (start <= at && at <= start + match[0].length) return match[0];
  }
  return null;
}
