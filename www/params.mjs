// What a request holds beside its messages.

/** @type {Record<import("backscroll").Target, object>} */
export const PARAMS = {
  "openai-chat": { model: "gpt-5" },
  "anthropic": { model: "claude-sonnet-4-5", max_tokens: 1024 },
  "gemini": { model: "gemini-3-pro-preview" },
};
