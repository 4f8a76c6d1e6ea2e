// Merges the bytes of a piece to tokens: again and again the two neighbours that make the token of the lowest rank, from the left.

import { PairCache, UNKNOWN } from "./pair-cache.js";
import { NONE } from "./ranks.js";
import { lengthOf, pointAt } from "./utf8.js";
import type { Vocabulary } from "./vocabulary.js";

/** Pieces of up to so many bytes look through all parts for the lowest rank; longer ones keep them in a heap. */
const SHORT = 96;
/** The weight of a part of a short piece is the rank that it has with the next part, and in the lower bits its start. */
const START_BITS = 7;
/** More than any weight. The difference to any weight fits into 32 bits. */
const NO_WEIGHT = 0x3fffffff;

/** Counts the tokens of pieces that are no token. */
export class Merger {
  readonly #vocabulary: Vocabulary;
  readonly #pairs = new PairCache();
  /** By the start of each part: the start of the next and of the last part, and a number that only parts with the same bytes have. */
  #next = new Int32Array(SHORT + 1);
  #last = new Int32Array(SHORT + 1);
  #ids = new Int32Array(SHORT + 1);
  readonly #weights = new Int32Array(SHORT);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Returns the number of tokens of the bytes from `start` to `end`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length >= this.#next.length) this.#resize(2 * length);
    const parts = this.#split(bytes, start, length);
    const merges = length <= SHORT ? this.#mergeShort(bytes, start, length) : this.#mergeLong(bytes, start, length);
    if (length > LARGEST_KEPT) this.#resize(SHORT);
    return parts - merges;
  }

  #resize(length: number): void {
    this.#next = new Int32Array(length + 1);
    this.#last = new Int32Array(length + 1);
    this.#ids = new Int32Array(length + 1);
  }

  /**
   * Makes the first parts, and returns their number. A character that is a token is one part, for its bytes are merged before it is merged
   * with others: no token with a character in it has a lower rank than the character. It is not one part where a token may hold a part of
   * it beside another character.
   */
  #split(bytes: Uint8Array, start: number, length: number): number {
    const next = this.#next;
    const last = this.#last;
    const ids = this.#ids;
    let count = 0;
    for (let at = 0; at < length; ) {
      const first = bytes[start + at] ?? 0;
      const end = at + lengthOf(first);
      const isWhole = first < 0x80 || this.#isWhole(bytes, start + at, start + end, at > 0, end < length);
      for (const step = isWhole ? end - at : 1; at < end; at += step) {
        next[at] = at + step;
        last[at + step] = at;
        // Ranks are not negative.
        ids[at] = isWhole ? ~pointAt(bytes, start + at) : ~(BYTES + (bytes[start + at] ?? 0));
        count += 1;
      }
    }
    return count;
  }

  /** Reports whether the bytes of a character are merged before it is merged with others, of which some may be before and after it. */
  #isWhole(bytes: Uint8Array, start: number, end: number, hasBefore: boolean, hasAfter: boolean): boolean {
    const tokens = this.#vocabulary.beyond;
    if (hasBefore && tokens.isTorn(bytes[start - 1] ?? 0, bytes[start] ?? 0)) return false;
    if (hasAfter && tokens.isTorn(bytes[end - 1] ?? 0, bytes[end] ?? 0)) return false;
    return tokens.isToken(bytes, start, end);
  }

  /** Returns the rank of a part and the next part together, or `NONE`. */
  #rankAt(bytes: Uint8Array, start: number, length: number, part: number): number {
    const middle = this.#next[part] ?? length;
    if (middle >= length) return NONE;
    const left = this.#ids[part] ?? 0;
    const right = this.#ids[middle] ?? 0;
    const known = this.#pairs.get(left, right);
    if (known !== UNKNOWN) return known;
    const rank = this.#vocabulary.rankOf(bytes, start + part, start + (this.#next[middle] ?? length));
    this.#pairs.put(left, right, rank);
    return rank;
  }

  /** Merges the parts of a short piece, and returns the number of merges. */
  #mergeShort(bytes: Uint8Array, start: number, length: number): number {
    const next = this.#next;
    const last = this.#last;
    const weights = this.#weights;
    for (let part = 0; part < length; part = next[part] ?? length) weights[part] = weightOf(this.#rankAt(bytes, start, length, part), part);
    for (let merges = 0; ; merges += 1) {
      // No branch, because no processor would predict it.
      let lowest = NO_WEIGHT;
      for (let part = 0; part < length; part = next[part] ?? length) {
        const difference = (weights[part] ?? 0) - lowest;
        lowest += difference & (difference >> 31);
      }
      if (lowest === NO_WEIGHT) return merges;
      const part = lowest & ((1 << START_BITS) - 1);
      const merged = next[part] ?? length;
      const after = next[merged] ?? length;
      next[part] = after;
      last[after] = part;
      this.#ids[part] = lowest >> START_BITS;
      weights[part] = weightOf(this.#rankAt(bytes, start, length, part), part);
      if (part > 0) {
        const before = last[part] ?? 0;
        weights[before] = weightOf(this.#rankAt(bytes, start, length, before), before);
      }
    }
  }

  /** Merges the parts of a long piece, and returns the number of merges. */
  #mergeLong(bytes: Uint8Array, start: number, length: number): number {
    const next = this.#next;
    const last = this.#last;
    // The rank that each part has with the next.
    const ranks = new Int32Array(length).fill(NONE);
    const heap = new Heap(length);
    const weigh = (part: number) => {
      const rank = this.#rankAt(bytes, start, length, part);
      ranks[part] = rank;
      if (rank !== NONE) heap.add(rank, part);
    };
    for (let part = 0; part < length; part = next[part] ?? length) weigh(part);
    let merges = 0;
    while (heap.take()) {
      const { rank, part } = heap;
      // The part was merged, or its neighbour was.
      if (ranks[part] !== rank) continue;
      const merged = next[part] ?? length;
      const after = next[merged] ?? length;
      next[part] = after;
      last[after] = part;
      this.#ids[part] = rank;
      ranks[merged] = NONE;
      merges += 1;
      weigh(part);
      if (part > 0) weigh(last[part] ?? 0);
    }
    return merges;
  }
}

