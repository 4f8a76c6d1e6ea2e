// Reading the chunks of a content.

import { withExtras } from "../../formats/extras.js";
import { type Fields, each, fieldsOf, isFields, list, object, others, textOf } from "../../formats/fields.js";
import type { NeutralPart } from "../../types/program-format.js";
import { at } from "../../formats/read-error.js";
import { readMedia } from "./media.js";
import { NAME, asApi, verbatim } from "./names.js";

/** Reads a content: a text, or chunks. */
export function readContent(content: unknown, model?: string): NeutralPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return each(
    at("content", () => list(content)),
    "content",
    (chunk) => readChunk(asApi(object(chunk)), model),
  );
}

function readChunk(chunk: Fields, model: string | undefined): NeutralPart {
  const { type, text } = chunk;
  if (type === "text" && typeof text === "string") return withExtras({ type: "text", text }, others(chunk, ["type", "text"]), NAME);
  if (type === "thinking" && Array.isArray(chunk.thinking)) return readThinking(chunk, chunk.thinking, model);
  const words =
    type === "tool_reference" ? [chunk.title, chunk.url, chunk.description].filter((one) => typeof one === "string").join("\n") : "";
  return (
    readMedia(chunk) ??
    ({ ...verbatim(chunk, { inside: true }), ...(words !== "" && { words: { content: [{ type: "text", text: words }] } }) } as NeutralPart)
  );
}

/** Reads thinking: a list of chunks, mostly of one text. Any other list is kept beside its text. */
function readThinking(chunk: Fields, given: readonly unknown[], model: string | undefined): NeutralPart {
  const chunks = given.map((inner) => (isFields(inner) ? asApi(inner) : inner));
  const text = chunks.flatMap((inner) => textOf(fieldsOf(inner).text) ?? []).join("");
  const isUsual = JSON.stringify(chunks) === JSON.stringify(thinkingOf(text));
  const isSigned = typeof chunk.signature === "string";
  return withExtras(
    {
      type: "reasoning",
      text,
      ...(isSigned && { signature: chunk.signature as string }),
      origin: { format: NAME, ...(model !== undefined && { model }) },
    },
    { ...others(chunk, ["type", "thinking", ...(isSigned ? ["signature"] : [])]), ...(!isUsual && { thinking: chunks }) },
    NAME,
  );
}

/** The usual chunks of a thought. */
export function thinkingOf(text: string): Fields[] {
  return [{ type: "text", text }];
}
