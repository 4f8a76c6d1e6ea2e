// Merges the bytes of a piece to tokens: again and again the two neighbours that make the token of the lowest rank, from the left.

import { FACTOR, extended } from "./hash.js";
import { NONE } from "./ranks.js";
import { lengthOf } from "./utf8.js";
import type { Vocabulary } from "./vocabulary.js";

/** Pieces of up to so many parts look through all neighbours for the lowest rank; longer ones keep them in a heap. */
const SHORT = 96;

/** Counts the tokens of pieces that are no token. */
export class Merger {
  readonly #vocabulary: Vocabulary;
  /** The starts of the parts of a piece, and of each part the rank of the token that it makes with the next. */
  #starts = new Int32Array(SHORT + 2);
  readonly #ranks = new Int32Array(SHORT + 2);
  /** For each number of bytes at the start of the piece: their hash, and the number up to the last one beyond ASCII. */
  #hashes = new Int32Array(SHORT + 1);
  #beyond = new Int32Array(SHORT + 1);

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
    const parts = last === 0 ? this.#bytesOf(length) : this.#parts(bytes, start, length);
    const count = parts <= SHORT ? this.#countShort(bytes, start, length, parts) : this.#countLong(bytes, start, length, parts);
    if (hashes.length > LARGEST_KEPT) this.#resize(SHORT);
    return count;
  }

  #resize(length: number): void {
    this.#hashes = new Int32Array(length + 1);
    this.#beyond = new Int32Array(length + 1);
    this.#starts = new Int32Array(length + 2);
  }

  /** Returns the rank of the bytes from `from` to `to` of the piece. */
  #rank(bytes: Uint8Array, start: number, from: number, to: number): number {
    if ((this.#beyond[to] ?? 0) <= from) return this.#vocabulary.ascii.rankOf(bytes, start + from, start + to);
    const tokens = this.#vocabulary.beyond;
    const length = to - from;
    if (length > tokens.longest) return NONE;
    const hash = ((this.#hashes[to] ?? 0) - Math.imul(this.#hashes[from] ?? 0, POWERS[length] ?? 0)) | 0;
    return tokens.rankOf(bytes, start + from, start + to, hash);
  }

  #countShort(bytes: Uint8Array, start: number, length: number, parts: number): number {
    const starts = this.#starts;
    const ranks = this.#ranks;
    let count = parts;
    for (let part = 0; part + 1 < count; part += 1) ranks[part] = this.#rank(bytes, start, starts[part] ?? 0, starts[part + 2] ?? 0);
    for (;;) {
      let lowest = NONE;
      let left = 0;
      for (let part = 0; part + 1 < count; part += 1) {
        const rank = ranks[part] ?? NONE;
        if (rank < lowest) {
          lowest = rank;
          left = part;
        }
      }
      if (lowest === NONE) return count;
      // The part at `left` takes in its right neighbour: what is behind moves up.
      count -= 1;
      for (let part = left + 1; part < count; part += 1) {
        starts[part] = starts[part + 1] ?? 0;
        ranks[part] = ranks[part + 1] ?? NONE;
      }
      starts[count] = length;
      if (left + 1 < count) ranks[left] = this.#rank(bytes, start, starts[left] ?? 0, starts[left + 2] ?? 0);
      if (left > 0) ranks[left - 1] = this.#rank(bytes, start, starts[left - 1] ?? 0, starts[left + 1] ?? 0);
    }
  }

  /** Writes the starts of the bytes of a piece, and its end behind them; returns their number. */
  #bytesOf(length: number): number {
    const starts = this.#starts;
    for (let at = 0; at <= length; at += 1) starts[at] = at;
    return length;
  }

  /**
   * Writes the starts of the first parts of a piece, and its end behind them; returns their number. A character that is a token is one part,
   * for its bytes are merged before it is merged with others: no token with a character in it has a lower rank than the character. It is
   * not one part where a token may hold a part of it beside another character.
   */
  #parts(bytes: Uint8Array, start: number, length: number): number {
    const starts = this.#starts;
    const tokens = this.#vocabulary.beyond;
    let count = 0;
    for (let at = 0; at < length; ) {
      const first = bytes[start + at] ?? 0;
      const size = lengthOf(first);
      const end = at + size;
      starts[count++] = at;
      if (size > 1) {
        const isTorn = (at > 0 && tokens.isTorn(bytes[start + at - 1] ?? 0, first)) || (end < length && tokens.isTorn(bytes[start + end - 1] ?? 0, bytes[start + end] ?? 0));
        if (isTorn || this.#rank(bytes, start, at, end) === NONE) for (let byte = at + 1; byte < end; byte += 1) starts[count++] = byte;
      }
      at = end;
    }
    starts[count] = length;
    return count;
  }

  #countLong(bytes: Uint8Array, start: number, length: number, parts: number): number {
    const starts = this.#starts;
    // By the start of each part: the start of the next and of the last part, and the rank that a part has with the next.
    const next = new Int32Array(length + 1);
    const last = new Int32Array(length + 1);
    const ranks = new Int32Array(length + 1).fill(NONE);
    const heap = new Heap(parts);
    const weigh = (part: number) => {
      const middle = next[part] ?? length;
      const rank = middle < length ? this.#rank(bytes, start, part, next[middle] ?? length) : NONE;
      ranks[part] = rank;
      if (rank !== NONE) heap.add(rank, part);
    };
    for (let part = 0; part < parts; part += 1) {
      next[starts[part] ?? 0] = starts[part + 1] ?? length;
      last[starts[part + 1] ?? length] = starts[part] ?? 0;
    }
    for (let part = 0; part + 1 < parts; part += 1) weigh(starts[part] ?? 0);
    let count = parts;
    while (heap.take()) {
      const { rank, part } = heap;
      // The part was merged, or its neighbour was.
      if (ranks[part] !== rank) continue;
      const merged = next[part] ?? length;
      const after = next[merged] ?? length;
      next[part] = after;
      last[after] = part;
      ranks[merged] = NONE;
      count -= 1;
      weigh(part);
      if (part > 0) weigh(last[part] ?? 0);
    }
    return count;
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
