// The formats, with those of programs registered.

import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";

export const TARGETS = ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral"];

/** The formats of providers, then those of programs. */
export const FORMATS = [...TARGETS, "ai-sdk", "langchain", "strands", "backscroll"];
