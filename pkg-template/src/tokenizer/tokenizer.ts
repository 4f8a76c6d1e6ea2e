// Counts the tokens of texts exactly.

import { ConversationError } from "../index.js";
import { Merger } from "./merge.js";
import { PieceCache } from "./piece-cache.js";
import type { Splitter } from "./splitter.js";
import { NONE, type PackedVocabulary, Vocabulary, hashOf } from "./vocabulary.js";

/** A larger buffer is not kept for the next text, in bytes. */
const LARGEST_KEPT = 1 << 20;

/** Counts the tokens of texts. */
export class Tokenizer {
  readonly #splitter: Splitter;
  readonly #vocabulary: Vocabulary;
  readonly #merger: Merger;
  readonly #cache = new PieceCache();
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(1 << 12);

  constructor(packed: PackedVocabulary, splitter: Splitter) {
    this.#splitter = splitter;
    this.#vocabulary = new Vocabulary(packed);
    this.#merger = new Merger(this.#vocabulary);
  }

  /** @throws ConversationError `invalid-argument` if `text` is no text. */
  count(text: string): number {
    if (typeof text !== "string") throw new ConversationError("invalid-argument", `text must be a string, not ${text === null ? "null" : typeof text}`);
    if (this.#buffer.length < 3 * text.length) this.#buffer = new Uint8Array(3 * text.length);
    const bytes = this.#buffer;
    const { written } = this.#encoder.encodeInto(text, bytes);
    let tokens = 0;
    for (let at = 0; at < written; ) {
      const end = this.#splitter.pieceEnd(bytes, at, written);
      tokens += this.#countPiece(bytes, at, end);
      at = end;
    }
    if (bytes.length > LARGEST_KEPT) this.#buffer = new Uint8Array(1 << 12);
    return tokens;
  }

  #countPiece(bytes: Uint8Array, start: number, end: number): number {
    if (end - start === 1) return 1;
    const hash = hashOf(bytes, start, end);
    if (this.#vocabulary.rankOf(bytes, start, end, hash) !== NONE) return 1;
    const known = this.#cache.get(bytes, start, end, hash);
    if (known !== 0) return known;
    const count = this.#merger.count(bytes, start, end);
    this.#cache.put(bytes, start, end, hash, count);
    return count;
  }
}
