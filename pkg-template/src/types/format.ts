// The public names of formats.

import type { Target } from "./target.js";

export type { Target } from "./target.js";

/**
 * Every format that can be read and written: the request formats of providers, and formats in which programs keep conversations. `"ai-sdk"` is the
 * Vercel AI SDK (`ModelMessage` and `UIMessage`), `"langchain"` and `"strands"` are the messages of these frameworks; `"backscroll"` is this
 * library's own, an array of `MessageInit`.
 *
 * @example
 * const from: Format = "langchain";
 * const { body } = convert(storedMessages, from, "anthropic");
 */
export type Format = Target | "ai-sdk" | "langchain" | "strands" | "backscroll";
