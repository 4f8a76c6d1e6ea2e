// The entry `backscroll/clients`: a conversation and a provider's client, as one function. It needs no engine: the conversation brings its own.

export type { AnthropicClient, BedrockClient, Clients, GeminiClient, MistralClient, OpenAIChatClient, OpenAIResponsesClient } from "../providers/registry/clients.js";
export type { Send } from "./client-form.js";
export { withHistory } from "./with-history.js";
export type { Answer, Ask, AskedStream, AskOptions, ClientTarget } from "./types.js";
