// The declaration of a function.

import type { RecallParameters } from "../../recall/parameters.js";

/**
 * The declaration of the tool for Gemini. Where you declare functions of your own, put it into their entry: most models accept one entry with functions.
 *
 * @example
 * const tools: GeminiDeclaration[] = [recall(conversation).definition("gemini")];
 */
export type GeminiDeclaration = {
  /** The one declaration. */
  functionDeclarations: {
    /** The name. */
    name: string;
    /** Its use, for the model. */
    description: string;
    /** The schema. */
    parametersJsonSchema: RecallParameters;
  }[];
};

export const declared = (name: string, description: string, parameters: RecallParameters): GeminiDeclaration => ({
  functionDeclarations: [{ name, description, parametersJsonSchema: parameters }],
});
