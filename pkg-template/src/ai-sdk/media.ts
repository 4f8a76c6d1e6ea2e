// Reading pictures, sound and documents.

import { withExtras } from "../formats/extras.js";
import { type Fields, isFields, noun, optional } from "../formats/fields.js";
import { typeOfBytes } from "../formats/media-type.js";
import { type Media, splitDataUrl } from "../formats/media.js";
import type { NeutralPart } from "../types/program-format.js";
import { invalid } from "../formats/read-error.js";
import type { Role } from "../types/index.js";
import { OPENAI, PROVIDERS } from "../providers/registry/ai-sdk.js";
import { type Extras, type Form, OPTIONS, old, verbatim } from "./form.js";
import { MEDIA } from "./links.js";
import { readOptions, takeText } from "./options.js";
import { noteReference, readReference } from "./reference.js";
import { unmodelled } from "./text.js";

/** The beginning of ids of OpenAI's files, by which the SDK distinguishes them from base64. */
export const OPENAI_FILE = "file-";

/** Reads a part of type `image` or `file`. A source that is not modelled is kept verbatim. */
export function readMedia(fields: Fields, form: Form, role: Role, kind: "image" | "file"): NeutralPart {
  const place = form === "ui" ? "url" : kind === "image" ? "image" : "data";
  if (fields.mimeType !== undefined) throw old("`mimeType`", "mimeType");
  const marks: Extras = {};
  const source = readSource(fields[place], place, form, marks);
  if (source === null) return verbatim(form, fields);
  const part = mediaPart(fields, source, optional(fields, "mediaType"), kind, OPTIONS[form], marks);
  if (form === "model" && role !== "assistant" && part.type === "image" && kind === "file") marks.type = "file";
  const known = ["type", place, "mediaType", "filename", OPTIONS[form]];
  const { providerReference: ids } = fields;
  if (form === "ui" && isFields(ids) && noteReference(ids, marks)) known.push("providerReference");
  return withExtras(part.media, unmodelled(form, fields, known, part.options, MEDIA, marks));
}

/** Completes media by the fields that all kinds of parts have. */
export function mediaPart(fields: Fields, source: Media, givenType: string | undefined, kind: string, optionsField: string, marks: Extras) {
  const name = optional(fields, "filename");
  const mediaType = settledType(source, givenType, kind, marks);
  const options = readOptions(fields, optionsField);
  const detail = takeText(options, OPENAI.names, "imageDetail");
  const isOf = (group: string) => isWild(fields, group) || mediaType?.startsWith(`${group}/`) === true;
  const type = kind.startsWith("image") || isOf("image") ? "image" : isOf("audio") ? "audio" : "file";
  return { type, options, media: { type, ...source, mediaType, name, detail } as NeutralPart };
}

/** Reads the source; null when it is an object that is not modelled. */
function readSource(value: unknown, place: string, form: Form, marks: Extras): Media | null {
  if (value === undefined) throw invalid("expected a string, found nothing", place);
  if (typeof value === "string") return located(value, form, marks);
  if (isFields(value) && value.type !== "Buffer" && value["0"] === undefined) return readTagged(value, form, marks);
  throw invalid(`expected a URL or base64, found ${noun(value)}; bytes have no form in JSON: give them as base64 in a string`, place);
}

/**
 * Reads a source of version 7: `{ type: "url", url }`, `{ type: "data", data }`, or ids by provider, bare or as
 * `{ type: "reference", reference }`. Null for text, and for ids that only unknown providers know.
 */
function readTagged(source: Fields, form: Form, marks: Extras): Media | null {
  const { type } = source;
  if (typeof type !== "string") {
    marks.tagged = "bare";
    return readReference(source, marks);
  }
  const value = source[type];
  if (Object.keys(source).length !== 2) return null;
  if ((type === "url" || type === "data") && typeof value === "string") {
    marks.tagged = type;
    return type === "data" && splitDataUrl(value) === null ? { data: value } : located(value, form, marks);
  }
  marks.tagged = type;
  return type === "reference" && isFields(value) ? readReference(value, marks) : null;
}

/** Media by their URL, their base64, or their id. */
function located(text: string, form: Form, marks: Extras): Media {
  const inline = splitDataUrl(text);
  if (inline !== null) {
    if (form === "model") marks.at = "data";
    return inline;
  }
  if (text.startsWith(OPENAI_FILE)) return { fileId: text, origin: { format: OPENAI.format } };
  if (text.includes(":")) return fetched(text);
  if (form === "ui") marks.at = "base64";
  return { data: text };
}

/** Media at a URL. If only a provider can fetch the URL, it is a file of that provider. */
export function fetched(url: string): Media {
  const owner = PROVIDERS.find(({ hosts }) => hosts?.some((host) => url.startsWith(host)));
  return owner === undefined ? { url } : { fileId: url, origin: { format: owner.format } };
}

/** Reports whether files of a format are known by their URLs. */
export const isAtUrl = (format: string | undefined): boolean =>
  PROVIDERS.some((provider) => provider.format === format && provider.hosts !== undefined);

/** Returns the type of media: that of a data URL, else the given one, else that of the first bytes. Notes a given type that is another. */
function settledType(media: Media, given: string | undefined, kind: string, marks: Extras): string | undefined {
  const exact = given?.includes("/") === true && !given.endsWith("/*") ? given : undefined;
  const shown = () => (media.data !== undefined && kind.startsWith("image") ? typeOfBytes(media.data) : undefined);
  const settled = media.mediaType ?? exact ?? shown();
  // An unknown type is left out, except by this kind.
  const usual = settled ?? (kind === "image-data" ? "image/*" : undefined);
  if (given !== usual) marks.mediaType = given ?? null;
  return settled;
}

/** True if the type is that of a whole group, such as `image/*`. */
function isWild({ mediaType }: Fields, group: string): boolean {
  return mediaType === group || mediaType === `${group}/*`;
}
