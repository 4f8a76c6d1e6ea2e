// Recognises errors about a response that the provider cannot continue, from any client.

/** Words and codes of providers. */
const REFUSALS =
  /previous[ _]response (?:with id .{1,200} )?not found|previous_response_not_found|conversation with id .{1,200} not found|thread_(?:not_found|already_continued|continue_in_flight|fingerprint_mismatch)/i;

/** Fields of errors that hold their words, their codes or another error. */
const FIELDS = ["message", "code", "errorCode", "error_code", "error", "details", "cause", "data", "body", "responseBody"];

/** Errors inside each other: a wrapper, the client's error, its body, the provider's error, its details. */
const MOST_DEPTH = 5;

/** Characters of a text that are read. */
const MOST_TEXT = 5_000;

/**
 * Returns true if an error of any client of OpenAI or Anthropic means that the provider cannot continue the response: the provider does not
 * (or no longer) keep it, has already continued it, or kept other tools or another system prompt. With `continue: "anew"`, the same request
 * is accepted. Never throws.
 *
 * @example
 * const send = async (options: PrepareOptions) => client.responses.create((await conversation.prepare("openai-responses", params, options)).body);
 * const response = await send({ continue: true }).catch((error) => {
 *   if (!isContinuationRefused(error)) throw error;
 *   return send({ continue: "anew" });
 * });
 */
export function isContinuationRefused(error: unknown): boolean {
  return isRefusal(error, MOST_DEPTH);
}

function isRefusal(value: unknown, depth: number): boolean {
  if (typeof value === "string") return REFUSALS.test(value.slice(0, MOST_TEXT));
  if (typeof value !== "object" || value === null || depth === 0) return false;
  return FIELDS.some((field) => isRefusal(read(value, field), depth - 1));
}

/** Returns a field; undefined if reading it throws. */
function read(value: object, field: string): unknown {
  try {
    return (value as Record<string, unknown>)[field];
  } catch {
    return undefined;
  }
}
