// The arguments of the tool.

/**
 * The schema of the arguments.
 *
 * @example
 * const { properties, required }: CompressParameters = compress(conversation).parameters;
 */
export type CompressParameters = {
  /** Arguments are an object. */
  type: "object";
  /** The arguments. */
  properties: {
    /** Words of the message with which the stretch begins. */
    from: CompressParameter;
    /** Words of the message with which the stretch ends. */
    to: CompressParameter;
    /** The summary that replaces the stretch. */
    summary: CompressParameter;
  };
  /** The arguments that must be given. */
  required: ("from" | "summary")[];
};

/**
 * An argument in the schema.
 *
 * @example
 * const { description }: CompressParameter = compress(conversation).parameters.properties.summary;
 */
export type CompressParameter = {
  /** A text. */
  type: "string";
  /** Its meaning, for the model. */
  description: string;
};
