// The public type of the edits that repair parameters.

/**
 * An edit of a request body. `path` is a path into the body, as in `Violation`: names after dots, places in brackets, and names with dots or
 * brackets as `["a.b"]`. `set` puts a value there, `remove` takes the field or the item out, `rename` gives the field another name.
 *
 * @example
 * const edit: BodyEdit = { path: "max_tokens", rename: "max_completion_tokens" };
 */
export type BodyEdit =
  | {
      /** The place. */
      readonly path: string;
      /** The new value. */
      readonly set: unknown;
    }
  | {
      /** The place. */
      readonly path: string;
      /** Takes the field or the item out. */
      readonly remove: true;
    }
  | {
      /** The place. */
      readonly path: string;
      /** The new name of the field. */
      readonly rename: string;
    };
