// Writing the content of a message, part by part.

import { extrasOf } from "../formats/extras.js";
import type { Fields } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import { placeholder } from "../formats/media.js";
import type { NeutralMessage, NeutralPart } from "../types/program-format.js";
import type { Role } from "../types/index.js";
import type { Form } from "./form.js";
import type { Losses } from "./losses.js";
import { writeForModel, writeForUi } from "./provider-executed.js";
import { writeText } from "./text.js";
import { type MediaPart, writeMedia } from "./write-media.js";
import { writeReasoning } from "./write-reasoning.js";

/** Writes a content as parts. */
export function writeContent(content: NeutralMessage["content"], form: Form, role: Role, losses: Losses): object[] {
  if (typeof content === "string") return [writeText(content, {}, form, role, losses)];
  return (content ?? []).flatMap((part) => writePart(part, content ?? [], form, role, losses));
}

/** Writes a part among other parts. */
export function writePart(part: NeutralPart, among: readonly NeutralPart[], form: Form, role: Role, losses: Losses): object[] {
  const extras = extrasOf(part);
  switch (part.type) {
    case "refusal":
      losses.report("written-as-text", "the target has no form for a refusal, so it is sent as text");
      return [writeText(part.text, extras, form, role, losses)];
    case "text":
      return [writeText(part.text, extras, form, role, losses)];
    case "image":
    case "audio":
    case "file":
      return [writeMedia(part as MediaPart, form, role, losses) ?? writePlaceholder(part as MediaPart, form, role, losses)];
    case "reasoning":
      if (role === "assistant") return writeReasoning(part, form, losses);
      losses.report("reasoning-dropped", "only the assistant thinks; the reasoning was left out");
      return [];
    case "other": {
      const value = part.value as Fields;
      if (part.format !== "ai-sdk") return losses.foreign(value);
      const source = marksOf(extras).form;
      if (source !== (form === "ui" ? "model" : "ui")) return [value];
      return form === "ui" ? writeForUi(value, among, losses) : writeForModel(value, losses);
    }
  }
}

function writePlaceholder(part: MediaPart, form: Form, role: Role, losses: Losses): object {
  const text = placeholder(part);
  losses.report("media-replaced", `the ${part.type} became the text \`${text}\`: the target does not take its source`);
  return writeText(text, {}, form, role, losses);
}
