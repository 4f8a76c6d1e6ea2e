// Parts of media that are read, and their bytes and URLs as they are written.

import { withExtras } from "../formats/extras.js";
import { type Fields, isFields } from "../formats/fields.js";
import { type Media, splitDataUrl } from "../formats/media.js";
import { type MediaForm, type MediaPart, usualMediaForm } from "./media-form.js";

/** The part, with a mark of its form if that is not the default. */
export function formed(type: MediaPart["type"], media: Media, extras: Fields, form: MediaForm): MediaPart {
  const part = partOf(type, media);
  return withExtras(part, usualMediaForm(part) === form ? extras : { ...extras, writtenAs: form });
}

export function partOf(type: MediaPart["type"], media: Media): MediaPart {
  const { mediaType, data, url, fileId, name, detail, origin } = media;
  const all = Object.entries({ type, mediaType, data, url, fileId, name, detail, origin });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as MediaPart;
}

/** Media at a URL, or in a data URL. */
export function located(url: string): Media {
  return splitDataUrl(url) ?? { url };
}

/** The object; undefined when it is none, or has a field that is not in `known`. */
export function only(value: unknown, known: readonly string[]): Fields | undefined {
  return isFields(value) && Object.keys(value).every((name) => known.includes(name)) ? value : undefined;
}

/** Fields that are strings, or absent or null; undefined when one is anything else. */
export function optionalTexts<Name extends string>(fields: Fields, names: readonly Name[]): Partial<Record<Name, string>> | undefined {
  const given = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  if (given.some((name) => typeof fields[name] !== "string")) return undefined;
  return Object.fromEntries(given.map((name) => [name, fields[name]])) as Partial<Record<Name, string>>;
}

/** The URL, or else the bytes as one. */
export function urlOf(media: Media): string {
  return media.url ?? bytesUrlOf(media);
}

/** The bytes as a URL, or else the URL. */
export function dataUrlOf(media: Media): string {
  return media.data === undefined && media.url !== undefined ? media.url : bytesUrlOf(media);
}

function bytesUrlOf(media: Media): string {
  return `data:${media.mediaType ?? "application/octet-stream"};base64,${base64Of(media) ?? ""}`;
}

/** The bytes in the alphabet of base64 that every provider reads. Clients of Google write the one for URLs. */
export function base64Of({ data }: Media): string | undefined {
  return data?.replaceAll("-", "+").replaceAll("_", "/");
}
