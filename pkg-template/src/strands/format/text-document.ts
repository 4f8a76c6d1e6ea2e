// Files whose bytes are text, as documents.

import type { Fields } from "../../formats/fields.js";
import type { Media } from "../../formats/media.js";
import { textOfFile } from "../../formats/text-file.js";
import { UNNAMED } from "./media.js";

/** The document block of a text file, or its text if that is blank; null for other files. */
export function documentOf(file: Media): Fields | null {
  const text = textOfFile(file);
  if (text === null) return null;
  return text.trim() === "" ? { text } : { document: { name: file.name ?? UNNAMED, format: "txt", source: { text } } };
}
