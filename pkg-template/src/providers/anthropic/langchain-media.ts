// Pictures and documents of Anthropic in LangChain.

import { type Fields, others } from "../../formats/fields.js";
import type { Media } from "../../formats/media.js";
import type { MediaPart } from "../../langchain/media-form.js";
import { base64Of, formed, only } from "../../langchain/media-parts.js";

/** Reads a block with a source; undefined when it has a field that is not modelled, null when it is of another form. */
export function read(fields: Fields, type: string): MediaPart | undefined | null {
  return type === "document" || type === "image" ? readSource(fields, type) : null;
}

function readSource(fields: Fields, type: "image" | "document"): MediaPart | undefined {
  const source = only(fields.source, ["type", "media_type", "data", "url", "file_id"]);
  const place = source && placeOf(source);
  if (place === undefined) return undefined;
  if (type === "image") return formed("image", place, others(fields, ["type", "source"]), "anthropic");
  const { title } = fields;
  if (title !== undefined && title !== null && typeof title !== "string") return undefined;
  return formed("file", { ...place, name: title ?? undefined }, others(fields, ["type", "source", "title"]), "anthropic");
}

function placeOf({ type, media_type: mediaType, data, url, file_id: fileId }: Fields): Media | undefined {
  if (type === "base64") return typeof mediaType === "string" && typeof data === "string" ? { mediaType, data } : undefined;
  if (type === "url") return typeof url === "string" ? { url } : undefined;
  return type === "file" && typeof fileId === "string" ? { fileId, origin: { format: "anthropic" } } : undefined;
}

/** Writes a block. */
export function write(part: MediaPart, media: Media): Fields {
  const data = base64Of(media);
  const bytes = { type: "base64", media_type: media.mediaType ?? "application/octet-stream", data };
  const source =
    data !== undefined ? bytes : media.url !== undefined ? { type: "url", url: media.url } : { type: "file", file_id: media.fileId ?? "" };
  if (part.type === "image") return { type: "image", source };
  return { type: "document", source, ...(media.name !== undefined && { title: media.name }) };
}
