// The declaration of a function.

import type { ToolParameters } from "../../recall/parameters.js";

/**
 * The declaration of a tool for Gemini. If you declare your own functions, put it into their entry: most models accept only one entry
 * with functions.
 *
 * @example
 * const tools: GeminiDeclaration[] = [recall(conversation).definition("gemini")];
 */
export type GeminiDeclaration<Parameters = ToolParameters> = {
  /** The one declaration. */
  functionDeclarations: {
    /** The name. */
    name: string;
    /** A description of the tool, for the model. */
    description: string;
    /** The schema. */
    parametersJsonSchema: Parameters;
  }[];
};

export const declared = <Parameters>(name: string, description: string, parameters: Parameters): GeminiDeclaration<Parameters> => ({
  functionDeclarations: [{ name, description, parametersJsonSchema: parameters }],
});
