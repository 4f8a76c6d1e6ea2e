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
 * Returns what a value says that is visibly a result in one of these forms; null for any other value, which is data:
 *
 * - `CallToolResult` of MCP: `content` of typed blocks, `structuredContent`, `isError`.
 * - An output of the AI SDK: `error-text`, `error-json`, `execution-denied`, and `content` of typed items. (`text` and `json` may be data.)
 * - A list of blocks of MCP, Anthropic, OpenAI or the AI SDK that are not all texts.
 */
export function foreignResult(value: unknown): ForeignResult | null {
  if (isArray(value)) return value.every((item) => isObject(item) && item.type === "text") ? null : ofContent(partsOf(value));
  if (!isObject(value)) return null;
  const has = (names: string) => Object.keys(value).every((name) => names.includes(name));
  const { content, structuredContent, isError, type, value: output, reason } = value;
  if (isArray(content) && has("content structuredContent isError _meta") && (isError === undefined || typeof isError === "boolean")) {
    if (content.length > 0) return ofContent(partsOf(content), isError);
    return structuredContent === undefined && isError === undefined ? null : ofContent(structuredContent === undefined ? "" : JSON.stringify(structuredContent), isError);
  }
  if (!has("type value reason providerOptions")) return null;
  if (type === "content") return ofContent(partsOf(output));
  if (type === "error-text" && typeof output === "string") return ofContent(output, true);
  if (type === "error-json" && output !== undefined) return ofContent(JSON.stringify(output), true);
  return type === "execution-denied" && output === undefined && (reason === undefined || typeof reason === "string") ? ofContent(denial(reason), true) : null;
}

function ofContent(content: string | Part[] | null, isError: unknown = false): ForeignResult | null {
  return content === null ? null : { content, ...(isError === true && { isError }) };
}

/** Returns the parts of a list of blocks; null unless each item is one. */
function partsOf(value: unknown): Part[] | null {
  if (!isArray(value) || value.length === 0) return null;
  const parts = value.map((item) => (isObject(item) ? partOf(item) : null));
  return parts.includes(null) ? null : (parts as Part[]);
}

/** Returns the part that a block of one of the known types is; null for any other, and where it has not the fields of its type. */
function partOf(block: PlainObject): Part | null {
  const { type, data, url, filename, title, mimeType, mediaType } = block;
  const of = (field: string): PlainObject => (isObject(block[field]) ? (block[field] as PlainObject) : {});
  switch (type) {
    case "text":
    case "input_text":
      return textPart(block.text);
    case "image":
    case "document": {
      const { type: kind, media_type, ...source } = of("source");
      if (type === "document" && kind === undefined) return null;
      if (kind === "text") return textPart(source.data);
      return media(kind === undefined ? mimeType : media_type, { data, ...source, fileId: source.file_id }, title, type);
    }
    case "audio":
      return media(mimeType, { data });
    case "resource": {
      const { text, mimeType: kind, blob, uri } = of("resource");
      return textPart(text) ?? media(kind, { data: blob }, uri);
    }
    case "resource_link":
      return isText(block.uri) && isText(block.name) ? textPart([block.name, block.uri, block.description].filter(isText).join("\n")) : null;
    case "input_image":
      return media("image/", { url: block.image_url, fileId: block.file_id });
    case "image_url":
      return media("image/", { url: of(type).url });
    case "input_file":
      return media(undefined, { url: block.file_data ?? block.file_url, fileId: block.file_id }, filename);
    case "media":
    case "image-data":
    case "file-data":
      return media(mediaType, { data }, filename);
    case "image-url":
      return media("image/", { url });
    case "file-url":
      return media(undefined, { url });
    default:
      return null;
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function textPart(text: unknown): Part | null {
  return typeof text === "string" ? { type: "text", text } : null;
}

/** Returns a part of bytes, which have a media type, or of one reference to them. A kind alone, such as `image/`, is no media type. */
function media(mediaType: unknown, { data, url, fileId }: PlainObject, name?: unknown, type?: "image" | "document"): Part | null {
  const origins = Object.entries({ data, url, fileId }).filter(([, value]) => value !== undefined && value !== null);
  const isWhole = isText(mediaType) && !mediaType.endsWith("/");
  if (origins.length !== 1 || !isText(origins[0]?.[1]) || (data !== undefined && !isWhole)) return null;
  const [kind = ""] = isText(mediaType) ? mediaType.split("/") : [type];
  const own = kind === "image" || kind === "audio" ? kind : "file";
  return { type: own, ...(isWhole && { mediaType }), ...(own === "file" && isText(name) && { name }), ...Object.fromEntries(origins) } as Part;
}
