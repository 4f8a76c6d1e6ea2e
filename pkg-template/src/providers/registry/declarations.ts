// The declaration of a function in the form of each target.

import { oneOf } from "../../input/check.js";
import type { RecallParameters } from "../../recall/parameters.js";
import { type AnthropicDeclaration, declared as anthropic } from "../anthropic/declaration.js";
import { type BedrockDeclaration, declared as bedrock } from "../bedrock/declaration.js";
import { type GeminiDeclaration, declared as gemini } from "../gemini/declaration.js";
import { type FunctionDefinition, declared as openaiChat } from "../openai-chat/declaration.js";
import { type OpenAIResponsesDeclaration, declared as openaiResponses } from "../openai-responses/declaration.js";

/**
 * The declaration of a tool in the form of each target, as an entry of the list of tools.
 *
 * @example
 * const declared: ToolDefinitions<RecallParameters>["anthropic"] = recall(conversation).definition("anthropic");
 */
export type ToolDefinitions<Parameters> = {
  /** For OpenAI Chat Completions. */
  "openai-chat": FunctionDefinition<Parameters>;
  /** For OpenAI Responses. */
  "openai-responses": OpenAIResponsesDeclaration<Parameters>;
  /** For Anthropic. */
  anthropic: AnthropicDeclaration<Parameters>;
  /** For Gemini. Where you declare functions of your own, put this one into their entry: most models accept one entry with functions. */
  gemini: GeminiDeclaration<Parameters>;
  /** For Amazon Bedrock. */
  bedrock: BedrockDeclaration<Parameters>;
  /** For Mistral. */
  mistral: FunctionDefinition<Parameters>;
};

/**
 * The declaration of `recall` in the form of each target.
 *
 * @example
 * const tools: RecallDefinitions["anthropic"][] = [recall(conversation).definition("anthropic")];
 */
export type RecallDefinitions = ToolDefinitions<RecallParameters>;

const DECLARED: Readonly<Record<keyof RecallDefinitions, (name: string, description: string, parameters: unknown) => unknown>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  bedrock,
  mistral: openaiChat,
};

/**
 * Returns the declaration of a tool in the target's form, with a copy of the parameters.
 *
 * @throws ConversationError `unknown-format`.
 */
export function declaration<T extends keyof RecallDefinitions, Parameters>(
  target: T,
  { name, description, parameters }: { readonly name: string; readonly description: string; readonly parameters: Parameters },
): ToolDefinitions<Parameters>[T] {
  const declared = DECLARED[oneOf("target", target, Object.keys(DECLARED), "unknown-format") as T];
  return declared(name, description, structuredClone(parameters)) as ToolDefinitions<Parameters>[T];
}
