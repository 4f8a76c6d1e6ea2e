// What LangChain's messages show of a provider.

import type { Format } from "../types/index.js";

export interface LangchainProvider {
  readonly format: Format;
  /** Its names in `response_metadata`. The first is written. */
  readonly names: readonly string[];
  /** The types of its blocks that LangChain has no form for. */
  readonly types?: readonly string[];
  /** The first fields of its blocks without a type, which name what the block is. */
  readonly fields?: readonly string[];
}
