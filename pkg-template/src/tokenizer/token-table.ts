// A hash table of tokens.

import { BitSet } from "./bit-set.js";
import { spread } from "./hash.js";
import { NONE } from "./ranks.js";

/** The numbers of a place. */
const STRIDE = 3;
/** The filter has so many times as many bits as the table has places, as a power of two. */
const FILTER_BITS = 3;
/** Follows each token in memory. No text in UTF-8 holds it. */
export const END = 0xff;

/** Finds tokens by their bytes. */
export class TokenTable {
  /** The length of the longest token, in bytes. */
  longest = 0;

  /** The tokens, with `END` after each. */
  readonly #bytes: Uint8Array;
  /** For each token its hash, its start, and its rank. A start of 0 is a free place. */
  readonly #table: Int32Array;
  readonly #shift: number;
  /** Bits of the hashes of all tokens. Most texts that are no token are not in it, and it stays in the processor's cache. */
  readonly #filter: BitSet;

  /** `bytes` will hold the tokens, none of them at 0. The table has two to the power of `bits` places. */
  constructor(bytes: Uint8Array, bits: number) {
    this.#bytes = bytes;
    this.#table = new Int32Array(STRIDE << bits);
    this.#shift = 32 - bits;
    this.#filter = new BitSet(bits + FILTER_BITS);
  }

  /** Adds the token from `start` to `end`. */
  add(start: number, end: number, hash: number, rank: number): void {
    const table = this.#table;
    const place = spread(hash);
    this.#filter.add(place >>> (this.#shift - FILTER_BITS));
    let at = STRIDE * (place >>> this.#shift);
    while (table[at + 1] !== 0) at = at + STRIDE === table.length ? 0 : at + STRIDE;
    table[at] = hash;
    table[at + 1] = start;
    table[at + 2] = rank;
    if (end - start > this.longest) this.longest = end - start;
  }

  /** Returns the rank of the token with the bytes from `start` to `end`, or `NONE`. `hash` is that of these bytes. */
  rankOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const place = spread(hash);
    if (end - start > this.longest || !this.#filter.has(place >>> (this.#shift - FILTER_BITS))) return NONE;
    const table = this.#table;
    for (let at = STRIDE * (place >>> this.#shift); ; at = at + STRIDE === table.length ? 0 : at + STRIDE) {
      const token = table[at + 1] ?? 0;
      if (token === 0) return NONE;
      if (table[at] === hash && this.#isAt(token, bytes, start, end)) return table[at + 2] ?? NONE;
    }
  }

  #isAt(token: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let at = token;
    for (let other = start; other < end; other += 1, at += 1) if (own[at] !== bytes[other]) return false;
    return own[at] === END;
  }
}
