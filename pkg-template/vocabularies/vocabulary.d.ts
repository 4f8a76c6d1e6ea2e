/**
 * The tokens of several bytes of a vocabulary, as texts of ASCII, which engines parse fastest. `scripts/lib/vocabularies.mjs` of backscroll
 * writes them, and `backscroll/o200k` and `backscroll/cl100k` read them. A tilde stands between tokens.
 */
export interface PackedVocabulary {
  /** The format of the texts, which is the major version of this package. */
  format: number;
  /** The ASCII tokens. */
  ascii: string;
  /** All other tokens. */
  beyond: string;
  /** The number of ASCII tokens before each other token. */
  order: string;
}

export declare const packed: PackedVocabulary;
