// The forms of media blocks.

import { extrasOf } from "../formats/extras.js";
import type { Media } from "../formats/media.js";
import type { NeutralPart } from "../types/program-format.js";
import { PROVIDERS, providerOf } from "../providers/registry/langchain.js";
import type { Format } from "../types/index.js";
import type { LangchainProvider } from "./provider.js";

/** A picture, a sound or a document. */
export type MediaPart = NeutralPart & { type: "image" | "audio" | "file" };

/** A form. It is kept as a mark with media that came in another one than they would get. */
export type MediaForm =
  /** The form that both languages and every provider's package take. */
  | "image_url"
  /** `image_url` with the URL alone. */
  | "image_url-text"
  /** A data block with a `source_type`, which both languages take. */
  | "source_type"
  /** A block of version 1, of JavaScript. */
  | "standard"
  /** A block of version 1, of Python. */
  | "standard-python"
  /** Google's `media`. */
  | "media"
  /** The form of a provider. */
  | Format;

const FORMS: readonly unknown[] = [
  "image_url",
  "image_url-text",
  "source_type",
  "standard",
  "standard-python",
  "media",
  "openai-chat",
  ...PROVIDERS.filter(isOwn).map(({ format }) => format),
];

/** Reports whether a provider has a form of its own. */
function isOwn({ format, fileForm }: LangchainProvider): boolean {
  return fileForm === format;
}

/** The form that a part is written in. */
export function mediaForm(part: MediaPart): MediaForm {
  const { writtenAs } = extrasOf(part);
  return FORMS.includes(writtenAs) ? (writtenAs as MediaForm) : usualMediaForm(part);
}

/** The form of media whose source says none. Ids of files go to the provider that knows them. */
export function usualMediaForm(part: MediaPart): MediaForm {
  const { data, url, fileId, mediaType, name, origin } = part as Media;
  const isById = data === undefined && url === undefined && fileId !== undefined;
  if (isById) {
    if (origin?.format === "openai-chat" && part.type === "file") return "openai-chat";
    return providerOf(origin?.format)?.fileForm ?? "source_type";
  }
  const fits = part.type === "image" && name === undefined && (data === undefined) === (mediaType === undefined);
  return fits ? "image_url" : "source_type";
}
