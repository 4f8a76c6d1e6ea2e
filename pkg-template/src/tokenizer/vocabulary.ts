// The tokens of a vocabulary, found by their bytes.

import { AsciiKey } from "./ascii-key.js";
import { AsciiTokens } from "./ascii-tokens.js";
import { BeyondTokens } from "./beyond-tokens.js";
import { NONE } from "./ranks.js";

/**
 * The tokens of several bytes, as `scripts/lib/vocabularies.mjs` writes them: those of ASCII, all others, and the order of their ranks.
 * A tilde stands between tokens.
 */
export interface PackedVocabulary {
  ascii: string;
  beyond: string;
  order: string;
}

/** Finds tokens. The tokens beyond ASCII are read when a text first needs them. */
export class Vocabulary {
  readonly ascii: AsciiTokens;
  readonly #packed: PackedVocabulary;
  #beyond: BeyondTokens | undefined;
  readonly #key = new AsciiKey();

  constructor(packed: PackedVocabulary) {
    this.#packed = packed;
    this.ascii = new AsciiTokens(packed.ascii);
  }

  get beyond(): BeyondTokens {
    return (this.#beyond ??= new BeyondTokens(this.#packed.beyond, this.#packed.order));
  }

  /** Returns the rank of the token with the bytes from `start` to `end`, or `NONE`. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.ascii.longest && end - start > (this.#beyond?.longest ?? 0)) return NONE;
    const key = this.#key;
    key.read(bytes, start, end);
    return key.isAscii ? this.ascii.rankOf(key, bytes, start, end) : this.beyond.rankOf(bytes, start, end, key.hash);
  }
}
