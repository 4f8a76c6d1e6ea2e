// The types of declarations of the tool.

export type { AnthropicDeclaration } from "../anthropic/declaration.js";
export type { BedrockDeclaration } from "../bedrock/declaration.js";
export type { GeminiDeclaration } from "../gemini/declaration.js";
export type { FunctionDefinition } from "../openai-chat/declaration.js";
export type { OpenAIResponsesDeclaration } from "../openai-responses/declaration.js";
export type { RecallDefinitions, ToolDefinitions } from "./declarations.js";
