// The declaration of a function.

import type { RecallParameters } from "../../recall/parameters.js";

/**
 * The declaration of the tool for Anthropic.
 *
 * @example
 * const tools: AnthropicDeclaration[] = [recall(conversation).definition("anthropic")];
 */
export type AnthropicDeclaration = {
  /** The name. */
  name: string;
  /** A description of the tool, for the model. */
  description: string;
  /** The schema. */
  input_schema: RecallParameters;
};

export const declared = (name: string, description: string, parameters: RecallParameters): AnthropicDeclaration => ({
  name,
  description,
  input_schema: parameters,
});
