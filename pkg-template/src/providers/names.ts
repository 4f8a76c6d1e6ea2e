// The names of formats.
//
// Made from the list of providers in `src/message/format_name.rs` by `BLESS=1 cargo test --test rules`.

import type { Format, Target } from "../types/index.js";

/** The field in which each target keeps its messages, in the order of their numbers in the core. */
export const LISTS: Readonly<Record<string, string>> = {
  "openai-chat": "messages",
  anthropic: "messages",
  "openai-responses": "input",
  gemini: "contents",
  bedrock: "messages",
  mistral: "messages",
};

/** The targets in that order. */
export const TARGETS: readonly Target[] = /* @__PURE__ */ Object.keys(LISTS) as Target[];

/** A target of the family of chat completions. */
export type ChatTarget = "openai-chat" | "mistral";

/** All of the family: their answers have the form of OpenAI's. */
export const CHAT_TARGETS: readonly Format[] = ["openai-chat", "mistral"];

/** The formats of programs; an entry brings each. */
export const PROGRAMS: readonly Format[] = ["ai-sdk", "langchain", "strands", "cohere", "ollama", "gemini-interactions", "mistral-conversations", "opentelemetry", "ag-ui"];

/** All formats. */
export const FORMATS: readonly Format[] = /* @__PURE__ */ (TARGETS as readonly Format[]).concat(PROGRAMS, "backscroll");
