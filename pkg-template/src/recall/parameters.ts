// The arguments of the tool, and of tools of texts.

/**
 * The schema of the arguments.
 *
 * @example
 * const { properties }: RecallParameters = recall(conversation).parameters;
 */
export type RecallParameters = {
  /** Arguments are an object. */
  type: "object";
  /** The arguments; each may be left out. */
  properties: {
    /** Words to search for. */
    query: RecallParameter;
    /** The id of a message or a call. */
    id: RecallParameter;
    /** A range of lines. */
    lines: RecallParameter;
  };
};

/**
 * An argument in the schema.
 *
 * @example
 * const { description }: RecallParameter = recall(conversation).parameters.properties.query;
 */
export type RecallParameter = {
  /** A text. */
  type: "string";
  /** Its meaning, for the model. */
  description: string;
};

/**
 * The schema of a tool whose arguments are texts.
 *
 * @example
 * const parameters: ToolParameters = recall(conversation).parameters;
 */
export type ToolParameters = {
  /** Arguments are an object. */
  type: "object";
  /** The arguments. */
  properties: Record<string, RecallParameter>;
  /** The names of the arguments that must be given; if absent, each may be left out. */
  required?: string[];
};
