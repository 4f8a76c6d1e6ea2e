// The tokens that are ASCII.

import { AsciiKey, LENGTH_SHIFT } from "./ascii-key.js";
import { spread } from "./hash.js";
import { NONE, rankAt } from "./ranks.js";

/** Twice as many places as tokens at least. */
const PLACE_BITS = 18;
const PLACES = 1 << PLACE_BITS;
const SHIFT = 32 - PLACE_BITS;
/** The numbers of a place. */
const STRIDE = 3;

/** The separator of packed tokens. A tilde within a token is packed as the character behind it. */
const [SEPARATOR, TILDE] = [0x7e, 0x7e];
/** Follows each token in memory. No text of ASCII holds it. */
const END = 0xff;

/** Finds the tokens of several bytes that are ASCII. */
export class AsciiTokens {
  /** The length of the longest token, in bytes. */
  readonly longest: number;

  /** All tokens, with `END` behind each. */
  readonly #bytes: Uint8Array;
  /**
   * The two numbers of the key of each token, and its rank. A long token has its hash and where it starts, which is less than the second
   * number of a key. A second number of 0 is a free place.
   */
  readonly #table = new Int32Array(STRIDE * PLACES);

  // The loops of the start are in small functions: engines optimize these soonest.
  constructor(packed: string) {
    const bytes = new Uint8Array(packed.length + 2);
    new TextEncoder().encodeInto(packed, bytes.subarray(1));
    bytes[0] = SEPARATOR;
    bytes[bytes.length - 1] = SEPARATOR;
    this.#bytes = bytes;
    const key = new AsciiKey();
    let longest = 0;
    for (let start = 1, token = 1; start < bytes.length; token += 1) {
      const end = tokenEnd(bytes, start);
      this.#add(key, start, end, rankAt(token, 0));
      if (end - start > longest) longest = end - start;
      start = end + 1;
    }
    this.longest = longest;
  }

  #add(key: AsciiKey, start: number, end: number, rank: number): void {
    const table = this.#table;
    key.read(this.#bytes, start, end);
    let place = placeOf(key.hash);
    while (table[place + 1] !== 0) place = after(place);
    // The second number of a key is never 0 where it holds its bytes.
    table[place] = key.second === 0 ? key.hash : key.first;
    table[place + 1] = key.second === 0 ? start : key.second;
    table[place + 2] = rank;
  }

  /** Returns the rank of the token with the bytes from `start` to `end`, which have this key, or `NONE`. */
  rankOf({ first, second, hash }: AsciiKey, bytes: Uint8Array, start: number, end: number): number {
    const table = this.#table;
    for (let place = placeOf(hash); ; place = after(place)) {
      const other = table[place + 1] ?? 0;
      if (other === 0) return NONE;
      const isFound = second === 0 ? table[place] === hash && other >>> LENGTH_SHIFT === 0 && this.#isAt(other, bytes, start, end) : other === second && table[place] === first;
      if (isFound) return table[place + 2] ?? NONE;
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
function placeOf(hash: number): number {
  return STRIDE * (spread(hash) >>> SHIFT);
}

/** Returns the next place of the table. */
function after(place: number): number {
  return place === STRIDE * (PLACES - 1) ? 0 : place + STRIDE;
}
