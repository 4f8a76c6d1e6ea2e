// The declaration of a function in the form of each target.

import type { RecallParameters } from "../../recall/parameters.js";
import { type AnthropicDeclaration, declared as anthropic } from "../anthropic/declaration.js";
import { type BedrockDeclaration, declared as bedrock } from "../bedrock/declaration.js";
import { type GeminiDeclaration, declared as gemini } from "../gemini/declaration.js";
import { type FunctionDefinition, declared as openaiChat } from "../openai-chat/declaration.js";
import { type OpenAIResponsesDeclaration, declared as openaiResponses } from "../openai-responses/declaration.js";

/**
 * The declaration of the tool in the form of each target, as an entry of the list of tools.
 *
 * @example
 * const tools: RecallDefinitions["anthropic"][] = [recall(conversation).definition("anthropic")];
 */
export type RecallDefinitions = {
  /** For OpenAI Chat Completions. */
  "openai-chat": FunctionDefinition;
  /** For OpenAI Responses. */
  "openai-responses": OpenAIResponsesDeclaration;
  /** For Anthropic. */
  anthropic: AnthropicDeclaration;
  /** For Gemini. Where you declare functions of your own, put this one into their entry: most models accept one entry with functions. */
  gemini: GeminiDeclaration;
  /** For Amazon Bedrock. */
  bedrock: BedrockDeclaration;
  /** For Mistral. */
  mistral: FunctionDefinition;
};

type Declared = (name: string, description: string, parameters: RecallParameters) => RecallDefinitions[keyof RecallDefinitions];

export const DECLARED: Readonly<Record<keyof RecallDefinitions, Declared>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  bedrock,
  mistral: openaiChat,
};
