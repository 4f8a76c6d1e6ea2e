// The words of parts that no other format models: files that are text, and tools that a provider runs.

import { type Fields, fieldsOf, isFields } from "../formats/fields.js";
import { isBlank } from "../formats/json-text.js";
import { placeholder } from "../formats/media.js";
import type { TextBlock } from "../types/program-format.js";

/** True if the provider runs the tool itself. Such calls are not modelled. */
export function isProviderExecuted(fields: Fields): boolean {
  return fields.providerExecuted === true;
}

/** Returns the words of an unmodelled part; undefined when it has none. */
export function wordsOf(part: Fields): TextBlock | undefined {
  const { type, toolName } = part;
  if (typeof type !== "string") return undefined;
  switch (type) {
    case "file": {
      const { type: kind, text } = fieldsOf(part.data);
      if (kind !== "text" || typeof text !== "string") return named("file", part);
      const title = part.filename;
      return { kind: "document", ...(typeof title === "string" && title !== "" && { title }), content: [{ type: "text", text }] };
    }
    case "file-id":
    case "file-reference":
      return named("file", part);
    case "image":
    case "image-file-id":
    case "image-file-reference":
      return named("image", part);
    case "tool-call":
      return typeof toolName === "string" ? plain(called(toolName, part)) : undefined;
    case "tool-result": {
      const { value } = fieldsOf(part.output);
      return typeof toolName === "string" && value !== undefined ? plain(returned(toolName, value)) : undefined;
    }
  }
  if (!isProviderExecuted(part)) return undefined;
  const name = typeof toolName === "string" ? toolName : type.replace(/^(tool-)+/, "");
  const given = part.output === undefined ? part.errorText : part.output;
  return plain(given === undefined ? called(name, part) : `${called(name, part)}\n${returned(name, given)}`);
}

/** The words that replace a file which no other provider keeps. */
function named(type: string, { filename, mediaType }: Fields): TextBlock {
  const [name, kind] = [filename, mediaType].map((text) => (typeof text === "string" && text !== "" ? text : undefined));
  return plain(placeholder({ type, name, mediaType: kind }));
}

function plain(text: string): TextBlock {
  return { content: [{ type: "text", text }] };
}

function called(name: string, { input }: Fields): string {
  return `[called ${name} with ${input === undefined ? "{}" : JSON.stringify(input)}]`;
}

function returned(name: string, value: unknown): string {
  return `[${name} returned]\n${textOf(value)}`;
}

/** A value in words: text unchanged, a list of parts as their texts, everything else as JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const isPart = (item: unknown) => typeof fieldsOf(item).type === "string";
  const isList = Array.isArray(value) && value.length > 0 && value.every(isPart);
  return isList ? textsIn(value).join("\n") : JSON.stringify(value);
}

/** The fields that hold words to be read. */
const READABLE = ["text", "title", "url"];

/** The words in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  // Bytes are nothing to read.
  if (!isFields(value) || value.type === "base64") return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" && READABLE.includes(name) && !isBlank(inner) ? [inner] : textsIn(inner),
  );
}
