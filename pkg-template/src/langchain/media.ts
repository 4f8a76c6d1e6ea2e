// Pictures, sounds and documents, in the forms of LangChain's versions and languages, and of providers.

import { withExtras } from "../formats/extras.js";
import { type Fields, isFields, onlyText, others, textOf } from "../formats/fields.js";
import { type Media, splitDataUrl } from "../formats/media.js";
import { unmodelled } from "./extras.js";
import { type MediaForm, type MediaPart, usualMediaForm } from "./media-form.js";

/** The names of the fields of a form: the media type, the bytes, the URL, the id. Google's form has no id. */
type Names = readonly [type: string, data: string, url: string, id: string];

export const NAMES = {
  source_type: ["mime_type", "data", "url", "id"],
  standard: ["mimeType", "data", "url", "fileId"],
  "standard-python": ["mime_type", "base64", "url", "file_id"],
  media: ["mime_type", "data", "file_uri", ""],
} as const satisfies Partial<Record<MediaForm, Names>>;

/** The fields of data blocks that hold the bytes, by what their `source_type` says. */
const SOURCES: ReadonlyMap<unknown, string> = /* @__PURE__ */ new Map([["base64", "data"], ["url", "url"], ["id", "id"]]);

/** Reads a block of media; undefined when it is none, or has a form or a field that is not modelled. */
export function readMedia(fields: Fields, type: string): MediaPart | undefined {
  switch (type) {
    case "image_url":
      if (typeof fields.image_url === "string") {
        return formed("image", located(fields.image_url), unmodelled(fields, ["type", "image_url"]), "image_url-text");
      }
      return readChat(fields, "image", chatPicture(fields.image_url), "image_url");
    case "input_audio":
      return readChat(fields, "audio", chatSound(fields.input_audio), "openai-chat");
    case "input_image":
      return readInputImage(fields);
    case "input_file":
      return readInputFile(fields);
    case "media":
      return readFields(fields, type, "media");
    case "document":
      return readAnthropic(fields, type);
    case "file":
      return fields.file === undefined ? readData(fields, type) : readChat(fields, "file", chatFile(fields.file), "openai-chat");
    case "image":
      return fields.source === undefined ? readData(fields, type) : readAnthropic(fields, type);
    case "audio":
    case "video":
      return readData(fields, type);
    default:
      return undefined;
  }
}

/** Reads a data block: with a `source_type`, or of version 1 in the terms of JavaScript or of Python. */
function readData(fields: Fields, type: string): MediaPart | undefined {
  if (typeof fields.source_type === "string") {
    const held = SOURCES.get(fields.source_type);
    return held !== undefined && typeof fields[held] === "string" ? readFields(fields, type, "source_type") : undefined;
  }
  const isStandard = ["mimeType", "data", "fileId"].some((name) => fields[name] !== undefined);
  return readFields(fields, type, isStandard ? "standard" : "standard-python");
}

function readFields(fields: Fields, type: string, form: keyof typeof NAMES): MediaPart | undefined {
  const names = NAMES[form];
  const [mediaType, data, url, id] = names.map((name) => textOf(fields[name]));
  if ([data, url, id].filter((place) => place !== undefined).length !== 1) return undefined;
  const known = ["type", ...names.filter((name) => typeof fields[name] === "string")];
  if (form === "source_type") known.push("source_type");
  const name = onlyText(fields.metadata, "filename");
  if (name !== undefined) known.push("metadata");
  // A file that Google keeps has a name in place of a URL.
  const isGoogles = form === "media" && url !== undefined && !url.startsWith("http");
  const place: Media = isGoogles ? { fileId: url, name, origin: { format: "gemini" } } : { data, url, fileId: id, name };
  const kind = kindOf(type, mediaType);
  return kind && formed(kind, { mediaType, ...place }, unmodelled(fields, known), form);
}

/** The type of the part that a block is; undefined for a video whose media type is unknown. */
function kindOf(type: string, mediaType = ""): MediaPart["type"] | undefined {
  if (type === "image" || type === "audio") return type;
  if (type === "media" && mediaType.startsWith("image/")) return "image";
  if (type === "media" && mediaType.startsWith("audio/")) return "audio";
  return type === "video" && !mediaType.startsWith("video/") ? undefined : "file";
}

/** Reads a part of Chat Completions. */
function readChat(fields: Fields, type: MediaPart["type"], media: Media | undefined, form: MediaForm): MediaPart | undefined {
  return media && formed(type, media, others(fields, ["type", "text", "refusal", "image_url", "input_audio", "file"]), form);
}

function chatPicture(value: unknown): Media | undefined {
  const inner = only(value, ["url", "detail"]);
  if (typeof inner?.url !== "string") return undefined;
  return { ...located(inner.url), detail: textOf(inner.detail) };
}

