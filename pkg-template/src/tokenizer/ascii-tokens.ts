// The tokens that are ASCII.

import { extended } from "./hash.js";
import { NONE, rankAt } from "./ranks.js";
import { END, TokenTable } from "./token-table.js";

/** Twice as many places as tokens at least. */
const PLACE_BITS = 18;

/** The separator of packed tokens. A tilde within a token is packed as the next character. */
const [SEPARATOR, TILDE] = [0x7e, 0x7e];

/** The tokens of several bytes that are ASCII. */
export class AsciiTokens {
  readonly table: TokenTable;

  readonly #bytes: Uint8Array;
  /** The ranks of the tokens of two bytes. */
  readonly #pairs = new Int32Array(1 << 14).fill(NONE);

  constructor(packed: string) {
    const bytes = new Uint8Array(packed.length + 2);
    new TextEncoder().encodeInto(packed, bytes.subarray(1));
    bytes[bytes.length - 1] = SEPARATOR;
    this.#bytes = bytes;
    this.table = new TokenTable(bytes, PLACE_BITS);
    for (let start = 1, token = 1; start < bytes.length; token += 1) start = this.#read(start, rankAt(token, 0)) + 1;
  }

  /** Returns the rank of the token of two bytes, or `NONE`. */
  pairRank(first: number, second: number): number {
    return this.#pairs[(first << 7) | second] ?? NONE;
  }

  /** Reads the packed token at `start`, and writes it unpacked. Returns its end. */
  #read(start: number, rank: number): number {
    const bytes = this.#bytes;
    let hash = 0;
    let at = start;
    for (let byte = bytes[at] ?? SEPARATOR; byte !== SEPARATOR; byte = bytes[at] ?? SEPARATOR) {
      if (byte > SEPARATOR) bytes[at] = byte = TILDE;
      hash = extended(hash, byte);
      at += 1;
    }
    bytes[at] = END;
    this.table.add(start, at, hash, rank);
    if (at - start === 2) this.#pairs[((bytes[start] ?? 0) << 7) | (bytes[start + 1] ?? 0)] = rank;
    return at;
  }
}
