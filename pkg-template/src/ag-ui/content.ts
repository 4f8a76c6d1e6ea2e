// Parts of the content of users and tools: texts and media.

import { withExtras } from "../formats/extras.js";
import { type Fields, each, fieldsOf, isEmpty, noun, object, optional, others, required } from "../formats/fields.js";
import { type Media, splitDataUrl } from "../formats/media.js";
import { at, invalid } from "../formats/read-error.js";
import type { Report } from "../providers/message-report.js";
import type { NeutralMessage, NeutralPart } from "../types/program-format.js";
import { INSIDE, NAME, marked, marksOfPart } from "./names.js";

/** The types of parts with media, and ours. Films are kept unchanged. */
const TYPES = { image: "image", audio: "audio", document: "file" } as const;

/** Schemes of addresses from which nobody but the program itself can load. */
const OWN_SCHEMES = /^(?:blob|file):/;

/** Reads a content: a text, or parts. */
export function readContent(content: unknown): string | NeutralPart[] {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw invalid(`expected a string or a list of parts, found ${noun(content)}`);
  return each(content, "", readPart);
}

function readPart(value: unknown): NeutralPart {
  const fields = object(value);
  const type = required(fields, "type");
  switch (type) {
    case "text": {
      const rest = others(fields, ["type", "text"]);
      return withExtras({ type, text: required(fields, "text") }, rest, isEmpty(rest) ? undefined : NAME);
    }
    case "image":
    case "audio":
    case "document":
      return at("source", () => readMedia(fields, TYPES[type])) ?? verbatim(fields);
    case "binary":
      return readBinary(fields) ?? verbatim(fields);
    default:
      return verbatim(fields);
  }
}

const verbatim = (value: Fields): NeutralPart => ({ type: "other", format: NAME, value });

/** Reads media; null if the source is of a kind that is not modelled. */
function readMedia(fields: Fields, type: "image" | "audio" | "file"): NeutralPart | null {
  const source = object(fields.source);
  const [kind, value, given] = [required(source, "type"), required(source, "value"), optional(source, "mimeType")];
  const bytes = kind === "url" ? splitDataUrl(value) : null;
  const data = kind === "data" ? value : bytes?.data;
  const mediaType = given ?? bytes?.mediaType;
  const isKnown =
    kind === "data" || kind === "file" || (kind === "url" && (bytes !== null || !(OWN_SCHEMES.test(value) || value.startsWith("data:"))));
  if (!isKnown || (data !== undefined && mediaType === undefined)) return null;
  const inner = others(source, ["type", "value", "mimeType"]);
  const rest = { ...others(fields, ["type", "source"]), ...(!isEmpty(inner) && { [INSIDE]: inner }) };
  const part = {
    type,
    ...(mediaType !== undefined && { mediaType }),
    ...(data !== undefined ? { data } : kind === "url" ? { url: value } : { fileId: value }),
  } as NeutralPart;
  const marks = bytes === null ? {} : { url: true as const };
  return withExtras(part, { ...rest, ...marked(marks) }, isEmpty(rest) ? undefined : NAME);
}

/** Reads a part of the versions before 1.0, which is written as media of the current one. */
function readBinary(fields: Fields): NeutralPart | null {
  const { mimeType: mediaType, data, url, id: fileId, filename: name } = fields;
  const sources = [data, url, fileId].filter((source) => typeof source === "string");
  if (typeof mediaType !== "string" || sources.length === 0) return null;
  const named = mediaType.split("/")[0];
  if (named === "video") return null;
  const source = typeof data === "string" ? { data } : typeof url === "string" ? { url } : { fileId };
  return {
    type: named === "image" || named === "audio" ? named : "file",
    mediaType,
    ...source,
    ...(typeof name === "string" && { name }),
  } as NeutralPart;
}

/** Writes a content of a user or a tool: a text stays a text. */
export function writeContent(content: NeutralMessage["content"], report: Report): string | Fields[] {
  if (!Array.isArray(content)) return content ?? "";
  return content.map((part) => writePart(part, report)).filter((part) => part !== null);
}

function writePart(part: NeutralPart, report: Report): Fields | null {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, ...report.ofPart(part) };
    case "refusal":
      report.refusal();
      return { type: "text", text: part.text, ...report.ofPart(part) };
    case "image":
    case "audio":
    case "file":
      return writeMedia(part as NeutralPart & Media & { type: "image" | "audio" | "file" }, report);
    case "reasoning":
      report.add("reasoning-dropped", "reasoning was left out: only the assistant has it");
      return null;
    case "other":
      return report.isOwnPart(part) ? (part.value as Fields) : null;
  }
}

function writeMedia(part: NeutralPart & Media & { type: "image" | "audio" | "file" }, report: Report): Fields {
  const { type, mediaType, data, url, fileId } = part;
  const { [INSIDE]: inner, ...extras } = report.ofPart(part);
  const typed = mediaType !== undefined && { mimeType: mediaType };
  const isDataUrl = marksOfPart(part).url === true && data !== undefined;
  const source = isDataUrl
    ? { type: "url", value: `data:${mediaType ?? ""};base64,${data}` }
    : data !== undefined
      ? mediaType !== undefined && { type: "data", value: data, ...typed }
      : url !== undefined
        ? { type: "url", value: url, ...typed }
        : fileId !== undefined && { type: "file", value: fileId, ...typed };
  if (source === false) return { type: "text", text: report.mediaWords(part as NeutralPart & Media & { type: "file" }) };
  report.loseMedia(part, data !== undefined ? [] : url !== undefined ? ["url"] : ["fileId"]);
  return { type: type === "file" ? "document" : type, source: { ...source, ...fieldsOf(inner) }, ...extras };
}

/** The words of a content, where the format has only a text. */
export function textOfContent(content: NeutralMessage["content"], report: Report): string {
  const parts = Array.isArray(content) ? content : [];
  if (typeof content === "string") return content;
  return parts.flatMap((part) => wordsOf(part, report)).join("\n");
}

/** The words of a part of a text; an empty list for one that has none. */
export function wordsOf(part: NeutralPart, report: Report): string[] {
  switch (part.type) {
    case "refusal":
      report.refusal();
      break;
    case "image":
    case "audio":
    case "file":
      return [report.mediaWords(part)];
    case "reasoning":
      report.add("reasoning-dropped", "reasoning was left out: only the assistant has it");
      return [];
    case "other":
      report.isOwnPart(part);
      return [];
    case "text":
      break;
  }
  report.lose(...Object.keys(report.ofPart(part)));
  return [part.text];
}
