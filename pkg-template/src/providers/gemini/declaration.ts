// The declaration of a function.

import type { RecallParameters } from "../../recall/parameters.js";

/**
 * The declaration of the tool for Gemini. If you declare your own functions, put it into their entry: most models accept only one entry
 * with functions.
 *
 * @example
 * const tools: GeminiDeclaration[] = [recall(conversation).definition("gemini")];
 */
export type GeminiDeclaration = {
  /** The one declaration. */
  functionDeclarations: {
    /** The name. */
    name: string;
    /** A description of the tool, for the model. */
    description: string;
    /** The schema. */
    parametersJsonSchema: RecallParameters;
  }[];
};

export const declared = (name: string, description: string, parameters: RecallParameters): GeminiDeclaration => ({
  functionDeclarations: [{ name, description, parametersJsonSchema: parameters }],
});
