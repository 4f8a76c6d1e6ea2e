// The types of clients.

export type { AnthropicClient } from "../anthropic/client.js";
export type { BedrockClient } from "../bedrock/client.js";
export type { GeminiClient } from "../gemini/client.js";
export type { MistralClient } from "../mistral/client.js";
export type { OpenAIChatClient } from "../openai-chat/client.js";
export type { OpenAIResponsesClient } from "../openai-responses/client.js";
export type { Clients } from "./clients.js";
