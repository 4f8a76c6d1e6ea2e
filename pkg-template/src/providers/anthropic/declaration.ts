// The declaration of a function.

import type { ToolParameters } from "../../recall/parameters.js";

/**
 * The declaration of a tool for Anthropic.
 *
 * @example
 * const tools: AnthropicDeclaration[] = [recall(conversation).definition("anthropic")];
 */
export type AnthropicDeclaration<Parameters = ToolParameters> = {
  /** The name. */
  name: string;
  /** A description of the tool, for the model. */
  description: string;
  /** The schema. */
  input_schema: Parameters;
};

export const declared = <Parameters>(name: string, description: string, parameters: Parameters): AnthropicDeclaration<Parameters> => ({
  name,
  description,
  input_schema: parameters,
});
