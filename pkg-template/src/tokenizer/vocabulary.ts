// The tokens of a vocabulary, found by their bytes.
//
// `scripts/lib/vocabularies.mjs` packs the vocabularies of the npm package `tiktoken` into the package `backscroll-vocabularies`. A new one is
// a name in `tokenizers` of `scripts/lib/entries.mjs`, a file in this folder, a `Splitter`, a higher version of the package with its digest in
// `tests/js/package/vocabularies.test.mjs`, and a row of `TOKENIZERS` in `tests/js/tokens/tokenizer.test.mjs`. The host passes its function to
// the package as an argument, so only programs that import it carry it. A newer Unicode in tiktoken needs `node scripts/unicode-classes.mjs`.

import type { PackedVocabulary } from "backscroll-vocabularies/o200k";
import { ConversationError } from "../index.js";
import { AsciiTokens } from "./ascii-tokens.js";
import { BeyondTokens } from "./beyond-tokens.js";

/** The format of the data that this folder reads: the major version of `backscroll-vocabularies`. */
const FORMAT = 1;

/** Finds tokens. The tokens beyond ASCII are loaded when a text first needs them. */
export class Vocabulary {
  readonly ascii: AsciiTokens;
  readonly #packed: PackedVocabulary;
  #beyond: BeyondTokens | undefined;

  /** @throws ConversationError `unknown-format` if the data have another format. */
  constructor(packed: PackedVocabulary) {
    if (packed.format !== FORMAT)
      throw new ConversationError(
        "unknown-format",
        `install backscroll-vocabularies ${FORMAT}: the installed one has format ${packed.format}`,
      );
    this.#packed = packed;
    this.ascii = new AsciiTokens(packed.ascii);
  }

  get beyond(): BeyondTokens {
    return (this.#beyond ??= new BeyondTokens(this.#packed.beyond, this.#packed.order));
  }
}
