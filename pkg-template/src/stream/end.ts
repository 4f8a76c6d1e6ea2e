// The ends of streams, and their errors.

import { ConversationError } from "../index.js";
import { isFields, textOf } from "./assembler.js";
import { Refusal } from "./source.js";
import type { StreamEnd } from "./types.js";

/** A way to end, with its error. */
export type Ending = { end: StreamEnd; error: ConversationError | null };

export const COMPLETE: Ending = { end: "complete", error: null };

export function aborted(cause: unknown): Ending {
  return { end: "aborted", error: new ConversationError("aborted", "The stream was aborted.", { cause }) };
}

/** The provider's own error, as an event of the stream or thrown by its client. */
export function failed(failure: unknown, cause?: unknown): Ending {
  const message = `The provider ended the stream with an error${messageOf(failure)}`;
  const details = isFields(failure) ? { ...failure } : { error: failure };
  return { end: "failed", error: new ConversationError("stream-failed", message, { details, ...(cause !== undefined && { cause }) }) };
}

export function broken(message: string, cause?: unknown): Ending {
  return { end: "broken", error: new ConversationError("stream-broken", message, cause === undefined ? {} : { cause }) };
}

/** Distinguishes the errors of sources: aborts, errors that the provider sent, and all others. */
export function thrown(error: unknown): Ending {
  try {
    return endOf(error);
  } catch {
    // A field of the error throws.
    return broken("The stream broke off.", error);
  }
}

function endOf(error: unknown): Ending {
  if (error instanceof Refusal) return failed({ status: error.status, body: error.body });
  const { name, error: body, $fault, status } = Object(error) as Record<string, unknown>;
  if (name === "AbortError" || name === "APIUserAbortError") return aborted(error);
  // Clients of OpenAI and Anthropic have the body of an error event, Amazon's the side at fault, Google's the status.
  if (isFields(body)) return failed(body, error);
  if (typeof $fault === "string" || typeof status === "number") return failed({ message: messageIn(error) }, error);
  return broken(`The stream broke off${messageOf(error)}`, error);
}

/** Returns the end of a sentence that quotes the error. */
function messageOf(error: unknown): string {
  const message = messageIn(error).slice(0, MOST_OF_ERROR);
  return message === "" ? "." : `: ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

function messageIn(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, body, error: inner } = Object(error) as Record<string, unknown>;
  return textOf(message) || (inner === undefined && body === undefined ? "" : messageIn(inner ?? body));
}

/** Characters of an error that a message quotes. */
const MOST_OF_ERROR = 200;
