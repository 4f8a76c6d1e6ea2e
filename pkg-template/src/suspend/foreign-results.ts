// Results of tools in the forms of other programs: of MCP, of the AI SDK, and content of providers.

import { type PlainObject, isArray, isObject } from "../input/check.js";
import { denial } from "./denial.js";
import type { Part } from "../types/index.js";

/** The content of a result, and whether the tool failed. */
interface ForeignResult {
  readonly content: string | Part[];
  readonly isError?: true;
}

/**
 * Reads a value that clearly is a result in one of these forms; null for any other value, which is data:
 *
 * - `CallToolResult` of MCP: `content` of typed blocks, `structuredContent`, `isError`.
 * - An output of the AI SDK: `error-text`, `error-json`, `execution-denied`, and `content` of typed items. (`text` and `json` may be data.)
 * - A list of blocks of MCP, Anthropic, OpenAI or the AI SDK that are not all texts.
 */
export function foreignResult(value: unknown): ForeignResult | null {
  if (isArray(value)) return value.every((item) => isObject(item) && item.type === "text") ? null : ofContent(partsOf(value));
  if (!isObject(value)) return null;
  const has = (names: string) => Object.keys(value).every((name) => names.split(" ").includes(name));
  const { content, structuredContent, isError, type, value: output, reason } = value;
  if (isArray(content) && has("content structuredContent isError _meta") && (isError === undefined || typeof isError === "boolean")) {
    if (content.length > 0) return ofContent(partsOf(content), isError);
    return structuredContent === undefined && isError === undefined
      ? null
      : ofContent(structuredContent === undefined ? "" : JSON.stringify(structuredContent), isError);
  }
  if (!has("type value reason providerOptions")) return null;
  if (type === "content") return ofContent(partsOf(output));
  if (type === "error-text" && typeof output === "string") return ofContent(output, true);
  if (type === "error-json" && output !== undefined) return ofContent(JSON.stringify(output), true);
  return type === "execution-denied" && output === undefined && (reason === undefined || typeof reason === "string")
    ? ofContent(denial(reason), true)
    : null;
}

function ofContent(content: string | Part[] | null, isError: unknown = false): ForeignResult | null {
  return content === null ? null : { content, ...(isError === true && { isError }) };
}

/** Returns the parts of a list of blocks; null unless each item is a block. */
function partsOf(value: unknown): Part[] | null {
  if (!isArray(value) || value.length === 0) return null;
  const parts = value.map((item) => (isObject(item) ? partOf(item) : null));
  return parts.includes(null) ? null : (parts as Part[]);
}

/** The types of blocks with media. The first group has its bytes in other fields than our parts. */
const MEDIA = /^(?:(image|audio|document|resource)|media|image_url|input_(?:image|file)|(?:image|file)-(?:data|url))$/;

/** Returns the part for a block of a known type; null for other blocks, and if fields of its type are missing. */
function partOf(block: PlainObject): Part | null {
  const { type, text, uri, name, description, source, resource, image_url: image, filename, title } = block;
  if (type === "text" || type === "input_text") return typeof text === "string" ? { type: "text", text } : null;
  if (type === "resource_link" && isText(uri) && isText(name))
    return { type: "text", text: [name, uri, description].filter(isText).join("\n") };
  const known = MEDIA.exec(String(type));
  const inner = [source, resource, image].find(isObject) ?? block;
  if (known === null || (known[1] !== undefined && inner === block && !isText(block.mimeType))) return null;
  if (typeof inner.text === "string" || inner.type === "text") return partOf({ type: "text", text: inner.text ?? inner.data });
  const mediaType = inner.mimeType ?? inner.media_type ?? inner.mediaType;
  const found = {
    data: inner.data ?? inner.blob,
    url: inner.url ?? inner.image_url ?? inner.file_data ?? inner.file_url,
    fileId: inner.file_id,
  };
  const [origin, ...others] = Object.entries(found).filter(([, value]) => value !== undefined && value !== null);
  if (origin === undefined || others.length > 0 || !isText(origin[1]) || (found.data !== undefined && !isText(mediaType))) return null;
  const [, kind = "file"] = /^(?:input_)?(image|audio)/.exec(String(mediaType ?? type)) ?? [];
  const called = [title, filename, inner.uri].find(isText);
  return {
    type: kind,
    ...(isText(mediaType) && { mediaType }),
    ...(kind === "file" && called !== undefined && { name: called }),
    [origin[0]]: origin[1],
  } as Part;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
