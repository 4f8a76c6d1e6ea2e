// Files whose bytes are text.

import type { Fields } from "../../formats/fields.js";
import type { Media } from "../../formats/media.js";
import { fileText } from "../../formats/text-file.js";
import { UNNAMED } from "./media.js";

/** The document block of a file that is text, or its text where that is blank; null for other files. */
export function documentOf(media: Media): Fields | null {
  const text = fileText(media);
  if (text === null) return null;
  return text.trim() === "" ? { text } : { document: { name: media.name ?? UNNAMED, format: "txt", source: { text } } };
}
