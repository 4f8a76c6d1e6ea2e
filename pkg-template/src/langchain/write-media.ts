// Writing blocks of media.

import type { Fields } from "../formats/fields.js";
import type { Media } from "../formats/media.js";
import { writeOwn } from "../providers/registry/langchain-media.js";
import { providerOf } from "../providers/registry/langchain.js";
import { NAMES } from "./media.js";
import { type MediaForm, type MediaPart, mediaForm } from "./media-form.js";
import { base64Of, urlOf } from "./media-parts.js";

/** The modelled fields of a block, and the names of those that its form has no place for. */
export function writeMedia(part: MediaPart): { block: Fields; lost: string[] } {
  const form = mediaForm(part);
  return { block: writeForm(part, form), lost: lostFields(part, form) };
}

function writeForm(part: MediaPart, form: MediaForm): Fields {
  const media = part as Media;
  switch (form) {
    case "image_url":
    case "openai-chat":
      return writeChat(part, media);
    case "image_url-text":
      return { type: "image_url", image_url: urlOf(media) };
    case "source_type": {
      const source = media.data !== undefined ? "base64" : media.url !== undefined ? "url" : "id";
      return { type: typeOf(part, media), source_type: source, ...named(media, NAMES.source_type) };
    }
    case "standard":
    case "standard-python":
      return { type: typeOf(part, media), ...named(media, NAMES[form]) };
    case "media":
      return { type: "media", ...named({ ...media, url: media.url ?? media.fileId }, NAMES.media) };
    default:
      return writeOwn(part, media, form);
  }
}

/** The type of a data block: videos are files elsewhere. */
function typeOf(part: MediaPart, { mediaType }: Media): string {
  return part.type === "file" && mediaType?.startsWith("video/") === true ? "video" : part.type;
}

/** The fields under the names of a form. */
function named({ mediaType, data, url, fileId, name }: Media, [mime, ...names]: readonly string[]): Fields {
  const [dataName = "", urlName = "", idName = ""] = names;
  const place = data !== undefined ? { [dataName]: data } : url !== undefined ? { [urlName]: url } : { [idName]: fileId ?? "" };
  return {
    ...(mediaType !== undefined && { [mime ?? ""]: mediaType }),
    ...place,
    ...(name !== undefined && { metadata: { filename: name } }),
  };
}

/** Writes a part of Chat Completions. */
function writeChat(part: MediaPart, media: Media): Fields {
  switch (part.type) {
    case "image":
      return { type: "image_url", image_url: { url: urlOf(media), ...(media.detail !== undefined && { detail: media.detail }) } };
    case "audio": {
      const isMp3 = media.mediaType === "audio/mpeg" || media.mediaType === "audio/mp3";
      return { type: "input_audio", input_audio: { data: base64Of(media) ?? "", format: isMp3 ? "mp3" : "wav" } };
    }
    case "file": {
      const place = media.fileId !== undefined ? { file_id: media.fileId } : { file_data: urlOf(media) };
      return { type: "file", file: { ...place, ...(media.name !== undefined && { filename: media.name }) } };
    }
  }
}

/** The fields that a form has no place for. */
function lostFields(part: MediaPart, form: MediaForm): string[] {
  const { data, url, fileId, name, detail } = part as Media;
  const isFile = part.type === "file";
  const own = form === "openai-chat" ? undefined : providerOf(form);
  const hasName = form === "image_url" || form === "image_url-text" ? false : form === "openai-chat" || own !== undefined ? isFile : true;
  const hasDetail = form === "image_url" || own?.hasDetail === true;
  const lost = [];
  if (data !== undefined && url !== undefined) lost.push("url");
  if (fileId !== undefined && (data !== undefined || url !== undefined)) lost.push("fileId");
  if (name !== undefined && !hasName) lost.push("name");
  if (detail !== undefined && !hasDetail) lost.push("detail");
  return lost;
}
