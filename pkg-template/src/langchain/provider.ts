// Marks of a provider in LangChain's messages.

import type { Format } from "../types/index.js";

/** The forms of blocks of reasoning. `extras` is the block of version 1 with its opaque fields inside `extras`. */
export type Form = "thinking" | "reasoning_content" | "reasoningText" | "redactedContent" | "reasoning" | "extras";

export interface LangchainProvider {
  readonly format: Format;
  /** Its names in `response_metadata`. The first is written. */
  readonly names: readonly string[];
  /** The types of its blocks that LangChain has no form for. */
  readonly types?: readonly string[];
  /** The first fields of its blocks without a type, which name what the block is. */
  readonly fields?: readonly string[];
  /** The form of media that it knows by an id: its own format, or another form of media blocks. */
  readonly fileForm?: Format | "media";
  /** True if its own form of media has the detail in which a picture is read. */
  readonly hasDetail?: true;
  /** The forms of its blocks of reasoning, the usual one first, and that of reasoning without text. */
  readonly reasoning?: { readonly forms: readonly [Form, ...Form[]]; readonly sealed: Form };
}
