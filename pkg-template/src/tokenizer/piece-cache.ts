// Remembers how many tokens pieces are.

/** Places of the cache, and the longest piece that has one, in bytes. */
const PLACES = 1 << 15;
const LONGEST = 32;

/** Counts of pieces that are several tokens. A newer piece takes the place of an older one. */
export class PieceCache {
  /** The bytes of each piece, and its length and count in one number. */
  readonly #bytes = new Uint8Array(PLACES * LONGEST);
  readonly #counts = new Uint16Array(PLACES);

  /** Returns the count of a piece with this hash, or 0. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const place = placeOf(hash);
    const known = this.#counts[place] ?? 0;
    if (known >> 8 !== end - start) return 0;
    const own = this.#bytes;
    for (let at = start, other = place * LONGEST; at < end; at += 1, other += 1) if (own[other] !== bytes[at]) return 0;
    return known & 0xff;
  }

  put(bytes: Uint8Array, start: number, end: number, hash: number, count: number): void {
    if (end - start > LONGEST) return;
    const place = placeOf(hash);
    this.#counts[place] = ((end - start) << 8) | count;
    for (let at = start, other = place * LONGEST; at < end; at += 1, other += 1) this.#bytes[other] = bytes[at] ?? 0;
  }
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}
