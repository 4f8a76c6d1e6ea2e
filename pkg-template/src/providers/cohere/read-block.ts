// Reading one block of a content.

import { withExtras } from "../../formats/extras.js";
import { type Fields, isFields, object, optional, others, required } from "../../formats/fields.js";
import { splitDataUrl } from "../../formats/media.js";
import type { NeutralPart, OtherPart } from "../../types/program-format.js";
import { at, invalid } from "../../formats/read-error.js";
import type { Role } from "../../types/index.js";
import { COHERE } from "./place.js";

/** Reads a block of a message of this role. An unmodelled block is kept unchanged. */
export function readBlock(block: unknown, role: Role): NeutralPart {
  const fields = object(block);
  const type = required(fields, "type");
  switch (type) {
    case "text":
      return withExtras({ type, text: required(fields, "text") }, others(fields, ["type", "text"]), COHERE);
    case "thinking":
      if (role !== "assistant") return verbatim(fields);
      return withExtras(
        { type: "reasoning", text: required(fields, "thinking"), origin: { format: COHERE } },
        others(fields, ["type", "thinking"]),
        COHERE,
      );
    case "image_url":
      return (role === "user" ? readPicture(fields) : undefined) ?? verbatim(fields);
    case "document":
      return { ...verbatim(fields), ...wordsOf(fields.document) };
    default:
      return verbatim(fields);
  }
}

/** Reads a picture; undefined when it holds something that is not modelled. */
function readPicture(fields: Fields): NeutralPart | undefined {
  const { image_url: picture } = fields;
  if (!isFields(picture)) throw invalid("expected an object with a `url`", "image_url");
  const url = at("image_url", () => optional(picture, "url"));
  const { detail } = picture;
  if (
    url === undefined ||
    Object.keys(others(picture, ["url", "detail"])).length > 0 ||
    (detail !== undefined && typeof detail !== "string")
  )
    return undefined;
  const bytes = splitDataUrl(url);
  if (bytes === null && url.startsWith("data:")) return undefined;
  return withExtras(
    { type: "image", ...(bytes ?? { url }), ...(detail !== undefined && { detail }) },
    others(fields, ["type", "image_url"]),
    COHERE,
  );
}

function verbatim(value: Fields): NeutralPart {
  return { type: "other", format: COHERE, value };
}

/** The words of a document: its fields as JSON text, as the model gets them, or the text that it is. */
function wordsOf(document: unknown): Pick<OtherPart, "words"> {
  const data = isFields(document) ? document.data : document;
  if (data === undefined || data === null) return {};
  return { words: { content: [{ type: "text", text: typeof data === "string" ? data : JSON.stringify(data) }] } };
}
