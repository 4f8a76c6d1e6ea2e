// Marks of the spelling in the source, where a format has several: kept as `writtenAs`, and left out by other formats without a report.

import { type Fields, fieldsOf } from "./fields.js";

/** The field of a part, a call, or the `extras` of a message that holds the marks. */
export const WRITTEN_AS = "writtenAs";

/** The marks among unmodelled fields; none if they are not an object. */
export function marksOf(extras: Fields | undefined): Fields {
  return fieldsOf(extras?.[WRITTEN_AS]);
}

/** The marks as an unmodelled field; nothing if there are no marks. */
export function keptMarks(marks: Fields): Fields {
  return Object.keys(marks).length === 0 ? {} : { [WRITTEN_AS]: marks };
}
