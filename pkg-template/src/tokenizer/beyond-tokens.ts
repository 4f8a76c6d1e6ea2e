// The tokens that are not ASCII.

import { BitSet } from "./bit-set.js";
import { extended, hashOf, mixed } from "./hash.js";
import { NONE, rankAt } from "./ranks.js";
import { END, TokenTable } from "./token-table.js";
import { lengthOf, pointAt } from "./utf8.js";

/** The letters of the first bytes of characters, as in `scripts/lib/vocabularies.mjs`. */
const LEADS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!#%&'()*+,-./:;<";
const FIRST_LEAD = 0xc2;
const [SEPARATOR, ESCAPE] = [0x7e, 0x7d];
/** More places than tokens, by a good part. */
const PLACE_BITS = 17;
/** The places of pairs of characters. */
const PAIR_BITS = 19;

/** The tokens that hold a byte beyond ASCII, and the borders of characters in them. */
export class BeyondTokens {
  readonly table: TokenTable;

  /** All tokens, with `END` after each, and the end of the last one. No token starts at 0. */
  readonly #bytes: Uint8Array;
  #end = 1;
  /** The characters of up to three bytes that are a token, a bit for each. */
  readonly #characters = new BitSet(16);
  /** Hashes of the pairs of characters that occur in tokens. */
  readonly #pairs = new BitSet(PAIR_BITS);
  /** Pairs of bytes with a border of characters between them, of which some token holds both and only a part of one of the characters. */
  readonly #torn = new Uint8Array(1 << 16);

  constructor(packed: string, order: string) {
    const text = new TextEncoder().encode(`${packed}~`);
    this.#bytes = new Uint8Array(text.length + 1);
    this.table = new TokenTable(this.#bytes, PLACE_BITS);
    let run = 0;
    let ascii = 0;
    let beyond = 0;
    for (let at = 0; at < text.length; at += 1) {
      let more = sixBits(order.charCodeAt(run++));
      if (more > 0) beyond = 0;
      for (; more === MORE; more = sixBits(order.charCodeAt(run++))) ascii += MORE;
      ascii += more;
      beyond += 1;
      at = this.#read(text, at, rankAt(ascii, beyond));
    }
  }

  /** Reads the packed token at `from`, and notes its characters and their borders. Returns its end. */
  #read(text: Uint8Array, from: number, rank: number): number {
    const bytes = this.#bytes;
    const start = this.#end;
    let end = start;
    let hash = 0;
    let last = NO_POINT;
    let at = from;
    for (; text[at] !== SEPARATOR; at += 1) {
      const border = end;
      let byte = LEAD_BYTES[text[at] ?? 0] ?? 0;
      if (byte === 0) {
        byte = (sixBits(text[at + 1] ?? 0) << 2) | sixBits(text[at + 2] ?? 0);
        at += 2;
      }
      bytes[end++] = byte;
      hash = extended(hash, byte);
      let point = byte;
      if (byte >= 0xc0) {
        let trails = lengthOf(byte) - 1;
        point = byte & (0x3f >> trails);
        for (; trails > 0 && text[at + 1] !== SEPARATOR; trails -= 1) {
          at += 1;
          const trail = 0x80 | sixBits(text[at] ?? 0);
          bytes[end++] = trail;
          hash = extended(hash, trail);
          point = (point << 6) | (trail & 0x3f);
        }
        if (trails > 0) point = NO_POINT;
      } else if (byte >= 0x80) point = NO_POINT;
      // A token may start or end within a character.
      if (border > start) {
        if (last !== NO_POINT && point !== NO_POINT) this.#pairs.add(pairOf(last, point));
        else this.#torn[((bytes[border - 1] ?? 0) << 8) | byte] = 1;
      }
      last = point;
    }
    bytes[end] = END;
    if (last !== NO_POINT && last < 0x10000 && end - start === lengthOf(bytes[start] ?? 0)) this.#characters.add(last);
    this.table.add(start, end, hash, rank);
    this.#end = end + 1;
    return at;
  }

  /** Reports whether the character of several bytes from `start` to `end` is a token. */
  isToken(bytes: Uint8Array, start: number, end: number): boolean {
    const point = pointAt(bytes, start);
    return point < 0x10000 ? this.#characters.has(point) : this.table.rankOf(bytes, start, end, hashOf(bytes, start, end)) !== NONE;
  }

  /** Reports whether a token can hold the border between these characters, of which one is beyond ASCII, and both characters whole. */
  isJoined(left: number, right: number): boolean {
    return this.#pairs.has(pairOf(left, right));
  }

  /** Reports whether a token can reach over the border between these bytes without holding both characters whole. */
  isTorn(before: number, after: number): boolean {
    return this.#torn[(before << 8) | after] === 1;
  }
}

/** The number that continues a run of ASCII tokens. */
const MORE = 63;
/** A part of a character. */
const NO_POINT = -1;
const LEAD_BYTES = leadBytes();

/** Returns the six bits that a character encodes. */
function sixBits(code: number): number {
  return code < 0x5c ? code - 0x30 : code - 0x31;
}

/** Returns the first byte of a character for each of its letters, 0 for an escape, and each other character itself. */
function leadBytes(): Uint8Array {
  const leads = Uint8Array.from({ length: 128 }, (_, code) => code);
  for (let lead = 0; lead < LEADS.length; lead += 1) leads[LEADS.charCodeAt(lead)] = FIRST_LEAD + lead;
  leads[ESCAPE] = 0;
  return leads;
}

/** Returns the place of a pair of characters. */
function pairOf(left: number, right: number): number {
  return mixed(left, right) >>> (32 - PAIR_BITS);
}
