// Names of attributes, and the marks by which a message goes back to its place and its spelling.

import type { NeutralCall, NeutralPart } from "../types/program-format.js";
import { callExtras, extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { keptMarks, marksOf } from "../formats/marks.js";

/** The name of the format, and of its marks. */
export const NAME = "opentelemetry";

/** The attributes that hold the conversation. */
export const SYSTEM = "gen_ai.system_instructions";
export const INPUT = "gen_ai.input.messages";
export const OUTPUT = "gen_ai.output.messages";

/** The attributes about an answer. */
export const RESPONSE_ID = "gen_ai.response.id";
export const RESPONSE_MODEL = "gen_ai.response.model";

/** The attributes of usage, by our names. `input_tokens` includes cached tokens, as ours do. */
export const USAGE = {
  input: "gen_ai.usage.input_tokens",
  output: "gen_ai.usage.output_tokens",
  cachedInput: "gen_ai.usage.cache_read.input_tokens",
  cacheWrite: "gen_ai.usage.cache_creation.input_tokens",
  reasoning: "gen_ai.usage.reasoning.output_tokens",
} as const;

/** Marks of a message. */
export interface MessageMarks {
  /** The role in the source, if ours has another name. */
  readonly role?: string;
  /** True if it goes on with the message before it: they are one message in the source. */
  readonly joined?: true;
  /** The attribute of an answer at the end, or of another message in the output. */
  readonly in?: "input" | "output";
  /** The reason for the end of an answer; null if the source gives none. */
  readonly finish?: unknown;
  /** True for a system message that is a message of the source's list. */
  readonly listed?: true;
  /** True for a result without an id. */
  readonly unnamed?: true;
  /** True for a result that is a JSON value other than a text. */
  readonly json?: true;
  /** True for a message of a tool that has parts, and no response. */
  readonly loose?: true;
}

/** Marks of a call. */
export interface CallMarks {
  /** True if it has no id. */
  readonly unnamed?: true;
  /** True if its arguments are a text in the source, though the text is the JSON of an object. */
  readonly text?: true;
  /** True if its arguments are a value other than an object or a text. */
  readonly value?: true;
}

/** Marks of media. */
export interface MediaMarks {
  /** The modality in the source, if its media type is that of another one. */
  readonly modality?: string;
  /** True if the media type was found in the bytes. */
  readonly typed?: true;
}

/** The marks as an unmodelled field; nothing if there are none. */
export function marked(marks: object): Fields {
  return keptMarks(Object.keys(marks).length === 0 ? {} : { [NAME]: marks });
}

/** The marks of a message. */
export function marksOfMessage(extras: Fields | undefined): MessageMarks {
  return fieldsOf(marksOf(extras)[NAME]);
}

/** The marks of a call. */
export function marksOfCall(call: NeutralCall): CallMarks {
  return fieldsOf(marksOf(callExtras(call))[NAME]);
}

/** The marks of a part. */
export function marksOfPart(part: NeutralPart): MediaMarks {
  return fieldsOf(marksOf(extrasOf(part))[NAME]);
}
