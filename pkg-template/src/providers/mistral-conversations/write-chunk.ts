// Writing the chunks of a content.

import { extrasOf } from "../../formats/extras.js";
import { type Fields, isFields, others } from "../../formats/fields.js";
import { marksOf } from "../../formats/marks.js";
import type { NeutralPart } from "../../formats/program-format.js";
import type { Report } from "../message-report.js";
import { type MediaPart, writeMedia } from "./media.js";
import { ENTRY, type Marks, NAME } from "./names.js";
import { thinkingOf } from "./read-chunk.js";

/** The marks among unmodelled fields, where these are of this format. */
export function ownMarks(from: unknown, extras: Fields): Marks {
  return from === NAME ? (marksOf(extras) as Marks) : {};
}

/** Writes a part as a chunk; undefined for one that is none. */
export function writeChunk(part: NeutralPart, report: Report): Fields | undefined {
  if (part.type === "reasoning") return thinking(part, report);
  const extras = others(report.ofPart(part), [ENTRY]);
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

function thinking(part: NeutralPart & { type: "reasoning" }, report: Report): Fields | undefined {
  const { text = "", signature, origin } = part;
  if (origin?.format !== NAME) {
    report.add("reasoning-dropped", "reasoning was left out: another provider made it");
    return undefined;
  }
  return { type: "thinking", thinking: thinkingOf(text), ...(signature !== undefined && { signature }), ...others(report.ofPart(part), [ENTRY]) };
}

function media(part: MediaPart, extras: Fields, report: Report): Fields {
  const written = writeMedia(part, ownMarks(part.extrasFrom, extrasOf(part)));
  if (written === undefined) return { type: "text", text: report.mediaWords(part) };
  report.loseMedia(part, written.known);
  return { ...written.chunk, ...extras };
}

/** Writes a content as chunks: a text is one of a text. */
export function writeChunks(content: string | readonly NeutralPart[] | null | undefined, report: Report): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return (content ?? []).map((part) => writeChunk(part, report)).filter((chunk) => chunk !== undefined);
}
