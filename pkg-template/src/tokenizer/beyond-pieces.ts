// Counts the tokens of pieces that are not ASCII.

import { AsciiKey } from "./ascii-key.js";
import type { AsciiPieces } from "./ascii-pieces.js";
import type { BeyondTokens } from "./beyond-tokens.js";
import { extended } from "./hash.js";
import type { Merger } from "./merge.js";
import { PieceCache } from "./piece-cache.js";
import { NONE } from "./ranks.js";
import { lengthOf, pointAt } from "./utf8.js";
import type { Vocabulary } from "./vocabulary.js";

/** Cuts pieces into segments at the borders of characters that no token reaches over, counts segments, and remembers them. */
export class BeyondPieces {
  readonly #vocabulary: Vocabulary;
  readonly #merger: Merger;
  readonly #ascii: AsciiPieces;
  readonly #key = new AsciiKey();
  /** The counts of segments that are several tokens. */
  readonly #cache = new PieceCache();

  constructor(vocabulary: Vocabulary, merger: Merger, ascii: AsciiPieces) {
    this.#vocabulary = vocabulary;
    this.#merger = merger;
    this.#ascii = ascii;
  }

  /** Returns the number of tokens of the bytes from `start` to `end`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const tokens = this.#vocabulary.beyond;
    let count = 0;
    let from = start;
    let hash = 0;
    let last = 0;
    for (let at = start; at < end; ) {
      const first = bytes[at] ?? 0;
      const next = at + lengthOf(first);
      const point = pointAt(bytes, at);
      if (at > from && (last | point) >= 0x80 && !tokens.isJoined(last, point) && !tokens.isTorn(bytes[at - 1] ?? 0, first)) {
        count += this.#countSegment(tokens, bytes, from, at, hash, last);
        from = at;
        hash = 0;
      }
      for (; at < next; at += 1) hash = extended(hash, bytes[at] ?? 0);
      last = point;
    }
    return count + this.#countSegment(tokens, bytes, from, end, hash, last);
  }

  /** Counts a segment. `last` is its last character. */
  #countSegment(tokens: BeyondTokens, bytes: Uint8Array, start: number, end: number, hash: number, last: number): number {
    const length = end - start;
    if (length === 1) return 1;
    if (length === lengthOf(bytes[start] ?? 0) && tokens.isToken(bytes, start, end)) return 1;
    if (last < 0x80) {
      this.#key.read(bytes, start, end);
      if (this.#key.isAscii) return this.#ascii.count(this.#key, bytes, start, end);
    }
    if (tokens.table.rankOf(bytes, start, end, hash) !== NONE) return 1;
    const known = this.#cache.get(bytes, start, end, hash);
    if (known !== 0) return known;
    const count = this.#merger.count(bytes, start, end);
    this.#cache.put(bytes, start, end, hash, count);
    return count;
  }
}