function chatSound(value: unknown): Media | undefined {
  const inner = only(value, ["data", "format"]);
  const mediaType = inner?.format === "wav" ? "audio/wav" : inner?.format === "mp3" ? "audio/mpeg" : undefined;
  return mediaType === undefined || typeof inner?.data !== "string" ? undefined : { mediaType, data: inner.data };
}

function chatFile(value: unknown): Media | undefined {
  const inner = only(value, ["file_data", "filename", "file_id"]);
  if (inner === undefined) return undefined;
  const name = textOf(inner.filename);
  if (typeof inner.file_id === "string") return { fileId: inner.file_id, name, origin: { format: "openai-chat" } };
  const bytes = typeof inner.file_data === "string" ? splitDataUrl(inner.file_data) : null;
  return bytes === null ? undefined : { ...bytes, name };
}

/** Reads a picture of Responses. */
function readInputImage(fields: Fields): MediaPart | undefined {
  const texts = optionalTexts(fields, ["image_url", "file_id", "detail"]);
  if (texts === undefined || (texts.image_url === undefined) === (texts.file_id === undefined)) return undefined;
  const { image_url: url, file_id: id, detail } = texts;
  const media = { ...(url !== undefined ? located(url) : uploaded(id)), detail: detail === "auto" ? undefined : detail };
  const rest = others(fields, ["type", "image_url", "file_id", "detail"]);
  // The mark of a picture without a detail takes the place of that of its form.
  if (fields.detail === undefined) return withExtras(partOf("image", media), { ...rest, writtenAs: { noDetail: true } });
  return formed("image", media, rest, "openai-responses");
}

/** Reads a file of Responses. */
function readInputFile(fields: Fields): MediaPart | undefined {
  const texts = optionalTexts(fields, ["file_data", "file_url", "file_id", "filename", "detail"]);
  if (texts === undefined) return undefined;
  const { file_data: data, file_url: url, file_id: id, filename: name, detail } = texts;
  if ([data, url, id].filter((place) => place !== undefined).length !== 1) return undefined;
  const place = data !== undefined ? (splitDataUrl(data) ?? { data }) : url !== undefined ? { url } : uploaded(id);
  const rest = others(fields, ["type", "file_data", "file_url", "file_id", "filename", "detail"]);
  return formed("file", { ...place, name, detail }, rest, "openai-responses");
}

/** Reads a picture or a document of Anthropic. */
function readAnthropic(fields: Fields, type: "image" | "document"): MediaPart | undefined {
  const source = only(fields.source, ["type", "media_type", "data", "url", "file_id"]);
  const place = source && anthropicSource(source);
  if (place === undefined) return undefined;
  if (type === "image") return formed("image", place, others(fields, ["type", "source"]), "anthropic");
  const { title } = fields;
  if (title !== undefined && title !== null && typeof title !== "string") return undefined;
  return formed("file", { ...place, name: title ?? undefined }, others(fields, ["type", "source", "title"]), "anthropic");
}

function anthropicSource({ type, media_type: mediaType, data, url, file_id: fileId }: Fields): Media | undefined {
  if (type === "base64") return typeof mediaType === "string" && typeof data === "string" ? { mediaType, data } : undefined;
  if (type === "url") return typeof url === "string" ? { url } : undefined;
  return type === "file" && typeof fileId === "string" ? { fileId, origin: { format: "anthropic" } } : undefined;
}

/** The part, with the mark of its form where that is not the usual one. */
function formed(type: MediaPart["type"], media: Media, extras: Fields, form: MediaForm): MediaPart {
  const part = partOf(type, media);
  return withExtras(part, usualMediaForm(part) === form ? extras : { ...extras, writtenAs: form });
}

function partOf(type: MediaPart["type"], media: Media): MediaPart {
  const { mediaType, data, url, fileId, name, detail, origin } = media;
  const all = Object.entries({ type, mediaType, data, url, fileId, name, detail, origin });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as MediaPart;
}

/** Media behind a URL, or in it. */
function located(url: string): Media {
  return splitDataUrl(url) ?? { url };
}

function uploaded(fileId: string | undefined): Media {
  return { fileId, origin: { format: "openai-responses" } };
}

/** The object; undefined when it is none, or has a field that is not in `known`. */
function only(value: unknown, known: readonly string[]): Fields | undefined {
  return isFields(value) && Object.keys(value).every((name) => known.includes(name)) ? value : undefined;
}

/** Fields that are strings, or absent or null; undefined when one is anything else. */
function optionalTexts<Name extends string>(fields: Fields, names: readonly Name[]): Partial<Record<Name, string>> | undefined {
  const given = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  if (given.some((name) => typeof fields[name] !== "string")) return undefined;
  return Object.fromEntries(given.map((name) => [name, fields[name]])) as Partial<Record<Name, string>>;
}
