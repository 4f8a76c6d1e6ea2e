// Counts the tokens of texts exactly.

import type { PackedVocabulary } from "backscroll-vocabularies/o200k";
import { ConversationError } from "../index.js";
import { AsciiPieces } from "./ascii-pieces.js";
import { BeyondPieces } from "./beyond-pieces.js";
import { Merger } from "./merge.js";
import type { Splitter } from "./splitter.js";
import { Vocabulary } from "./vocabulary.js";

/** The largest buffer, in bytes, that is kept for the next text. */
const LARGEST_KEPT = 1 << 20;

/** Counts the tokens of texts. */
export class Tokenizer {
  readonly #splitter: Splitter;
  readonly #ascii: AsciiPieces;
  readonly #beyond: BeyondPieces;
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(1 << 12);

  constructor(packed: PackedVocabulary, splitter: Splitter) {
    this.#splitter = splitter;
    const vocabulary = new Vocabulary(packed);
    const merger = new Merger(vocabulary);
    this.#ascii = new AsciiPieces(vocabulary.ascii, merger);
    this.#beyond = new BeyondPieces(vocabulary, merger, this.#ascii);
  }

  /** @throws ConversationError `invalid-argument` if `text` is not a string. */
  count(text: string): number {
    if (typeof text !== "string")
      throw new ConversationError("invalid-argument", `text must be a string, not ${text === null ? "null" : typeof text}`);
    if (this.#buffer.length < 3 * text.length) this.#buffer = new Uint8Array(3 * text.length);
    const bytes = this.#buffer;
    const { written } = this.#encoder.encodeInto(text, bytes);
    const tokens = this.#countBytes(bytes, written);
    if (bytes.length > LARGEST_KEPT) this.#buffer = new Uint8Array(1 << 12);
    return tokens;
  }

  #countBytes(bytes: Uint8Array, end: number): number {
    const splitter = this.#splitter;
    const key = splitter.key;
    let tokens = 0;
    for (let at = 0; at < end; ) {
      const next = splitter.next(bytes, at, end);
      if (next === at + 1) tokens += 1;
      else if (key.isAscii) tokens += this.#ascii.count(key, bytes, at, next);
      else tokens += this.#beyond.count(bytes, at, next);
      at = next;
    }
    return tokens;
  }
}
