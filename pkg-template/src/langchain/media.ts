// Pictures, sounds and documents, in the forms of LangChain's versions and languages, and of providers.

import { type Fields, onlyText, others, textOf } from "../formats/fields.js";
import { type Media, splitDataUrl } from "../formats/media.js";
import { readOwn } from "../providers/registry/langchain-media.js";
import { PROVIDERS } from "../providers/registry/langchain.js";
import { unmodelled } from "./extras.js";
import type { MediaForm, MediaPart } from "./media-form.js";
import { formed, located, only } from "./media-parts.js";

/** The names of the fields of a form: the media type, the bytes, the URL, the id. Google's form has no id. */
type Names = readonly [type: string, data: string, url: string, id: string];

export const NAMES = {
  source_type: ["mime_type", "data", "url", "id"],
  standard: ["mimeType", "data", "url", "fileId"],
  "standard-python": ["mime_type", "base64", "url", "file_id"],
  media: ["mime_type", "data", "file_uri", ""],
} as const satisfies Partial<Record<MediaForm, Names>>;

/** The fields of data blocks that hold the bytes, by what their `source_type` says. */
const SOURCES: ReadonlyMap<unknown, string> = /* @__PURE__ */ new Map([
  ["base64", "data"],
  ["url", "url"],
  ["id", "id"],
]);

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
    case "media":
      return readFields(fields, type, "media");
    case "file":
      return fields.file === undefined ? readData(fields, type) : readChat(fields, "file", chatFile(fields.file), "openai-chat");
    case "image":
      return fields.source === undefined ? readData(fields, type) : readOwn(fields, type);
    case "audio":
    case "video":
      return readData(fields, type);
    default:
      return readOwn(fields, type);
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
  // A file that the provider keeps has a name in place of a URL.
  const keeper =
    form === "media" && url !== undefined && !url.startsWith("http") ? PROVIDERS.find(({ fileForm }) => fileForm === form) : undefined;
  const place: Media = keeper === undefined ? { data, url, fileId: id, name } : { fileId: url, name, origin: { format: keeper.format } };
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
