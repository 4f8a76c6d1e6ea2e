// The public types of `backscroll/read`.

import type { Detected } from "../doctor/types.js";

/**
 * A pasted text, as read.
 *
 * @example
 * const { kind, taken, requests }: Pasted = readPaste(text);
 */
export interface Pasted {
  /**
   * The kind of the text. `"request"`: at least one request. `"refusal"`: only an error. `"response"` and `"stream"`: a provider's answer
   * without a request. `"broken"`: meant as JSON, Python or the like, but unreadable. `"unknown"`: a value or a text that is none of these.
   */
  kind: "request" | "refusal" | "response" | "stream" | "broken" | "unknown" | "empty";
  /** The form and the content of the text, in one or two sentences for people. */
  taken: string;
  /** The form of the text, as a short noun, such as `"curl (bash)"` or `"Python dict"`. */
  form: string;
  /** True if the reader is not sure of what it took the text for. */
  isGuess: boolean;
  /** The requests, in the order of the text. */
  requests: PastedRequest[];
  /** The provider's words: every error in the text, also inside JSON; null without any. */
  refusal: string | null;
  /** A response or a stream, put together as a response body, with its format; null for other kinds. */
  answer: PastedAnswer | null;
  /** The place where the text breaks off or is broken; null if it is whole. */
  fault: PastedFault | null;
}

/**
 * A provider's answer.
 *
 * @example
 * const { value, format }: PastedAnswer = readPaste(text).answer!;
 */
export interface PastedAnswer {
  /** The response body. */
  value: unknown;
  /** The name of its format; null if it is not known. */
  format: string | null;
}

/**
 * A place where a pasted text breaks off or is broken.
 *
 * @example
 * const { line, column, what }: PastedFault = readPaste("{").fault!;
 */
export interface PastedFault {
  /** Offset in the pasted text, in UTF-16 units. */
  offset: number;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** The fault, such as "the text breaks off in a string". */
  what: string;
  /** True if a part of the text is missing. The requests hold the rest. */
  isTruncated: boolean;
}

/**
 * A request in a pasted text.
 *
 * @example
 * const { value, detected, place }: PastedRequest = readPaste(text).requests[0]!;
 */
export interface PastedRequest {
  /** The body, a list of messages, or a program's data. */
  value: unknown;
  /** The format, as `detectFormat` recognises it; null if only its place says that the value is a request. */
  detected: Detected | null;
  /** Its place for people, such as `"line 3"` or `"log.entries[2]"`; empty for the only one. */
  place: string;
  /** False if the value was put together, as of a session or a trace, and cannot be written back into the text. */
  isInText: boolean;
  /** The start of the value in the pasted text, in UTF-16 units; 0 if it is not in the text. */
  from: number;
  /** The end of the value; the length of the text if it is not in the text. */
  to: number;
  /**
   * Returns the range of the value at a path, such as `messages[1].content[0].id` or `["a.b"]`, in the pasted text. If the path leads to
   * nothing, it is the range of the nearest value around it. If the request is not in the text, ranges are in
   * `JSON.stringify(value, null, 2)`.
   */
  rangeOf(path: string): PastedRange;
  /**
   * Returns the edits of the pasted text that make the value `after`, spelled in the form of the text. Everything unchanged stays, to the
   * last space. If the request is not in the text, the edits are of `JSON.stringify(value, null, 2)`. Returns null if the form cannot hold
   * the new value.
   */
  editsTo(after: unknown): TextEdit[] | null;
  /** The address that the text names (curl, fetch, HAR, raw HTTP); null without any. */
  url: string | null;
  /** The names of the headers that the text names. Their values may be secret, and are never copied. */
  headers: string[];
  /** The refusal beside this request, as in a HAR file or a log; null without any. */
  refusal: string | null;
}

/**
 * The range of a value in a text.
 *
 * @example
 * const { from, to }: PastedRange = request.rangeOf("messages[0]");
 */
export interface PastedRange {
  /** Start of the value, in UTF-16 units. */
  from: number;
  /** End of the value. */
  to: number;
  /** Start of its key; null for an item of a list. */
  keyFrom: number | null;
  /** End of its key; null for an item of a list. */
  keyTo: number | null;
}

/**
 * An edit of a text. The offsets are those of the text before all edits.
 *
 * @example
 * const edit: TextEdit = { from: 0, to: 0, insert: "[" };
 */
export interface TextEdit {
  /** Start of the replaced text, in UTF-16 units. */
  from: number;
  /** End of the replaced text. */
  to: number;
  /** The new text. */
  insert: string;
}
