// The entry `backscroll/cl100k`: exact counts of tokens. It needs no engine, but the package `backscroll-vocabularies`, an optional peer.

import { packed } from "backscroll-vocabularies/cl100k";
import { Cl100kSplitter } from "./splitter.js";
import { Tokenizer } from "./tokenizer.js";

let tokenizer: Tokenizer | undefined;

/**
 * Counts the tokens of a text in OpenAI's vocabulary cl100k_base, exactly as OpenAI's tiktoken does. GPT-4, GPT-3.5 and the embedding
 * models use it. Names of special tokens, such as `<|endoftext|>`, count as ordinary text, and a lone surrogate as U+FFFD.
 *
 * The vocabulary is in a package of its own: `npm install backscroll-vocabularies`. Without it, the import of this entry fails, and names it.
 *
 * Use it as the `estimator` of a conversation, of `fit` and `estimateTokens`. The first call loads the vocabulary, and the first
 * text with characters beyond ASCII loads the rest. Each takes some tens of milliseconds. Time and memory grow with the length of the text,
 * never with its square.
 *
 * @throws ConversationError `invalid-argument` if `text` is not a string; `unknown-format` if `backscroll-vocabularies` has another major
 * version than 1.
 * @example
 * import { ConversationManager } from "backscroll";
 * import { countTokens } from "backscroll/cl100k";
 *
 * countTokens("Hello, world!"); // 4
 * const conversation = new ConversationManager({ tokenLimit: 128_000, estimator: countTokens });
 */
export function countTokens(text: string): number {
  return (tokenizer ??= new Tokenizer(packed, new Cl100kSplitter())).count(text);
}
