// Media: `{ type, mime_type, data }`, or `{ type, mime_type, uri }`.
//
// The types of media are those that `ImageContent`, `AudioContent`, `DocumentContent` and `VideoContent` of `@google/genai` list.

import { withExtras } from "../../formats/extras.js";
import { type Fields, others } from "../../formats/fields.js";
import { keptMarks } from "../../formats/marks.js";
import type { Media } from "../../formats/media.js";
import type { NeutralPart } from "../../types/program-format.js";
import type { MediaPart } from "../parts.js";
import { NAME } from "./names.js";

const OFFICE = "application/vnd.openxmlformats-officedocument.";
const OPEN = "application/vnd.oasis.opendocument.";

/** The media types of each type of content. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  image: ["png", "jpeg", "webp", "heic", "heif", "gif", "bmp", "tiff"].map((name) => `image/${name}`),
  audio: ["wav", "mp3", "aiff", "aac", "ogg", "flac", "mpeg", "m4a", "l16", "opus", "alaw", "mulaw", "webm"].map((name) => `audio/${name}`),
  document: [
    "application/pdf",
    "text/csv",
    "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    ...["presentationml.presentation", "wordprocessingml.document", "wordprocessingml.template", "spreadsheetml.sheet"].map(
      (name) => OFFICE + name,
    ),
    ...["presentation", "text", "spreadsheet"].map((name) => OPEN + name),
  ],
  video: ["mp4", "mpeg", "mpg", "mov", "avi", "x-flv", "webm", "wmv", "3gpp"].map((name) => `video/${name}`),
};

/** Reads media; undefined for a source or a type that is not modelled. */
export function readMedia(fields: Fields): NeutralPart | undefined {
  const { type, mime_type: mediaType, data, uri, name } = fields;
  const isTyped = typeof mediaType === "string" && mediaType !== "";
  if (!isTyped && (mediaType !== undefined || typeof data === "string" || type === "video")) return undefined;
  if (type === "video" && !(mediaType as string).startsWith("video/")) return undefined;
  if ((typeof data === "string") === (typeof uri === "string") || (data ?? uri) === "" || (data !== undefined && uri !== undefined))
    return undefined;
  const isNamed = type === "video" && typeof name === "string";
  const part = {
    type: type === "image" || type === "audio" ? type : "file",
    ...(isTyped && { mediaType }),
    ...(typeof data === "string" ? { data } : placeOf(uri as string)),
    ...(isNamed && { name }),
  } as MediaPart;
  const extras = others(fields, ["type", "mime_type", "data", "uri", ...(isNamed ? ["name"] : [])]);
  return withExtras(part, { ...extras, ...keptMarks(usualType(part) === type ? {} : { as: type }) }, NAME);
}

/** A URL, or the name of a file that Google keeps. */
function placeOf(uri: string): Media {
  return uri.includes("://") ? { url: uri } : { fileId: uri, origin: { format: "gemini" } };
}

/** The content of media, and the fields that it holds beside their source; undefined for media that the provider does not take. `as` is the type in the source. */
export function writeMedia(part: MediaPart, as: string | undefined): { written: Fields; known: string[] } | undefined {
  const { mediaType, data, url, fileId, name, origin } = part;
  const type = as ?? usualType(part);
  const isOurs = fileId !== undefined && (origin === undefined || origin.format === "gemini" || origin.format === NAME);
  const uri = url ?? (isOurs ? fileId : undefined);
  if (type === undefined || (data === undefined && uri === undefined)) return undefined;
  const isNamed = type === "video" && name !== undefined;
  return {
    written: {
      type,
      ...(mediaType !== undefined && { mime_type: mediaType }),
      ...(data === undefined ? { uri } : { data }),
      ...(isNamed && { name }),
    },
    known: [...(isNamed ? ["name"] : []), ...(data === undefined && url === undefined ? ["fileId"] : [])],
  };
}

/** The type of content for media: that of their media type, or of their kind where none is known. */
function usualType({ type, mediaType }: MediaPart): string | undefined {
  if (mediaType === undefined) return type === "file" ? "document" : type;
  const plain = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  return Object.keys(TYPES).find((known) => TYPES[known]?.includes(plain));
}
