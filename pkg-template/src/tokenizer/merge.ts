// Merges the bytes of a piece to tokens: again and again the two neighbours that make the token of the lowest rank, from the left.

import { lengthOf } from "./utf8.js";
import { NONE, type Vocabulary, extended } from "./vocabulary.js";

/** Pieces of up to so many bytes look through all neighbours for the lowest rank; longer ones keep them in a heap. */
const SHORT = 96;

/** Counts the tokens of pieces that are no token. */
export class Merger {
  readonly #vocabulary: Vocabulary;
  /** The starts of the parts of a short piece, and of each part the rank of the token that it makes with the next. */
  readonly #starts = new Int32Array(SHORT + 2);
  readonly #ranks = new Int32Array(SHORT + 2);
  /** The hash of the first bytes of the piece, for each number of bytes. */
  #hashes = new Int32Array(SHORT + 1);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Returns the number of tokens of the bytes from `start` to `end`, two at least. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (this.#hashes.length <= length) this.#hashes = new Int32Array(2 * length);
    const hashes = this.#hashes;
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      hashes[at] = hash;
      hash = extended(hash, bytes[start + at] ?? 0);
    }
    hashes[length] = hash;
    const count = length <= SHORT ? this.#countShort(bytes, start, length) : this.#countLong(bytes, start, length);
    if (this.#hashes.length > LARGEST_KEPT) this.#hashes = new Int32Array(SHORT + 1);
    return count;
  }

  /** Returns the rank of the bytes from `from` to `to` of the piece. */
  #rank(bytes: Uint8Array, start: number, from: number, to: number): number {
    const length = to - from;
    if (length === 2) return this.#vocabulary.pairRank(bytes[start + from] ?? 0, bytes[start + from + 1] ?? 0);
    const { longest, powers } = this.#vocabulary;
    if (length > longest) return NONE;
    const hash = ((this.#hashes[to] ?? 0) - Math.imul(this.#hashes[from] ?? 0, powers[length] ?? 0)) | 0;
    return this.#vocabulary.rankOf(bytes, start + from, start + to, hash);
  }

  #countShort(bytes: Uint8Array, start: number, length: number): number {
    const starts = this.#starts;
    const ranks = this.#ranks;
    let count = this.#parts(bytes, start, length);
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

  /**
   * Writes the starts of the first parts of a short piece, and its end behind them; returns their number. A character that is a token is one
   * part, for its bytes are merged before it is merged with others: no token with a character in it has a lower rank than the character.
   * It is not one part where a token may hold a part of it beside another character.
   */
  #parts(bytes: Uint8Array, start: number, length: number): number {
    const starts = this.#starts;
    const vocabulary = this.#vocabulary;
    let count = 0;
    for (let at = 0; at < length; ) {
      const first = bytes[start + at] ?? 0;
      const size = lengthOf(first);
      const end = at + size;
      starts[count++] = at;
      if (size > 1) {
        const isTorn =
          (at > 0 && vocabulary.isTorn(bytes[start + at - 1] ?? 0, first)) || (end < length && vocabulary.isTorn(bytes[start + end - 1] ?? 0, bytes[start + end] ?? 0));
        if (isTorn || this.#rank(bytes, start, at, end) === NONE) for (let byte = at + 1; byte < end; byte += 1) starts[count++] = byte;
      }
      at = end;
    }
    starts[count] = length;
    return count;
  }

  #countLong(bytes: Uint8Array, start: number, length: number): number {
    // The parts by their starts: the start of the next and of the last part, and the rank that a part has with the next.
    const next = new Int32Array(length + 1);
    const last = new Int32Array(length + 1);
    const ranks = new Int32Array(length + 1).fill(NONE);
    const heap = new Heap(length);
    const weigh = (part: number) => {
      const middle = next[part] ?? length;
      const rank = middle < length ? this.#rank(bytes, start, part, next[middle] ?? length) : NONE;
      ranks[part] = rank;
      if (rank !== NONE) heap.add(rank, part);
    };
    for (let part = 0; part <= length; part += 1) {
      next[part] = part + 1;
      last[part] = part - 1;
    }
    for (let part = 0; part + 1 < length; part += 1) weigh(part);
    let count = length;
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
    // A rank has fewer than 20 bits, so a double holds both exactly.
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
