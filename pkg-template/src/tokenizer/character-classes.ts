// The classes of characters that the tokenizers split by.

import { RUNS } from "./unicode.js";

/** A class is one bit, so that a set of classes is a sum. */
export const LOWER = 1;
export const UPPER = 2;
/** Letters without case, and those that modify others. */
export const OTHER_LETTER = 4;
export const MARK = 8;
export const NUMBER = 16;
/** White space, except `NEWLINE`. */
export const SPACE = 32;
/** `\r` and `\n`. */
export const NEWLINE = 64;
/** All other characters. */
export const SYMBOL = 128;

const BY_LETTER: Record<string, number> = { l: LOWER, u: UPPER, o: OTHER_LETTER, m: MARK, n: NUMBER, s: SPACE };

/** Returns the class of each byte that is a character, and 0 for all others. */
export function asciiClasses(): Uint8Array {
  const classes = new Uint8Array(0x100).fill(SYMBOL, 0, 0x80);
  fillRuns(0x80, (kind, from, to) => classes.fill(kind, from, to));
  classes[0x0a] = classes[0x0d] = NEWLINE;
  return classes;
}

/** Returns the class of each code point, but 0 for symbols: most code points are none of the others, and their memory is not touched. */
export function otherClasses(): Uint8Array {
  const classes = new Uint8Array(0x110000);
  fillRuns(classes.length, (kind, from, to) => classes.fill(kind, from, to));
  return classes;
}

/** Calls `fill` for the runs of characters of one class below `limit`, except symbols. */
function fillRuns(limit: number, fill: (kind: number, from: number, to: number) => void): void {
  let from = 0;
  let length = 0;
  for (let at = 0; at < RUNS.length && from < limit; at += 1) {
    const digit = RUNS.charCodeAt(at) - 0x30;
    if (digit <= 9) {
      length = 10 * length + digit;
      continue;
    }
    const to = Math.min(limit, from + (length || 1));
    const kind = BY_LETTER[RUNS.charAt(at)];
    if (kind !== undefined) fill(kind, from, to);
    from = to;
    length = 0;
  }
}
