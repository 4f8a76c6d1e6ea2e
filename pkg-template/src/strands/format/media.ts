// Media: a format, and the place of the bytes.

import { extrasOf, withExtras } from "../../formats/extras.js";
import { type Fields, isFields } from "../../formats/fields.js";
import { WRITTEN_AS } from "../../formats/marks.js";
import type { Media } from "../../formats/media.js";
import type { NeutralPart } from "../../types/program-format.js";
import { filled, kept, restOf } from "./rest.js";

type Formats = ReadonlyMap<string, string>;

const WORD = "application/vnd.openxmlformats-officedocument.";

/** The MIME types of formats, by the blocks that have them. Of two formats of one type, the first is written. */
const FORMATS: Readonly<Record<"image" | "audio" | "document", Formats>> = {
  image: /* @__PURE__ */ new Map([
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["jpg", "image/jpeg"],
    ["gif", "image/gif"],
    ["webp", "image/webp"],
  ]),
  audio: /* @__PURE__ */ new Map([
    ["mp3", "audio/mpeg"],
    ["mpeg", "audio/mpeg"],
    ["mpga", "audio/mpeg"],
    ["wav", "audio/wav"],
    ["opus", "audio/opus"],
    ["aac", "audio/aac"],
    ["x-aac", "audio/aac"],
    ["flac", "audio/flac"],
    ["mp4", "audio/mp4"],
    ["m4a", "audio/mp4"],
    ["ogg", "audio/ogg"],
    ["mkv", "audio/x-matroska"],
    ["mka", "audio/x-matroska"],
    ["webm", "audio/webm"],
    ["pcm", "audio/pcm"],
  ]),
  document: /* @__PURE__ */ new Map([
    ["pdf", "application/pdf"],
    ["csv", "text/csv"],
    ["doc", "application/msword"],
    ["docx", `${WORD}wordprocessingml.document`],
    ["xls", "application/vnd.ms-excel"],
    ["xlsx", `${WORD}spreadsheetml.sheet`],
    ["html", "text/html"],
    ["txt", "text/plain"],
    ["md", "text/markdown"],
    ["json", "application/json"],
    ["xml", "application/xml"],
  ]),
};

/** The name of an unnamed document. */
export const UNNAMED = "document";

/** Fields of documents that providers know. */
export const OF_DOCUMENTS = ["citations", "context"];

/** The bytes in base64: a string, or the object that Python's sessions keep. */
export function bytesOf(value: unknown): string | undefined {
  const text = isFields(value) && value.__bytes_encoded__ === true ? value.data : value;
  return typeof text === "string" ? text : undefined;
}

/** Bytes in the words of a language. */
export function bytesIn(data: string, isPython: boolean): unknown {
  return isPython ? { __bytes_encoded__: true, data } : data;
}

/** Reads a block of media; null when its format or its source is not modelled. */
export function readMedia(kind: keyof typeof FORMATS, value: unknown): NeutralPart | null {
  if (!isFields(value)) return null;
  const formats = FORMATS[kind];
  const given = typeof value.format === "string" ? value.format : undefined;
  const source = isFields(value.source) ? readSource(value.source) : null;
  const type = given === undefined ? undefined : formats.get(given);
  if (source === null || (type === undefined && (given !== undefined || kind !== "document"))) return null;
  // The format of a picture at a URL is often a guess, and nobody's but this SDK's.
  const mediaType = isFetched(source.url) ? undefined : type;
  const usual = mediaType !== undefined ? formatOf(formats, mediaType) : isFetched(source.url) ? formatByName(source.url ?? "") : undefined;
  const name = kind === "document" && typeof value.name === "string" ? value.name : undefined;
  const media = {
    type: kind === "document" ? "file" : kind,
    ...(mediaType !== undefined && { mediaType }),
    ...source,
    ...(name !== undefined && { name }),
  };
  const { citations, context } = filled(value);
  return withExtras(media as NeutralPart, {
    ...(citations !== undefined && { citations }),
    ...(context !== undefined && { context }),
    ...kept(value, ["format", "source", "name", ...OF_DOCUMENTS]),
    ...(given !== undefined && given !== usual && { [WRITTEN_AS]: given }),
  });
}

/** The source; null for one that is not modelled, such as a bucket of somebody else's. */
function readSource(source: Fields): { data?: string; url?: string } | null {
  if (Object.keys(filled(source)).length > 1) return null;
  const data = bytesOf(source.bytes);
  if (data !== undefined) return { data };
  const { url, location } = source;
  if (typeof url === "string" && isFetched(url)) return { url };
  if (!isFields(location) || Object.keys(filled(location)).length > 2) return null;
  const { type, uri } = location;
  return type === "s3" && typeof uri === "string" && !isFetched(uri) ? { url: uri } : null;
}

/** The block of media; null when there is none. A result holds no sound, and only TypeScript knows pictures at a URL. */
export function mediaBlock(part: NeutralPart & Media, isPython: boolean, isResult: boolean): Fields | null {
  const kind = part.type === "file" ? "document" : part.type;
  if ((kind !== "image" && kind !== "audio" && kind !== "document") || (kind === "audio" && isResult)) return null;
  const { mediaType, data, url, name } = part;
  const formats = FORMATS[kind];
  let usual: string | undefined;
  if (mediaType !== undefined) usual = formatOf(formats, mediaType);
  // The type of an image at a URL shows when it is fetched, and its name may tell.
  else if (kind === "image" && data === undefined && url !== undefined) usual = formatByName(url);
  if (usual === undefined && (mediaType !== undefined || kind !== "document")) return null;
  const isRemote = isFetched(url);
  if (data === undefined && (url === undefined || (isRemote && (kind !== "image" || isPython)))) return null;
  const extras = extrasOf(part);
  const given = extras[WRITTEN_AS];
  const typeGiven = typeof given === "string" ? formats.get(given) : undefined;
  const isGiven = typeGiven !== undefined && (mediaType === undefined || mediaType === typeGiven);
  const { citations, context } = extras;
  return {
    [kind]: {
      ...(kind === "document" && { name: name ?? UNNAMED }),
      ...(usual !== undefined && { format: isGiven ? given : usual }),
      source: data !== undefined ? { bytes: bytesIn(data, isPython) } : isRemote ? { url } : { location: { type: "s3", uri: url } },
      ...(citations !== undefined && { citations }),
      ...(context !== undefined && { context }),
      ...restOf(extras),
    },
  };
}

function formatOf(formats: Formats, mediaType: string): string | undefined {
  const plain = (mediaType.split(";")[0] ?? "").trim();
  for (const [name, type] of formats) if (type === plain) return name;
  return undefined;
}

/** Reports whether anybody may fetch it from its place. */
function isFetched(url: string | undefined): boolean {
  return url !== undefined && !url.startsWith("s3://");
}

/** The format that the ending of a URL names. */
function formatByName(url: string): string {
  const ending = (url.split(/[?#]/)[0] ?? "").split(".").at(-1)?.toLowerCase() ?? "";
  return FORMATS.image.has(ending) ? ending : "png";
}
