// Files that providers keep, by their names in the SDK.

import { type Fields, isFields } from "../formats/fields.js";
import type { Media } from "../formats/media.js";
import { OPENAI, PROVIDERS } from "../providers/registry/ai-sdk.js";
import type { Extras } from "./form.js";

/**
 * Reads the ids of a file, by provider; null if no known provider keeps it. If there are several, or the provider has another name, the
 * marks keep all of them: unchanged, and by format, so that each target gets its own.
 */
export function readReference(ids: Fields, marks: Extras): Media | null {
  const [first, another] = Object.keys(ids);
  const known = byFormat(ids);
  const [format] = Object.keys(known);
  if (first === undefined || format === undefined) return null;
  if (another !== undefined || PROVIDERS.every(({ names }) => names[0] !== first)) noteReference(ids, marks);
  return { fileId: known[format] as string, origin: { format } };
}

/** Notes the ids of a file that has another source, too. Returns false when no known provider keeps it. */
export function noteReference(ids: Fields, marks: Extras): boolean {
  const fileIds = byFormat(ids);
  if (Object.keys(fileIds).length === 0) return false;
  Object.assign(marks, { reference: ids, fileIds });
  return true;
}

/** The ids by format; none if one of them is not a text. */
function byFormat(ids: Fields): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, id] of Object.entries(ids)) {
    if (typeof id !== "string") return {};
    const format = PROVIDERS.find(({ names }) => names.includes(name))?.format;
    if (format !== undefined) found[format] ??= id;
  }
  return found;
}

/** Returns the ids by provider; undefined when no provider is known to keep the file. */
export function reference({ fileId, origin }: Media, marks: Fields): Fields | undefined {
  if (isFields(marks.reference)) return marks.reference;
  const format = origin?.format === "openai-chat" ? OPENAI.format : origin?.format;
  const name = PROVIDERS.find((provider) => provider.format === format)?.names[0];
  return name === undefined || fileId === undefined ? undefined : { [name]: fileId };
}
