// The names of the providers' formats, for people.

import type { Target } from "../index.js";

export const TITLES: Readonly<Record<Target, string>> = {
  "openai-chat": "OpenAI Chat",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic",
  gemini: "Gemini",
  bedrock: "Bedrock",
  mistral: "Mistral",
};
