// Writing contents.

import { extrasOf } from "../../formats/extras.js";
import { type Fields, isFields, others } from "../../formats/fields.js";
import { marksOf } from "../../formats/marks.js";
import type { NeutralPart } from "../../formats/program-format.js";
import type { Report } from "../message-report.js";
import { type MediaPart, writeMedia } from "./media.js";
import { type Marks, NAME, OUTPUT } from "./names.js";

/** The marks among unmodelled fields, where these are of this format. */
export function ownMarks(from: unknown, extras: Fields): Marks {
  return from === NAME ? (marksOf(extras) as Marks) : {};
}

/** Writes a part as a content; undefined for one that is none. */
export function writeContent(part: NeutralPart, report: Report): Fields | undefined {
  if (part.type === "reasoning") {
    report.add("part-dropped", "a part of type `reasoning` has no place here, and was left out");
    return undefined;
  }
  const extras = others(report.ofPart(part), [OUTPUT]);
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, ...extras };
    case "refusal":
      report.refusal();
      return { type: "text", text: part.text };
    case "image":
    case "audio":
    case "file":
      return media(part as MediaPart, extras, report);
    case "other":
      return report.isOwnPart(part) && isFields(part.value) ? part.value : undefined;
  }
}

function media(part: MediaPart, extras: Fields, report: Report): Fields {
  const written = writeMedia(part, ownMarks(part.extrasFrom, extrasOf(part)).as);
  if (written === undefined) return { type: "text", text: report.mediaWords(part) };
  report.loseMedia(part, written.known);
  return { ...written.content, ...extras };
}

/** Writes a content: a text is one of a text. */
export function writeContents(content: string | readonly NeutralPart[] | null | undefined, report: Report): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  const written = (content ?? []).map((part) => writeContent(part, report));
  return written.filter((one) => one !== undefined);
}
