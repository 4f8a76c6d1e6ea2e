// The declaration of a function.

import type { RecallParameters } from "../../recall/parameters.js";

/**
 * The declaration of the tool for OpenAI Responses.
 *
 * @example
 * const tools: OpenAIResponsesDeclaration[] = [recall(conversation).definition("openai-responses")];
 */
export type OpenAIResponsesDeclaration = {
  /** A function. */
  type: "function";
  /** The name. */
  name: string;
  /** A description of the tool, for the model. */
  description: string;
  /** The schema. */
  parameters: RecallParameters;
  /** Arguments may be left out, which strict tools do not allow. */
  strict: false;
};

export const declared = (name: string, description: string, parameters: RecallParameters): OpenAIResponsesDeclaration => ({
  type: "function",
  name,
  description,
  parameters,
  strict: false,
});
