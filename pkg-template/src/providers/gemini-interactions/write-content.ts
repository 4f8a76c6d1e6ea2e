// Writing contents.

import type { Fields } from "../../formats/fields.js";
import type { NeutralPart } from "../../types/program-format.js";
import type { Report } from "../message-report.js";
import { type PartForm, ownMarks as marksOfFormat, writePart, writeParts } from "../parts.js";
import { writeMedia } from "./media.js";
import { type Marks, NAME, OUTPUT } from "./names.js";

const FORM: PartForm<Marks> = {
  format: NAME,
  around: OUTPUT,
  media: (part, { as }) => writeMedia(part, as),
  reasoning(_, report) {
    report.add("part-dropped", "a part of type `reasoning` has no place here, and was left out");
    return undefined;
  },
};

/** The marks among unmodelled fields, where these are of this format. */
export function ownMarks(from: unknown, extras: Fields): Marks {
  return marksOfFormat(NAME, from, extras);
}

/** Writes a part as a content; undefined for one that is none. */
export function writeContent(part: NeutralPart, report: Report): Fields | undefined {
  return writePart(FORM, part, report);
}

/** Writes the contents of a message. */
export function writeContents(content: string | readonly NeutralPart[] | null | undefined, report: Report): Fields[] {
  return writeParts(FORM, content, report);
}
