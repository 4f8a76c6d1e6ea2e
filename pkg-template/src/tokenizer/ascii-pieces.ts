// Counts the tokens of pieces that are ASCII.

import { AsciiKey, type AsciiTokens } from "./ascii-tokens.js";
import { MIX, SPREAD } from "./hash.js";
import type { Merger } from "./merge.js";
import { PieceCache } from "./piece-cache.js";

/** Places of the cache of short pieces. */
const PLACE_BITS = 12;

/** Counts pieces, and remembers them. A newer piece takes the place of an older one. */
export class AsciiPieces {
  readonly #tokens: AsciiTokens;
  readonly #merger: Merger;
  readonly #key = new AsciiKey();
  /** The key and the count of short pieces, at every fourth number. */
  readonly #short = new Int32Array(4 << PLACE_BITS);
  /** The counts of longer pieces that are several tokens. */
  readonly #long = new PieceCache();

  constructor(tokens: AsciiTokens, merger: Merger) {
    this.#tokens = tokens;
    this.#merger = merger;
  }

  /** Returns the number of tokens of the bytes from `start` to `end`, at least two. Returns 0 if one of them is beyond ASCII. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const key = this.#key;
    if (!key.read(bytes, start, end)) return 0;
    const { first, second } = key;
    if (second === 0) return this.#countLong(bytes, start, end, first);
    const cache = this.#short;
    const place = (Math.imul(first ^ Math.imul(second, MIX), SPREAD) >>> (32 - PLACE_BITS)) << 2;
    if (cache[place] === first && cache[place + 1] === second) return cache[place + 2] ?? 0;
    const count = this.#tokens.has(first, second, bytes, start, end) ? 1 : this.#merger.count(bytes, start, end);
    cache[place] = first;
    cache[place + 1] = second;
    cache[place + 2] = count;
    return count;
  }

  #countLong(bytes: Uint8Array, start: number, end: number, hash: number): number {
    if (this.#tokens.has(hash, 0, bytes, start, end)) return 1;
    const known = this.#long.get(bytes, start, end, hash);
    if (known !== 0) return known;
    const count = this.#merger.count(bytes, start, end);
    this.#long.put(bytes, start, end, hash, count);
    return count;
  }
}
