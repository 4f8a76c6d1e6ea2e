// The public names of formats.

import type { Target } from "./target.js";

export type { Target } from "./target.js";

/**
 * Every format that can be read and written: the targets, and the formats that other entries of the package add. `"ai-sdk"` is the Vercel
 * AI SDK (`ModelMessage` and `UIMessage`), `"langchain"` and `"strands"` are the messages of these frameworks, `"opentelemetry"` those of
 * spans, and `"ag-ui"` those of the AG-UI protocol. `"cohere"` is Cohere's Chat API v2, `"ollama"` Ollama's own chat API, `"gemini-interactions"` Gemini's Interactions API, and `"mistral-conversations"` Mistral's
 * Conversations API. `"backscroll"` is this library's own, an array of `MessageInit`.
 *
 * @example
 * const from: Format = "langchain";
 * const { body } = convert(from, "anthropic", storedMessages);
 */
export type Format = Target | "ai-sdk" | "langchain" | "strands" | "opentelemetry" | "ag-ui" | ProviderFormat | "backscroll";

/**
 * Providers' formats that other entries of the package add. `convert` writes them, `prepare` does not.
 *
 * @example
 * import { cohere } from "backscroll/cohere";
 * const name: ProviderFormat = "cohere";
 * const { body } = convert("openai-chat", name, messages);
 */
export type ProviderFormat = "cohere" | "ollama" | "gemini-interactions" | "mistral-conversations";
