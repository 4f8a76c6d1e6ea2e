// The name of the format, and the marks by which items go back to their place and their spelling.

import { extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf, isEmpty, others } from "../formats/fields.js";
import { keptMarks, marksOf } from "../formats/marks.js";
import type { NeutralPart } from "../types/program-format.js";

/** The name of the format, and of its marks. */
export const NAME = "ag-ui";

/** The field of a call or of media that keeps the unmodelled fields inside of it. */
export const INSIDE = "insideFields";

/** Marks of a message. */
export interface MessageMarks {
  /** True if an answer has an empty text in the source, which models would refuse. */
  readonly emptyText?: true;
  /** True if an answer has neither text nor calls, and is an item of its own beside its reasoning. */
  readonly empty?: true;
  /** True if the content of a failed result was empty, and its error became the content. */
  readonly onlyError?: true;
}

/** Marks of a part. */
export interface PartMarks {
  /** The id of the item that the part is. */
  readonly id?: string;
  /** True if that item stands behind the answer to which it belongs. */
  readonly after?: true;
  /** True if the source has bytes as a data URL. */
  readonly url?: true;
}

/** The marks as an unmodelled field; nothing if there are none. */
export function marked(marks: object): Fields {
  return keptMarks(isEmpty(marks as Fields) ? {} : { [NAME]: marks });
}

/** The marks among unmodelled fields. */
export function marksIn<Marks extends object>(extras: Fields | undefined): Marks {
  return fieldsOf(marksOf(extras)[NAME]) as Marks;
}

/** The marks of a part. */
export const marksOfPart = (part: NeutralPart): PartMarks => marksIn<PartMarks>(extrasOf(part));

/** The fields that are not in `known`, with marks, as the extras of a message; nothing if there are none. */
export function keptExtras(
  fields: Fields,
  known: readonly string[],
  marks: object = {},
): { extras?: Record<string, unknown>; extrasFrom?: typeof NAME } {
  const rest = others(fields, known);
  const extras = { ...rest, ...marked(marks) };
  return isEmpty(extras) ? {} : { extras, ...(!isEmpty(rest) && { extrasFrom: NAME }) };
}
