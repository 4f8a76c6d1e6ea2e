// Reading one block: an object of one field, whose name says what it is.

import { callWithExtras, withExtras } from "../../formats/extras.js";
import { type Fields, fieldsOf, isFields, list, object, optional, others, string } from "../../formats/fields.js";
import { WRITTEN_AS } from "../../formats/marks.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../../types/program-format.js";
import { at, invalid } from "../../formats/read-error.js";
import type { Format, Origin, Role } from "../../types/index.js";
import { fromTypeScript } from "./citations.js";
import { bytesOf, readMedia } from "./media.js";
import type { Block } from "./pieces.js";
import { CITATIONS, kept } from "./rest.js";

/** The mark of a text that is the JSON of a value, and of arguments that are a value. */
export const IS_JSON = "json";

/** Reads a block of a message of this role. `origin` is the maker of its reasoning. */
export function readBlock(block: unknown, role: Role, origin?: Origin): Block {
  const [kind, value] = tagged(block);
  return at(kind, (): Block => {
    if (kind === "toolUse" && role === "assistant") return { kind: "call", call: readCall(object(value)) };
    if (kind === "toolResult" && role === "user") return { kind: "result", message: readResult(object(value)) };
    if (kind === "cachePoint") return { kind: "mark", mark: cachePoint(object(value)), part: verbatim(block) };
    if (kind === "reasoning" || kind === "reasoningContent")
      return { kind: "part", part: readReasoning(object(value), kind, origin) ?? verbatim(block) };
    return { kind: "part", part: readPart(block, kind, value) };
  });
}

/** The one field of a block: its name, and its value. Fields that are null say nothing. */
function tagged(block: unknown): [kind: string, value: unknown] {
  const [given, second] = Object.entries(object(block)).filter(([name, value]) => value !== null || name === "json");
  if (given === undefined) throw invalid("a block needs a field that says what it is, such as `text`; found none");
  if (second !== undefined) throw invalid(`a block has one field that says what it is; found \`${given[0]}\` and \`${second[0]}\``);
  return given;
}

/** An unchanged block, for its own format. */
function verbatim(block: unknown, format: Format = "strands"): NeutralPart {
  return { type: "other", format, value: block as object };
}

/** A cache point in the words of Bedrock, which are Python's. */
function cachePoint(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === "cacheType" ? "type" : name, value]));
}

function readCall(fields: Fields): NeutralCall {
  const { input = "", reasoningSignature } = fields;
  const [id, name] = [optional(fields, "toolUseId") ?? "", optional(fields, "name") ?? ""];
  return callWithExtras(
    { id, name, arguments: input },
    {
      // Elsewhere, arguments that are no object are text.
      ...(typeof input !== "string" && !isFields(input) && { [WRITTEN_AS]: IS_JSON }),
      // The signature that ties reasoning to a call is Gemini's.
      ...(reasoningSignature !== undefined && reasoningSignature !== null && { thoughtSignature: reasoningSignature }),
      ...kept(fields, ["toolUseId", "name", "input", "reasoningSignature"]),
    },
  );
}

function readResult(fields: Fields): NeutralMessage {
  const given = fields.content ?? null;
  const blocks = given === null ? null : at("content", () => list(given));
  const content = blocks?.map((block, place) => at(`content[${place}]`, () => readInner(block))) ?? null;
  const isError = readStatus(optional(fields, "status"));
  const [part] = content?.length === 1 ? content : [];
  const isStructured = part?.type === "text" && part[WRITTEN_AS] === IS_JSON && part.text.startsWith("{");
  const extras = { ...(isStructured && { structured: true }), ...kept(fields, ["toolUseId", "content", "status"]) };
  return {
    role: "tool",
    toolCallId: optional(fields, "toolUseId") ?? "",
    content,
    ...(isError !== undefined && { isError }),
    ...(Object.keys(extras).length > 0 && { extras }),
  };
}

function readStatus(status: string | undefined): boolean | undefined {
  if (status === undefined || status === "error" || status === "success") return status && status === "error";
  throw invalid(`unknown status \`${status}\`; known are success, error`, "status");
}

/** Reads a block of a result. JSON is read as text, and written as JSON again. */
function readInner(block: unknown): NeutralPart {
  const [kind, value] = tagged(block);
  if (kind === "json") return withExtras({ type: "text", text: JSON.stringify(value) }, { [WRITTEN_AS]: IS_JSON });
  return at(kind, () => readPart(block, kind, value));
}

function readPart(block: unknown, kind: string, value: unknown): NeutralPart {
  switch (kind) {
    case "text":
      return { type: "text", text: string(value) };
    case "image":
    case "audio":
    case "document":
      return readMedia(kind, value) ?? verbatim(block);
    case "citations":
    case "citationsContent":
      return readCited(fieldsOf(value), kind === "citations") ?? verbatim(block);
    case "video":
      return verbatim(block, isOfConverse(fieldsOf(value).source) ? "bedrock" : "strands");
    case "guardContent":
      return verbatim(block, "bedrock");
    default:
      return verbatim(block);
  }
}

/** Reports whether Converse has the source of a film in the same way. */
function isOfConverse(source: unknown): boolean {
  return Object.keys(fieldsOf(source)).length === 1 && typeof fieldsOf(source).bytes === "string";
}

/** Reads words with the places that they are taken from; null when they are not one text. */
function readCited(cited: Fields, isTypeScript: boolean): NeutralPart | null {
  const [only, second] = Array.isArray(cited.content) ? (cited.content as unknown[]) : [];
  const { text, ...more } = fieldsOf(only);
  if (typeof text !== "string" || second !== undefined || Object.keys(more).length > 0) return null;
  const about = others(cited, ["content"]);
  if (isTypeScript && about.citations !== undefined) about.citations = fromTypeScript(about.citations);
  return withExtras({ type: "text", text }, { [CITATIONS]: about });
}

/** Reads reasoning; null when it holds fields that are not modelled. */
function readReasoning(fields: Fields, kind: string, origin: Origin | undefined): NeutralPart | null {
  const { redactedContent } = fields;
  const isGiven = redactedContent !== undefined && redactedContent !== null;
  const encrypted = isGiven ? bytesOf(redactedContent) : undefined;
  if (isGiven && encrypted === undefined) throw invalid("expected bytes in base64", "redactedContent");
  const isPython = kind === "reasoningContent";
  if (Object.keys(others(fields, isPython ? ["reasoningText", "redactedContent"] : ["text", "signature", "redactedContent"])).length > 0)
    return null;
  const words = isPython ? at("reasoningText", () => object(fields.reasoningText ?? {})) : fields;
  if (isPython && Object.keys(others(words, ["text", "signature"])).length > 0) return null;
  const [text, signature] = [optional(words, "text"), optional(words, "signature")];
  return {
    type: "reasoning",
    ...(text !== undefined && { text }),
    ...(signature !== undefined && { signature }),
    ...(encrypted !== undefined && { encrypted }),
    ...(origin !== undefined && { origin }),
  };
}
