// Pictures, sound and documents in the results of tools.

import { extrasOf, withExtras } from "../formats/extras.js";
import { type Fields, object, optional, required } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import type { Media } from "../formats/media.js";
import type { NeutralPart } from "../types/program-format.js";
import { at, invalid } from "../formats/read-error.js";
import { type Extras, OPTIONS, verbatim } from "./form.js";
import { MEDIA } from "./links.js";
import type { Losses } from "./losses.js";
import { fetched, isAtUrl, mediaPart } from "./media.js";
import { readReference, reference } from "./reference.js";
import { unmodelled } from "./text.js";
import { type MediaPart, mediaRest, writtenType } from "./write-media.js";

/** A field that holds a source. */
type Place = "data" | "url" | "fileId" | "providerReference";

/** The types of parts of a result that hold media, each with the field of its source. */
export const RESULT_MEDIA: Readonly<Record<string, Place>> = {
  media: "data",
  "file-data": "data",
  "image-data": "data",
  "file-url": "url",
  "image-url": "url",
  "file-id": "fileId",
  "image-file-id": "fileId",
  "file-reference": "providerReference",
  "image-file-reference": "providerReference",
};

/** Reads a part of a result. One whose file only unknown providers keep is kept verbatim. */
export function readResultMedia(fields: Fields, kind: string, place: Place): NeutralPart {
  const givenType = optional(fields, "mediaType");
  const marks: Extras = {};
  const source = readSource(fields, place, marks);
  if (source === null) return verbatim("model", fields);
  const { media, options } = mediaPart(fields, source, givenType, kind, OPTIONS.model, marks);
  if (usualType(media as MediaPart) !== kind) marks.type = kind;
  return withExtras(media, unmodelled("model", fields, ["type", place, "mediaType", "filename", OPTIONS.model], options, MEDIA, marks));
}

function readSource(fields: Fields, place: Place, marks: Extras): Media | null {
  if (place === "data") return { data: required(fields, place) };
  if (place === "url") return fetched(required(fields, place));
  const id = fields[place];
  if (id === undefined) throw invalid("expected an id, found nothing", place);
  return typeof id === "string" && place === "fileId"
    ? { fileId: id }
    : readReference(
        at(place, () => object(id)),
        marks,
      );
}

/** The type that media are written as, unless they came as another. */
function usualType({ type, name, data, url, origin, mediaType }: MediaPart): string {
  const isImage = type === "image" && name === undefined;
  if (data !== undefined) return isImage ? "image-data" : "file-data";
  if (url !== undefined || isAtUrl(origin?.format)) return isImage && mediaType === undefined ? "image-url" : "file-url";
  return isImage ? "image-file-id" : "file-id";
}

/** Writes media as a part of a result. */
export function writeResultMedia(part: MediaPart, losses: Losses): object {
  const marks = marksOf(extrasOf(part));
  const kind = typeof marks.type === "string" ? marks.type : usualType(part);
  const { name } = part;
  const written = { type: kind, ...writtenSource(part, kind, marks), ...resultType(part, kind, marks, losses) };
  const hasName = name !== undefined && kind === "file-data";
  if (name !== undefined && !hasName) losses.field("name");
  return { ...written, ...(hasName && { filename: name }), ...mediaRest(part, "model", losses) };
}

function resultType(part: MediaPart, kind: string, marks: Fields, losses: Losses): Extras {
  const place = RESULT_MEDIA[kind];
  if (typeof marks.mediaType === "string" || (place === "data" && marks.mediaType === undefined))
    return writtenType(part, marks, true, losses);
  if (marks.mediaType !== undefined || part.mediaType === undefined) return {};
  if (kind === "file-url") return { mediaType: part.mediaType };
  if (place === "fileId" || place === "providerReference") losses.field("mediaType");
  return {};
}

function writtenSource(part: MediaPart, kind: string, marks: Fields): Extras {
  if (part.data !== undefined) return { data: part.data };
  if (part.url !== undefined) return { url: part.url };
  const id = part.fileId ?? "";
  const place = RESULT_MEDIA[kind] ?? "fileId";
  // An id that came as a URL is written as one.
  return { [place]: place === "url" ? id : (reference(part, marks) ?? id) };
}