function weightOf(rank: number, part: number): number {
  return rank === NONE ? NO_WEIGHT : (rank << START_BITS) | part;
}

/** Parts of one byte that are no character have the numbers from here, above all characters. */
const BYTES = 0x110000;

/** The room for a piece with more bytes is not kept for the next one. */
const LARGEST_KEPT = 1 << 16;

/** Pairs of a rank and a part, of which the lowest rank comes first, and of equal ranks the first part. */
class Heap {
  /** The pair that was taken. */
  rank = 0;
  part = 0;

  #keys: Float64Array;
  #size = 0;

  constructor(size: number) {
    this.#keys = new Float64Array(size + 2);
  }

  add(rank: number, part: number): void {
    if (this.#size === this.#keys.length) {
      const more = new Float64Array(2 * this.#size);
      more.set(this.#keys);
      this.#keys = more;
    }
    const keys = this.#keys;
    // A rank has no more than 21 bits, so a double holds both exactly.
    const key = rank * PARTS + part;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = keys[parent] ?? 0;
      if (above <= key) break;
      keys[at] = above;
      at = parent;
    }
    keys[at] = key;
  }

  /** Takes the first pair. False if there is none. */
  take(): boolean {
    if (this.#size === 0) return false;
    const keys = this.#keys;
    const first = keys[0] ?? 0;
    this.rank = Math.floor(first / PARTS);
    this.part = first % PARTS;
    this.#size -= 1;
    const key = keys[this.#size] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1;
      const below = keys[child] ?? 0;
      if (key <= below) break;
      keys[at] = below;
      at = child;
    }
    keys[at] = key;
    return true;
  }
}

const PARTS = 2 ** 32;
