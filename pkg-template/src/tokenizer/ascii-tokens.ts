// The tokens that are ASCII.

import { MIX, SPREAD, extended } from "./hash.js";
import { NONE, rankAt } from "./ranks.js";

/** Twice as many places as tokens at least. */
const PLACE_BITS = 18;
const PLACES = 1 << PLACE_BITS;
const SHIFT = 32 - PLACE_BITS;
/** The numbers of a place. */
const STRIDE = 3;

/** A key of so many bytes at most holds the bytes themselves: seven bits of each, and the length in the upper bits of `second`. */
export const LONGEST_EXACT = 8;
const LENGTH_SHIFT = 28;

/** The separator of packed tokens. A tilde within a token is packed as the character behind it. */
const [SEPARATOR, TILDE] = [0x7e, 0x7e];
/** Follows each token in memory. No text of ASCII holds it. */
const END = 0xff;

/** The key of some bytes. */
export class AsciiKey {
  first = 0;
  /** 0 if the key is a hash. */
  second = 0;

  /** Makes the key of the bytes from `start` to `end`. Returns false if one of them is beyond ASCII. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    let all = 0;
    let first = 0;
    let second = 0;
    let at = start;
    if (end - start <= LONGEST_EXACT) {
      const middle = end < start + 4 ? end : start + 4;
      for (; at < middle; at += 1) {
        const byte = bytes[at] ?? 0;
        all |= byte;
        first = (first << 7) | byte;
      }
      for (; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        all |= byte;
        second = (second << 7) | byte;
      }
      second |= (end - start) << LENGTH_SHIFT;
    } else {
      for (; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        all |= byte;
        first = extended(first, byte);
      }
    }
    this.first = first;
    this.second = second;
    return all < 0x80;
  }
}

/** Finds the tokens of several bytes that are ASCII. */
export class AsciiTokens {
  /** The length of the longest token, in bytes. */
  readonly longest: number;

  /** All tokens, with `END` behind each. */
  readonly #bytes: Uint8Array;
  /**
   * The two numbers of the key of each token, and its rank. Of a token that is longer than a key, the second number is where it starts,
   * which is less than the second number of any other key. A second number of 0 is a free place.
   */
  readonly #table = new Int32Array(STRIDE * PLACES);
  /** The ranks of the tokens of two bytes. */
  readonly #pairs = new Int32Array(1 << 14).fill(NONE);
  readonly #key = new AsciiKey();

  // The loops of the start are in small functions: engines optimize these soonest.
  constructor(packed: string) {
    const bytes = new Uint8Array(packed.length + 2);
    new TextEncoder().encodeInto(packed, bytes.subarray(1));
    bytes[0] = SEPARATOR;
    bytes[bytes.length - 1] = SEPARATOR;
    this.#bytes = bytes;
    let longest = 0;
    for (let start = 1, token = 1; start < bytes.length; token += 1) {
      const end = tokenEnd(bytes, start);
      this.#add(start, end, rankAt(token, 0));
      if (end - start > longest) longest = end - start;
      start = end + 1;
    }
    this.longest = longest;
  }

  #add(start: number, end: number, rank: number): void {
    const table = this.#table;
    const key = this.#key;
    key.read(this.#bytes, start, end);
    let place = placeOf(key.first, key.second);
    while (table[place + 1] !== 0) place = after(place);
    table[place] = key.first;
    table[place + 1] = key.second === 0 ? start : key.second;
    table[place + 2] = rank;
    if (end - start === 2) this.#pairs[key.first] = rank;
  }

  /** Reports whether the bytes are a token. `first` and `second` are their key. */
  has(first: number, second: number, bytes: Uint8Array, start: number, end: number): boolean {
    return (second === 0 ? this.#findLong(first, bytes, start, end) : this.#find(first, second)) >= 0;
  }

  /** Returns the rank of the token with these bytes, or `NONE`. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 2) return this.#pairs[((bytes[start] ?? 0) << 7) | (bytes[start + 1] ?? 0)] ?? NONE;
    if (length > this.longest) return NONE;
    const key = this.#key;
    key.read(bytes, start, end);
    const place = key.second === 0 ? this.#findLong(key.first, bytes, start, end) : this.#find(key.first, key.second);
    return place < 0 ? NONE : (this.#table[place + 2] ?? NONE);
  }

  /** Returns the place of a key that holds its bytes, or -1. */
  #find(first: number, second: number): number {
    const table = this.#table;
    for (let place = placeOf(first, second); ; place = after(place)) {
      const other = table[place + 1];
      if (other === second && table[place] === first) return place;
      if (other === 0) return -1;
    }
  }

  /** Returns the place of a token with this hash, or -1. */
  #findLong(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const table = this.#table;
    for (let place = placeOf(hash, 0); ; place = after(place)) {
      const token = table[place + 1] ?? 0;
      if (token === 0) return -1;
      if (table[place] === hash && token >>> LENGTH_SHIFT === 0 && this.#isAt(token, bytes, start, end)) return place;
    }
  }

  #isAt(token: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let at = token;
    for (let other = start; other < end; other += 1, at += 1) if (own[at] !== bytes[other]) return false;
    return own[at] === END;
  }
}

/** Returns the end of the packed token at `start`. Writes the token as it is, and `END` behind it. */
function tokenEnd(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? SEPARATOR;
    if (byte < SEPARATOR) continue;
    bytes[at] = byte === SEPARATOR ? END : TILDE;
    if (byte === SEPARATOR) return at;
  }
}

/** Returns where the search for a key starts in the table. */
function placeOf(first: number, second: number): number {
  return STRIDE * (Math.imul(first ^ Math.imul(second, MIX), SPREAD) >>> SHIFT);
}

/** Returns the next place of the table. */
function after(place: number): number {
  return place === STRIDE * (PLACES - 1) ? 0 : place + STRIDE;
}
