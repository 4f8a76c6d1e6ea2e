// The tokens of a vocabulary, found by their bytes.

import { lengthOf } from "./utf8.js";

/**
 * A text without tokens of one byte, which `SINGLES` orders. The tokens stand in the order of their ranks, with a tilde between them.
 * A byte that cannot stand in such a text is the character for private use U+F700 plus the byte.
 */
export type PackedVocabulary = string;

const SEPARATOR = 0x7e;

/** No token. */
export const NONE = 0x7fffffff;

/** The factor of the hash, a prime. */
const FACTOR = 0x01000193;
/** Spreads the bits of a hash: the upper bits of the product are the place in the table. */
const SPREAD = 0x9e3779b1;
/** Twice as many places as tokens at least. */
const PLACE_BITS = 19;
const PLACES = 1 << PLACE_BITS;
/** Room for the starts of tokens. */
const MOST_TOKENS = PLACES >> 1;
const SHIFT = 32 - PLACE_BITS;

/** Returns the hash of bytes: of `hash`, and the byte behind it. */
export function extended(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte + 1) | 0;
}

/** Finds tokens. */
export class Vocabulary {
  /** The length of the longest token, in bytes. */
  readonly longest: number;
  /** `FACTOR` to the power of each length of a token. */
  readonly powers: Int32Array;

  /** All tokens, one behind the other, and where each starts. */
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  /** Pairs of a hash and the number after the token's rank; 0 is a free place. */
  readonly #table: Int32Array;
  /** Pairs of bytes with a border of characters between them, of which some token holds both and only a part of one of the characters. */
  readonly #torn = new Uint8Array(1 << 16);
  /** The ranks of all tokens of two bytes. */
  readonly #pairs = new Int32Array(1 << 16).fill(NONE);

  constructor(packed: PackedVocabulary) {
    const { bytes, starts, size } = unpacked(packed);
    const table = new Int32Array(2 * PLACES);
    let longest = 0;
    for (let rank = 0; rank < size; rank += 1) {
      const start = starts[rank] ?? 0;
      const end = starts[rank + 1] ?? 0;
      if (end - start > longest) longest = end - start;
      if (end - start === 2) this.#pairs[((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)] = rank;
      const hash = hashOf(bytes, start, end);
      let place = 2 * (Math.imul(hash, SPREAD) >>> SHIFT);
      while (table[place + 1] !== 0) place = (place + 2) & (2 * PLACES - 1);
      table[place] = hash;
      table[place + 1] = rank + 1;
      if (isPartial(bytes, start, end)) this.#tear(bytes, start, end);
    }
    this.#bytes = bytes;
    this.#starts = starts;
    this.#table = table;
    this.longest = longest;
    this.powers = new Int32Array(longest + 1);
    this.powers[0] = 1;
    for (let power = 1; power <= longest; power += 1) this.powers[power] = Math.imul(this.powers[power - 1] ?? 0, FACTOR);
  }

  /** Notes the borders of characters in a token that is no whole text. */
  #tear(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start + 1; at < end; at += 1) {
      if (!isTrail(bytes[at] ?? 0)) this.#torn[((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0)] = 1;
    }
  }

  /** Reports whether a token can reach over the border between these bytes without holding both characters whole. */
  isTorn(before: number, after: number): boolean {
    return this.#torn[(before << 8) | after] === 1;
  }

  /** Returns the rank of the token of two bytes, or `NONE`. */
  pairRank(first: number, second: number): number {
    return this.#pairs[(first << 8) | second] ?? NONE;
  }

  /** Returns the rank of the token with the bytes from `start` to `end`, or `NONE`. `hash` is that of these bytes. */
  rankOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const table = this.#table;
    for (let place = 2 * (Math.imul(hash, SPREAD) >>> SHIFT); ; place = (place + 2) & (2 * PLACES - 1)) {
      const rank = (table[place + 1] ?? 0) - 1;
      if (rank < 0) return NONE;
      if (table[place] === hash && this.#isAt(rank, bytes, start, end)) return rank;
    }
  }

  #isAt(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let at = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - at !== end - start) return false;
    for (let other = start; other < end; other += 1, at += 1) if (own[at] !== bytes[other]) return false;
    return true;
  }
}

/** Returns the hash of the bytes from `start` to `end`. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = extended(hash, bytes[at] ?? 0);
  return hash;
}

/** Returns the bytes of all tokens, where each starts and the last ends, and their number. */
function unpacked(packed: PackedVocabulary): { bytes: Uint8Array; starts: Int32Array; size: number } {
  const bytes = new TextEncoder().encode(`${"\0".repeat(256)}${packed}`);
  const starts = new Int32Array(MOST_TOKENS);
  singles().forEach((byte, rank) => {
    bytes[rank] = byte;
    starts[rank] = rank;
  });
  let size = 256;
  let length = 256;
  starts[size++] = length;
  for (let at = length; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === SEPARATOR) starts[size++] = length;
    else if (byte === 0xef && ((bytes[at + 1] ?? 0) & 0xfc) === 0x9c) {
      bytes[length++] = (((bytes[at + 1] ?? 0) & 0x03) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
      at += 2;
    } else bytes[length++] = byte;
  }
  starts[size] = length;
  return { bytes, starts, size };
}

/** Reports whether a token starts or ends within a character. */
function isPartial(bytes: Uint8Array, start: number, end: number): boolean {
  if (isTrail(bytes[start] ?? 0)) return true;
  let last = end - 1;
  while (isTrail(bytes[last] ?? 0)) last -= 1;
  return last + lengthOf(bytes[last] ?? 0) > end;
}

/** Reports whether a byte continues a character. */
function isTrail(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Returns the tokens of one byte in the order of their ranks: printable characters of Latin-1, then all others. */
function singles(): number[] {
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  const isPrintable = (byte: number) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  return [...all.filter(isPrintable), ...all.filter((byte) => !isPrintable(byte))];
}
