// Remembers which tokens parts make together.

import { mixed } from "./hash.js";

const PLACE_BITS = 13;
/** The numbers of a place. */
const STRIDE = 3;

/** The pair is not in the cache. */
export const UNKNOWN = -1;

/**
 * The ranks of the last pairs of parts. Pairs come again and again, and the tables of tokens are so large that each look into them may wait
 * for memory. A newer pair takes the place of an older one.
 */
export class PairCache {
  /** The numbers of the two parts, and the rank of both together. 0 and 0 stand for no pair: 0 is no token's rank. */
  readonly #pairs = new Int32Array(STRIDE << PLACE_BITS);

  /** Returns the rank of two parts together, `NONE` or `UNKNOWN`. The same number stands for the same bytes, and is not 0. */
  get(left: number, right: number): number {
    const pairs = this.#pairs;
    const place = placeOf(left, right);
    return pairs[place] === left && pairs[place + 1] === right ? (pairs[place + 2] ?? UNKNOWN) : UNKNOWN;
  }

  put(left: number, right: number, rank: number): void {
    const pairs = this.#pairs;
    const place = placeOf(left, right);
    pairs[place] = left;
    pairs[place + 1] = right;
    pairs[place + 2] = rank;
  }
}

function placeOf(left: number, right: number): number {
  return STRIDE * (mixed(left, right) >>> (32 - PLACE_BITS));
}
