// The declaration of a function, here and for the vendors that speak chat completions.

import type { ToolParameters } from "../../recall/parameters.js";

/**
 * The declaration of a function in chat completions.
 *
 * @example
 * const tools: FunctionDefinition[] = [recall(conversation).definition("openai-chat")];
 */
export type FunctionDefinition<Parameters = ToolParameters> = {
  /** A function. */
  type: "function";
  /** The function. */
  function: {
    /** The name. */
    name: string;
    /** A description of the tool, for the model. */
    description: string;
    /** The schema. */
    parameters: Parameters;
  };
};

export const declared = <Parameters>(name: string, description: string, parameters: Parameters): FunctionDefinition<Parameters> => ({
  type: "function",
  function: { name, description, parameters },
});
