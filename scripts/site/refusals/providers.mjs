// The providers, as the pages of refusals name them.

/** By target: the folder of the pages, the name, and the two letters of the rules. */
export const PROVIDERS = {
  anthropic: { folder: "anthropic", title: "Anthropic", letters: "AN" },
  "openai-chat": { folder: "openai-chat", title: "OpenAI Chat and compatible", letters: "OC" },
  "openai-responses": { folder: "openai-responses", title: "OpenAI Responses", letters: "OR" },
  gemini: { folder: "gemini", title: "Gemini", letters: "GE" },
  bedrock: { folder: "bedrock", title: "Bedrock Converse", letters: "BE" },
  mistral: { folder: "mistral", title: "Mistral", letters: "MI" },
};

/** The folder and the name of the refusals that no rule is behind. */
export const OTHER = { folder: "other", title: "All providers", letters: "··" };
