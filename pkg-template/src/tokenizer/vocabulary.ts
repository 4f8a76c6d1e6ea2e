// The tokens of a vocabulary, found by their bytes.
//
// `scripts/lib/vocabularies.mjs` packs the vocabularies of the npm package `tiktoken`. A new one is a name in `VOCABULARIES` there and in
// `tokenizers` of `scripts/lib/entries.mjs`, a file in this folder, a `Splitter`, and a row of `TOKENIZERS` in
// `tests/js/tokens/tokenizer.test.mjs`. The host passes its function to the package as an argument, so only programs that import it carry it. A
// newer Unicode in tiktoken needs `node scripts/unicode-classes.mjs`.

import { AsciiTokens } from "./ascii-tokens.js";
import { BeyondTokens } from "./beyond-tokens.js";

/**
 * The tokens of several bytes, written by `scripts/lib/vocabularies.mjs`: ASCII tokens, all others, and the order of their ranks. A tilde
 * stands between tokens.
 */
export interface PackedVocabulary {
  ascii: string;
  beyond: string;
  order: string;
}

/** Finds tokens. The tokens beyond ASCII are loaded when a text first needs them. */
export class Vocabulary {
  readonly ascii: AsciiTokens;
  readonly #packed: PackedVocabulary;
  #beyond: BeyondTokens | undefined;

  constructor(packed: PackedVocabulary) {
    this.#packed = packed;
    this.ascii = new AsciiTokens(packed.ascii);
  }

  get beyond(): BeyondTokens {
    return (this.#beyond ??= new BeyondTokens(this.#packed.beyond, this.#packed.order));
  }
}
