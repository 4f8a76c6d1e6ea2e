// The declaration of a function.

import type { ToolParameters } from "../../recall/parameters.js";

/**
 * The declaration of a tool for Amazon Bedrock.
 *
 * @example
 * const tools: BedrockDeclaration[] = [recall(conversation).definition("bedrock")];
 */
export type BedrockDeclaration<Parameters = ToolParameters> = {
  /** The declaration. */
  toolSpec: {
    /** The name. */
    name: string;
    /** A description of the tool, for the model. */
    description: string;
    /** The schema. */
    inputSchema: {
      /** The schema, as JSON. */
      json: Parameters;
    };
  };
};

export const declared = <Parameters>(name: string, description: string, parameters: Parameters): BedrockDeclaration<Parameters> => ({
  toolSpec: { name, description, inputSchema: { json: parameters } },
});
