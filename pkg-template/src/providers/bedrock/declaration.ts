// The declaration of a function.

import type { RecallParameters } from "../../recall/parameters.js";

/**
 * The declaration of the tool for Amazon Bedrock.
 *
 * @example
 * const tools: BedrockDeclaration[] = [recall(conversation).definition("bedrock")];
 */
export type BedrockDeclaration = {
  /** The declaration. */
  toolSpec: {
    /** The name. */
    name: string;
    /** A description of the tool, for the model. */
    description: string;
    /** The schema. */
    inputSchema: {
      /** The schema, as JSON. */
      json: RecallParameters;
    };
  };
};

export const declared = (name: string, description: string, parameters: RecallParameters): BedrockDeclaration => ({
  toolSpec: { name, description, inputSchema: { json: parameters } },
});
