// The tokens that are not ASCII.

import { BitSet } from "./bit-set.js";
import { hashOf, mixed, spread } from "./hash.js";
import { NONE, rankAt } from "./ranks.js";
import { lengthOf, pointAt } from "./utf8.js";

/** The letters of the first bytes of characters, as in `scripts/lib/vocabularies.mjs`. */
const LEADS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!#%&'()*+,-./:;<";
const FIRST_LEAD = 0xc2;
const [SEPARATOR, ESCAPE] = [0x7e, 0x7d];
/** Follows each token in memory. No text in UTF-8 holds it. */
const END = 0xff;

/** More places than tokens, by a good part. */
const PLACE_BITS = 17;
const PLACES = 1 << PLACE_BITS;
const SHIFT = 32 - PLACE_BITS;
/** The numbers of a place. */
const STRIDE = 3;
/** The places of pairs of characters. */
const PAIR_BITS = 19;

/** Finds the tokens that hold a byte beyond ASCII. */
export class BeyondTokens {
  /** The length of the longest token, in bytes. */
  longest = 0;

  /** All tokens, with `END` behind each. */
  readonly #bytes: Uint8Array;
  /** Of each token its hash, where it starts, and its rank. A start of 0 is a free place. */
  readonly #table = new Int32Array(STRIDE * PLACES);
  /** The characters of up to three bytes that are a token, a bit for each. */
  readonly #characters = new BitSet(16);
  /** Hashes of the pairs of characters that stand in some token. */
  readonly #pairs = new BitSet(PAIR_BITS);
  /** Pairs of bytes with a border of characters between them, of which some token holds both and only a part of one of the characters. */
  readonly #torn = new Uint8Array(1 << 16);

  constructor(packed: string, order: string) {
    const text = new TextEncoder().encode(`${packed}~`);
    const bytes = new Uint8Array(text.length + 1);
    this.#bytes = bytes;
    const leads = leadBytes();
    let run = 0;
    let ascii = 0;
    let beyond = 0;
    // 0 marks a free place, so no token starts there.
    for (let at = 0, start = 1; at < text.length; ) {
      const packedEnd = tokenEnd(text, at);
      const end = unpack(text, at, packedEnd, leads, bytes, start);
      bytes[end] = END;
      let more = sixBits(order.charCodeAt(run++));
      if (more > 0) beyond = 0;
      for (; more === MORE; more = sixBits(order.charCodeAt(run++))) ascii += MORE;
      ascii += more;
      beyond += 1;
      this.#add(start, end, rankAt(ascii, beyond));
      this.#note(start, end);
      at = packedEnd + 1;
      start = end + 1;
    }
  }

  #add(start: number, end: number, rank: number): void {
    const table = this.#table;
    const hash = hashOf(this.#bytes, start, end);
    let place = placeOf(hash);
    while (table[place + 1] !== 0) place = after(place);
    table[place] = hash;
    table[place + 1] = start;
    table[place + 2] = rank;
    if (end - start > this.longest) this.longest = end - start;
  }

  /** Notes the characters of a token, and their borders. It may start and end within a character. */
  #note(start: number, end: number): void {
    const bytes = this.#bytes;
    let at = start;
    while (at < end && isTrail(bytes[at] ?? 0)) at += 1;
    if (at > start && at < end) this.#tear(at);
    let last = -1;
    while (at < end) {
      const next = at + lengthOf(bytes[at] ?? 0);
      if (next > end) {
        if (at > start) this.#tear(at);
        return;
      }
      const point = pointAt(bytes, at);
      if (last >= 0) this.#pairs.add(pairOf(last, point));
      else if (next === end && at === start && point < 0x10000) this.#characters.add(point);
      last = point;
      at = next;
    }
  }

  #tear(border: number): void {
    this.#torn[((this.#bytes[border - 1] ?? 0) << 8) | (this.#bytes[border] ?? 0)] = 1;
  }

  /** Reports whether the character of several bytes from `start` to `end` is a token. */
  isToken(bytes: Uint8Array, start: number, end: number): boolean {
    const point = pointAt(bytes, start);
    return point < 0x10000 ? this.#characters.has(point) : this.rankOf(bytes, start, end, hashOf(bytes, start, end)) !== NONE;
  }

  /** Reports whether a token can hold the border between these characters, of which one is beyond ASCII, and both characters whole. */
  isJoined(left: number, right: number): boolean {
    return this.#pairs.has(pairOf(left, right));
  }

  /** Reports whether a token can reach over the border between these bytes without holding both characters whole. */
  isTorn(before: number, after: number): boolean {
    return this.#torn[(before << 8) | after] === 1;
  }

  /** Returns the rank of the token with the bytes from `start` to `end`, or `NONE`. `hash` is that of these bytes. */
  rankOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const table = this.#table;
    for (let place = placeOf(hash); ; place = after(place)) {
      const token = table[place + 1] ?? 0;
      if (token === 0) return NONE;
      if (table[place] === hash && this.#isAt(token, bytes, start, end)) return table[place + 2] ?? NONE;
    }
  }

  #isAt(token: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let at = token;
    for (let other = start; other < end; other += 1, at += 1) if (own[at] !== bytes[other]) return false;
    return own[at] === END;
  }
}

/** The number that continues a run of ASCII tokens. */
const MORE = 63;

/** Returns the number of a character that stands for six bits. */
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

/** Returns the end of the packed token at `start`. */
function tokenEnd(text: Uint8Array, start: number): number {
  let at = start;
  while (text[at] !== SEPARATOR) at += 1;
  return at;
}

/** Writes the bytes of the packed token from `from` to `to`, and returns their end. */
function unpack(text: Uint8Array, from: number, to: number, leads: Uint8Array, bytes: Uint8Array, start: number): number {
  let end = start;
  let trails = 0;
  for (let at = from; at < to; at += 1) {
    const code = text[at] ?? 0;
    let byte = leads[code] ?? 0;
    if (trails > 0) {
      byte = 0x80 | sixBits(code);
      trails -= 1;
    } else if (byte >= 0x80) trails = lengthOf(byte) - 1;
    else if (byte === 0) {
      byte = (sixBits(text[at + 1] ?? 0) << 2) | sixBits(text[at + 2] ?? 0);
      at += 2;
    }
    bytes[end++] = byte;
  }
  return end;
}

function placeOf(hash: number): number {
  return STRIDE * (spread(hash) >>> SHIFT);
}

/** Returns the next place of the table. */
function after(place: number): number {
  return place === STRIDE * (PLACES - 1) ? 0 : place + STRIDE;
}

/** Returns the place of a pair of characters. */
function pairOf(left: number, right: number): number {
  return mixed(left, right) >>> (32 - PAIR_BITS);
}

/** Reports whether a byte continues a character. */
function isTrail(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
