// The client of each target.

import type { ClientForm } from "../../clients/client-form.js";
import { type AnthropicClient, client as anthropic } from "../anthropic/client.js";
import { type BedrockClient, client as bedrock } from "../bedrock/client.js";
import { type GeminiClient, client as gemini } from "../gemini/client.js";
import { type MistralClient, client as mistral } from "../mistral/client.js";
import { type OpenAIChatClient, client as openaiChat } from "../openai-chat/client.js";
import { type OpenAIResponsesClient, client as openaiResponses } from "../openai-responses/client.js";

/**
 * The clients, by the target that they speak.
 *
 * @example
 * const client: Clients["anthropic"] = new Anthropic();
 */
export interface Clients {
  /** `OpenAI` of `openai`, for Chat Completions. Clients of vendors with the same API will do. */
  "openai-chat": OpenAIChatClient;
  /** `OpenAI` of `openai`, for Responses. */
  "openai-responses": OpenAIResponsesClient;
  /** `Anthropic` of `@anthropic-ai/sdk`. */
  anthropic: AnthropicClient;
  /** `GoogleGenAI` of `@google/genai`. */
  gemini: GeminiClient;
  /** `BedrockRuntime` of `@aws-sdk/client-bedrock-runtime`, which has a method for each command. */
  bedrock: BedrockClient;
  /** `Mistral` of `@mistralai/mistralai`. */
  mistral: MistralClient;
}

export const CLIENTS: { readonly [T in keyof Clients]: ClientForm<Clients[T]> } = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  bedrock,
  mistral,
};
