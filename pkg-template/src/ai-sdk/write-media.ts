// Writing pictures, sound and documents.

import { extrasOf } from "../formats/extras.js";
import { type Fields, isFields } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import type { Media } from "../formats/media.js";
import type { NeutralPart } from "../types/program-format.js";
import { OPENAI } from "../providers/registry/ai-sdk.js";
import type { Role } from "../types/index.js";
import { type Extras, type Form, OPTIONS } from "./form.js";
import { MEDIA } from "./links.js";
import type { Losses } from "./losses.js";
import { OPENAI_FILE, isAtUrl } from "./media.js";
import { namespacesOf, putOption, writtenOptions } from "./namespaces.js";
import { reference } from "./reference.js";

/** A neutral part that is a picture, sound or a document. */
export type MediaPart = NeutralPart & Media & { type: "image" | "audio" | "file" };

/** A type of which nothing is known. */
const ANY = "application/octet-stream";

/** Writes media as a part of a message; null when there is no form for their source. */
export function writeMedia(part: MediaPart, form: Form, role: Role, losses: Losses): object | null {
  const marks = marksOf(extrasOf(part));
  const source = writtenSource(part, marks, form);
  if (source === undefined) return null;
  const isFile = form === "ui" || part.type !== "image" || role === "assistant" || part.name !== undefined || marks.type === "file";
  const place = form === "ui" ? "url" : isFile ? "data" : "image";
  return {
    type: isFile ? "file" : "image",
    [place]: source,
    ...writtenType(part, marks, isFile, losses),
    ...(part.name !== undefined && { filename: part.name }),
    ...(form === "ui" && isFields(marks.reference) && { providerReference: marks.reference }),
    ...mediaRest(part, form, losses),
  };
}

/** Returns the type as a field: the original type, else the known one. A file needs a type, a picture may leave it out. */
export function writtenType({ type, mediaType }: MediaPart, marks: Fields, isNeeded: boolean, losses: Losses): Extras {
  if (typeof marks.mediaType === "string") return { mediaType: marks.mediaType };
  if (!isNeeded && (marks.mediaType !== undefined || mediaType === undefined)) return {};
  if (mediaType === undefined && type === "file") losses.report("content-filled", `a file of no known type is said to be \`${ANY}\``);
  return { mediaType: mediaType ?? (type === "file" ? ANY : `${type}/*`) };
}

/** Returns the options and the unmodelled fields. */
export function mediaRest(part: MediaPart, form: Form, losses: Losses): Extras {
  const extras = extrasOf(part);
  const spaces = namespacesOf(extras, MEDIA);
  if (part.detail !== undefined) putOption(spaces, extras, OPENAI.names, "imageDetail", part.detail);
  const written = { ...writtenOptions(spaces, OPTIONS[form]), ...losses.rest(extras, form, MEDIA) };
  // Pixels are the host's own hint.
  for (const name of ["width", "height"] as const) if (part[name] !== undefined) losses.field(name);
  return written;
}

/** Returns the source: an object if it was an object, else a text. Undefined for an id that the form cannot express. */
function writtenSource(part: MediaPart, marks: Fields, form: Form): unknown {
  const text = sourceText(part, marks, form);
  const { tagged } = marks;
  if (form === "ui") return text;
  // A UI message may have ids beside its URL, and the SDK prefers them.
  if (tagged === undefined && isFields(marks.reference)) return { type: "reference", reference: marks.reference };
  if (typeof tagged !== "string") return text;
  if (part.fileId === undefined) {
    const type = part.url !== undefined || (tagged === "url" && marks.at === "data") ? "url" : "data";
    return { type, [type]: text };
  }
  const known = reference(part, marks);
  if (known === undefined) return text;
  return tagged === "bare" ? known : { type: "reference", reference: known };
}

/** Returns the source as one text; undefined for an id that the form cannot express. */
function sourceText(part: MediaPart, marks: Fields, form: Form): string | undefined {
  const { type, data, url, fileId, origin, mediaType } = part;
  if (data !== undefined) {
    const isUrl = form === "model" ? marks.at === "data" : marks.at !== "base64";
    return isUrl ? `data:${mediaType ?? (type === "image" ? "image/*" : ANY)};base64,${data}` : data;
  }
  if (url !== undefined) return url;
  const isOpenAIs = origin === undefined || origin.format === "openai-chat" || origin.format === OPENAI.format;
  return isAtUrl(origin?.format) || (isOpenAIs && fileId?.startsWith(OPENAI_FILE) === true) ? fileId : undefined;
}
