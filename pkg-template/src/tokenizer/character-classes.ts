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

const BY_LETTER: Record<string, number> = { l: LOWER, u: UPPER, o: OTHER_LETTER, m: MARK, n: NUMBER, s: SPACE, x: SYMBOL };

/** Returns the class of each code point. */
export function characterClasses(): Uint8Array {
  const classes = new Uint8Array(0x110000);
  let at = 0;
  for (const [, length, letter = ""] of RUNS.matchAll(/(\d*)(\D)/g)) {
    const end = at + Number(length || 1);
    classes.fill(BY_LETTER[letter] ?? SYMBOL, at, end);
    at = end;
  }
  classes[0x0a] = classes[0x0d] = NEWLINE;
  return classes;
}
