// Parts of messages, in formats whose contents are lists of objects with a type.

import { extrasOf } from "../formats/extras.js";
import { type Fields, isFields, others } from "../formats/fields.js";
import { keptMarks, marksOf } from "../formats/marks.js";
import type { Media } from "../formats/media.js";
import type { NeutralPart, ProgramFormatName } from "../types/program-format.js";
import type { Report } from "./message-report.js";

/** Parts of media. */
export type MediaPart = NeutralPart & Media & { readonly type: "image" | "audio" | "file" };

/** The differences between the formats. */
export interface PartForm<Marks extends object> {
  readonly format: ProgramFormatName;
  /** The unmodelled field that keeps the fields around a part. */
  readonly around: string;
  /** Writes media, and names the fields that it holds beside their source; undefined for media that the provider does not take. */
  media(part: MediaPart, marks: Marks): { readonly written: Fields; readonly known: readonly string[] } | undefined;
  /** Writes reasoning; undefined if it is left out. */
  reasoning(part: NeutralPart & { type: "reasoning" }, report: Report): Fields | undefined;
}

/** The marks among unmodelled fields, where these are of the format. */
export function ownMarks<Marks extends object>(format: ProgramFormatName, from: unknown, extras: Fields): Marks {
  return (from === format ? marksOf(extras) : {}) as Marks;
}

/** A part that is not modelled. */
export function verbatimPart(format: ProgramFormatName, value: object, marks: object): NeutralPart {
  return { type: "other", format, value, ...(Object.keys(marks).length > 0 && { ...keptMarks(marks as Fields), extrasFrom: format }) };
}

/** Writes a part; undefined for one that is left out. */
export function writePart<Marks extends object>(form: PartForm<Marks>, part: NeutralPart, report: Report): Fields | undefined {
  if (part.type === "reasoning") return form.reasoning(part, report);
  const extras = others(report.ofPart(part), [form.around]);
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, ...extras };
    case "refusal":
      report.refusal();
      return { type: "text", text: part.text };
    case "image":
    case "audio":
    case "file":
      return writeMedia(form, part as MediaPart, extras, report);
    case "other":
      return report.isOwnPart(part) && isFields(part.value) ? part.value : undefined;
  }
}

function writeMedia<Marks extends object>(form: PartForm<Marks>, part: MediaPart, extras: Fields, report: Report): Fields {
  const media = form.media(part, ownMarks(form.format, part.extrasFrom, extrasOf(part)));
  if (media === undefined) return { type: "text", text: report.mediaWords(part) };
  report.loseMedia(part, media.known);
  return { ...media.written, ...extras };
}

/** Writes a content: a text is a list of one text. */
export function writeParts<Marks extends object>(
  form: PartForm<Marks>,
  content: string | readonly NeutralPart[] | null | undefined,
  report: Report,
): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return (content ?? []).map((part) => writePart(form, part, report)).filter((one) => one !== undefined);
}
