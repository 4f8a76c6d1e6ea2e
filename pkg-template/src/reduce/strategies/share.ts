// Sizes of the history, as a share of what it may take or in tokens.

import { unlike } from "../../input/check.js";

/** Refuses anything but a share: a number above 0, at most `most`. */
export function share(name: string, value: unknown, most: number): number {
  if (typeof value === "number" && value > 0 && value <= most) return value;
  throw unlike(name, `a number above 0, at most ${most}`, value);
}

/** Refuses anything but a share, at most `most`, or a whole number of tokens. One token is no goal: 1 is a share. */
export function shareOrTokens(name: string, value: unknown, most: number): number {
  if (typeof value === "number" && value > 0 && (value <= most || (value > 1 && Number.isSafeInteger(value)))) return value;
  throw unlike(name, `a share (above 0, at most ${most}) or tokens (a whole number above 1)`, value);
}

/** Returns the tokens of a share, or the given tokens, but no more than the share `most`. */
export function tokensIn(room: number, size: number, most: number): number {
  return size > 1 ? Math.min(size, room * most) : room * size;
}
