// The error of a reader, and the path to what is wrong.

/** Refuses a body. The package throws it as a `ConversationError` whose message begins with the path. */
export class ReadError extends Error {
  readonly code: string;
  /** The path into the body; steps of callers are put in front. */
  path = "";

  constructor(message: string, code = "invalid-message") {
    super(message);
    this.code = code;
  }
}

/** An `invalid-message` error. */
export function invalid(message: string, path = ""): ReadError {
  const error = new ReadError(message);
  error.path = path;
  return error;
}

/** Runs `work`; puts `step` in front of the path of its error. A step is a field (`content`) or an index (`[3]`), or several of them. */
export function at<Result>(step: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReadError && step !== "") {
      const joint = error.path === "" || error.path.startsWith("[") ? "" : ".";
      error.path = `${step}${joint}${error.path}`;
    }
    throw error;
  }
}
