// Merges the bytes of a piece to tokens: again and again the two neighbours that make the token of the lowest rank, from the left.

import { FACTOR, extended } from "./hash.js";
import { NONE } from "./ranks.js";
import { lengthOf } from "./utf8.js";
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
  /** For each number of bytes at the start of the piece: their hash, and the number up to the last one beyond ASCII. */
  #hashes = new Int32Array(SHORT + 1);
  #beyond = new Int32Array(SHORT + 1);
  /** By the start of each part: the start of the next and of the last part. */
  #next = new Int32Array(SHORT + 1);
  #last = new Int32Array(SHORT + 1);
  readonly #weights = new Int32Array(SHORT + 1);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Returns the number of tokens of the bytes from `start` to `end`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (this.#hashes.length <= length) this.#resize(2 * length);
    const hashes = this.#hashes;
    const beyond = this.#beyond;
    let hash = 0;
    let last = 0;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[start + at] ?? 0;
      hash = extended(hash, byte);
      if (byte >= 0x80) last = at + 1;
      hashes[at + 1] = hash;
      beyond[at + 1] = last;
    }
    const parts = last === 0 ? this.#splitBytes(length) : this.#splitCharacters(bytes, start, length);
    const merges = length <= SHORT ? this.#mergeShort(bytes, start, length) : this.#mergeLong(bytes, start, length);
    if (hashes.length > LARGEST_KEPT) this.#resize(SHORT);
    return parts - merges;
  }

  #resize(length: number): void {
    this.#hashes = new Int32Array(length + 1);
    this.#beyond = new Int32Array(length + 1);
    this.#next = new Int32Array(length + 1);
    this.#last = new Int32Array(length + 1);
  }

  /** Returns the rank of the bytes from `from` to `to` of the piece. */
  #rank(bytes: Uint8Array, start: number, from: number, to: number): number {
    const length = to - from;
    const isAscii = (this.#beyond[to] ?? 0) <= from;
    if (isAscii && length === 2) return this.#vocabulary.ascii.pairRank(bytes[start + from] ?? 0, bytes[start + from + 1] ?? 0);
    const { table } = isAscii ? this.#vocabulary.ascii : this.#vocabulary.beyond;
    if (length > table.longest) return NONE;
    const hash = ((this.#hashes[to] ?? 0) - Math.imul(this.#hashes[from] ?? 0, POWERS[length] ?? 0)) | 0;
    // `| 0`: V8 may pass a sum on as a double, for which the callee is compiled anew.
    return table.rankOf(bytes, (start + from) | 0, (start + to) | 0, hash);
  }

  /** Makes each byte a part. Returns the number of parts. */
  #splitBytes(length: number): number {
    const next = this.#next;
    const last = this.#last;
    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      last[at + 1] = at;
    }
    return length;
  }

  /**
   * Makes the first parts, and returns their number. A character that is a token is one part, for its bytes are merged before it is merged
   * with others: no token with a character in it has a lower rank than the character. It is not one part where a token may hold a part of
   * it beside another character.
   */
  #splitCharacters(bytes: Uint8Array, start: number, length: number): number {
    const next = this.#next;
    const last = this.#last;
    const tokens = this.#vocabulary.beyond;
    let count = 0;
    for (let at = 0; at < length; ) {
      const first = bytes[start + at] ?? 0;
      const end = at + lengthOf(first);
      const isTorn =
        (at > 0 && tokens.isTorn(bytes[start + at - 1] ?? 0, first)) ||
        (end < length && tokens.isTorn(bytes[start + end - 1] ?? 0, bytes[start + end] ?? 0));
      const isWhole = end === at + 1 || (!isTorn && tokens.isToken(bytes, start + at, start + end));
      const step = isWhole ? end - at : 1;
      for (; at < end; at += step) {
        next[at] = at + step;
        last[at + step] = at;
        count += 1;
      }
    }
    return count;
  }

  /** Merges the parts of a short piece, and returns the number of merges. */
  #mergeShort(bytes: Uint8Array, start: number, length: number): number {
    const next = this.#next;
    const last = this.#last;
    const weights = this.#weights;
    for (let part = 0; part < length; part = next[part] ?? length) weights[part] = this.#weight(bytes, start, length, part);
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
      weights[part] = this.#weight(bytes, start, length, part);
      if (part > 0) weights[last[part] ?? 0] = this.#weight(bytes, start, length, last[part] ?? 0);
    }
  }

  /** Returns the weight of a part. */
  #weight(bytes: Uint8Array, start: number, length: number, part: number): number {
    const middle = this.#next[part] ?? length;
    const rank = middle < length ? this.#rank(bytes, start, part, this.#next[middle] ?? length) : NONE;
    return rank === NONE ? NO_WEIGHT : (rank << START_BITS) | part;
  }

  /** Merges the parts of a long piece, and returns the number of merges. */
  #mergeLong(bytes: Uint8Array, start: number, length: number): number {
    const next = this.#next;
    const last = this.#last;
    // The rank that each part has with the next.
    const ranks = new Int32Array(length).fill(NONE);
    const heap = new Heap(length);
    const weigh = (part: number) => {
      const middle = next[part] ?? length;
      const rank = middle < length ? this.#rank(bytes, start, part, next[middle] ?? length) : NONE;
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
      ranks[merged] = NONE;
      merges += 1;
      weigh(part);
      if (part > 0) weigh(last[part] ?? 0);
    }
    return merges;
  }
}

/** The factor of the hash to the power of each length of a token. */
const POWERS = new Int32Array(256).fill(1);
for (let power = 1; power < POWERS.length; power += 1) POWERS[power] = Math.imul(POWERS[power - 1] ?? 0, FACTOR);

/** More hashes than these are not kept for the next piece. */
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
