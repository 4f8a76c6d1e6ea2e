// Writing contents.

import { extrasOf } from "../../formats/extras.js";
import { type Fields, isFields, others } from "../../formats/fields.js";
import { WRITTEN_AS, marksOf } from "../../formats/marks.js";
import { placeholder } from "../../formats/media.js";
import type { NeutralCall, NeutralPart } from "../../formats/program-format.js";
import { fileText } from "../../formats/text-file.js";
import { type Report, kindOf } from "../report.js";
import { type MediaPart, writeMedia } from "./media.js";
import { type Marks, NAME, OUTPUT } from "./names.js";

/** Unmodelled fields: those of this format, its marks, and those of others. */
export interface Extras {
  readonly own: Fields;
  readonly marks: Marks;
  readonly foreign: Fields;
}

/** Tells apart the unmodelled fields of a part, a call or a message. */
export function ownExtras(holder: NeutralPart | NeutralCall | { extrasFrom?: unknown }, extras: Fields): Extras {
  if (holder.extrasFrom === NAME) return { own: others(extras, [WRITTEN_AS, "structured"]), marks: marksOf(extras) as Marks, foreign: {} };
  return { own: {}, marks: {}, foreign: extras };
}

/** Writes a part as a content; undefined for one that is none. */
export function writeContent(part: NeutralPart, report: Report): Fields | undefined {
  const { own, marks, foreign } = ownExtras(part, extrasOf(part));
  const extras = others(own, [OUTPUT]);
  report.lose(part.type === "reasoning" ? {} : foreign);
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, ...extras };
    case "refusal":
      report.add("written-as-text", "the target has no form for a refusal, so it is sent as text");
      return { type: "text", text: part.text };
    case "image":
    case "audio":
    case "file":
      return media(part as MediaPart, extras, marks.as, report);
    case "other":
      if (part.format === NAME && isFields(part.value)) return part.value;
      return report.drop(kindOf(part.value));
    case "reasoning":
      return report.drop("reasoning");
  }
}

function media(part: MediaPart, extras: Fields, as: string | undefined, report: Report): Fields {
  const written = writeMedia(part, as);
  if (written !== undefined) {
    report.lose(written.lost);
    return { ...written.content, ...extras };
  }
  const text = fileText(part);
  if (text !== null) {
    report.add("written-as-text", `the ${part.type} is written as text`);
    return { type: "text", text };
  }
  const words = placeholder(part);
  report.add("media-replaced", `the ${part.type} became the text \`${words}\`: the target does not take its type or source`);
  return { type: "text", text: words };
}

/** Writes a content: a text is one of a text. */
export function writeContents(content: string | readonly NeutralPart[] | null | undefined, report: Report): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  const written = (content ?? []).map((part) => writeContent(part, report));
  return written.filter((one) => one !== undefined);
}
