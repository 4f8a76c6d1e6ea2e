// Marks of what a source left out, so that it is left out again.

import { type Fields, fieldsOf } from "../../formats/fields.js";
import { keptMarks, marksOf } from "../../formats/marks.js";

/** The name of the format, and of its marks. */
export const OLLAMA = "ollama";

/** The fields that a source left out. */
export interface Absent {
  /** True for a message without a `content`. */
  readonly content?: true;
  /** True for a call without an `id`, and for a result without a `tool_call_id`. */
  readonly id?: true;
  /** True for a result without a `tool_name`. */
  readonly name?: true;
}

/** The marks as an unmodelled field. */
export function absentMarks(absent: Absent): Fields {
  return Object.keys(absent).length === 0 ? {} : keptMarks({ [OLLAMA]: absent });
}

/** The fields that the source of a message or a call left out. */
export function absentOf(extras: Fields | undefined): Absent {
  return fieldsOf(marksOf(extras)[OLLAMA]);
}
