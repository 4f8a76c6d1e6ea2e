// Files that a provider keeps, by its name in the SDK.

import type { Fields } from "../formats/fields.js";
import type { Media } from "../formats/media.js";

/** The providers that keep files: the name in the SDK, and the format. */
const PROVIDERS = [
  ["openai", "openai-responses"],
  ["anthropic", "anthropic"],
  ["google", "gemini"],
  ["mistral", "mistral"],
  ["bedrock", "bedrock"],
] as const;

/** Reads the id of a file that one provider keeps; null when several do. */
export function readReference(ids: Fields): Media | null {
  const [entry, another] = Object.entries(ids);
  if (entry === undefined || another !== undefined) return null;
  const format = PROVIDERS.find(([name]) => name === entry[0])?.[1];
  return format === undefined || typeof entry[1] !== "string" ? null : { fileId: entry[1], origin: { format } };
}

/** Returns the id by its provider; undefined when no provider is known to keep the file. */
export function reference({ fileId, origin }: Media): Fields | undefined {
  const format = origin?.format === "openai-chat" ? "openai-responses" : origin?.format;
  const name = PROVIDERS.find(([, known]) => known === format)?.[0];
  return name === undefined || fileId === undefined ? undefined : { [name]: fileId };
}
