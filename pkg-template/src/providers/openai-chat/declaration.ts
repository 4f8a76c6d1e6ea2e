// The declaration of a function, here and for the vendors that speak chat completions.

import type { RecallParameters } from "../../recall/parameters.js";

/**
 * The declaration of a function in chat completions.
 *
 * @example
 * const tools: FunctionDefinition[] = [recall(conversation).definition("openai-chat")];
 */
export type FunctionDefinition = {
  /** A function. */
  type: "function";
  /** The function. */
  function: {
    /** The name. */
    name: string;
    /** A description of the tool, for the model. */
    description: string;
    /** The schema. */
    parameters: RecallParameters;
  };
};

export const declared = (name: string, description: string, parameters: RecallParameters): FunctionDefinition => ({
  type: "function",
  function: { name, description, parameters },
});
