// Writing the chunks of a content.

import { type Fields, others } from "../../formats/fields.js";
import type { NeutralPart } from "../../types/program-format.js";
import type { Report } from "../message-report.js";
import { type PartForm, ownMarks as marksOfFormat, writePart, writeParts } from "../parts.js";
import { writeMedia } from "./media.js";
import { ENTRY, type Marks, NAME } from "./names.js";
import { thinkingOf } from "./read-chunk.js";

const FORM: PartForm<Marks> = { format: NAME, around: ENTRY, media: writeMedia, reasoning: thinking };

/** The marks among unmodelled fields, where these are of this format. */
export function ownMarks(from: unknown, extras: Fields): Marks {
  return marksOfFormat(NAME, from, extras);
}

/** Writes a part as a chunk; undefined for one that is none. */
export function writeChunk(part: NeutralPart, report: Report): Fields | undefined {
  return writePart(FORM, part, report);
}

/** Writes the chunks of a content. */
export function writeChunks(content: string | readonly NeutralPart[] | null | undefined, report: Report): Fields[] {
  return writeParts(FORM, content, report);
}

function thinking(part: NeutralPart & { type: "reasoning" }, report: Report): Fields | undefined {
  const { text = "", signature, origin } = part;
  if (origin?.format !== NAME) {
    report.add("reasoning-dropped", "reasoning was left out: another provider made it");
    return undefined;
  }
  return {
    type: "thinking",
    thinking: thinkingOf(text),
    ...(signature !== undefined && { signature }),
    ...others(report.ofPart(part), [ENTRY]),
  };
}
