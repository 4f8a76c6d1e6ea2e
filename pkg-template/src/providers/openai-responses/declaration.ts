// The declaration of a function.

import type { ToolParameters } from "../../recall/parameters.js";

/**
 * The declaration of a tool for OpenAI Responses.
 *
 * @example
 * const tools: OpenAIResponsesDeclaration[] = [recall(conversation).definition("openai-responses")];
 */
export type OpenAIResponsesDeclaration<Parameters = ToolParameters> = {
  /** A function. */
  type: "function";
  /** The name. */
  name: string;
  /** A description of the tool, for the model. */
  description: string;
  /** The schema. */
  parameters: Parameters;
  /** Arguments may be left out, which strict tools do not allow. */
  strict: false;
};

export const declared = <Parameters>(
  name: string,
  description: string,
  parameters: Parameters,
): OpenAIResponsesDeclaration<Parameters> => ({
  type: "function",
  name,
  description,
  parameters,
  strict: false,
});
