// Reading one part of a message.

import { callWithExtras, withExtras } from "../formats/extras.js";
import { type Fields, isEmpty, isFields, object, optional, others, required } from "../formats/fields.js";
import { objectIn } from "../formats/json-text.js";
import { at } from "../formats/read-error.js";
import { calledWords, returnedWords, textsUnder } from "../providers/words.js";
import type { Role } from "../types/index.js";
import type { NeutralCall, NeutralMessage, NeutralPart, TextBlock } from "../types/program-format.js";
import { readMedia } from "./media.js";
import { NAME, marked } from "./names.js";

/** A part, read. A result has the fields of its message. */
export type Block =
  | { readonly kind: "part"; readonly part: NeutralPart }
  | { readonly kind: "call"; readonly call: NeutralCall }
  | { readonly kind: "result"; readonly message: NeutralMessage };

/** Reads a part of a message of this role. `place` is its place in the message. A part that is not modelled is kept unchanged. */
export function readBlock(value: unknown, role: Role, place: number): Block {
  const fields = object(value);
  // Early instrumentations left the type of a text out.
  const type = optional(fields, "type") ?? (typeof fields.content === "string" ? "text" : required(fields, "type"));
  if (type === "tool_call" && role === "assistant") return { kind: "call", call: readCall(fields, place) };
  if (type === "tool_call_response" && role !== "system") return { kind: "result", message: readResult(fields) };
  return { kind: "part", part: readPart(fields, type) };
}

function readPart(fields: Fields, type: string): NeutralPart {
  const { content } = fields;
  const rest = others(fields, ["type", "content"]);
  const from = isEmpty(rest) ? undefined : NAME;
  switch (type) {
    case "text":
      return withExtras({ type, text: required(fields, "content") }, rest, from);
    case "reasoning":
      return withExtras({ type, text: required(fields, "content") }, rest, from);
    case "refusal":
      return typeof content === "string" ? withExtras({ type, text: content }, rest, from) : verbatim(fields, type);
    case "blob":
    case "uri":
    case "file":
      return readMedia(fields, type) ?? verbatim(fields, type);
    default:
      return verbatim(fields, type);
  }
}

function verbatim(value: Fields, type: string): NeutralPart {
  const words = wordsOf(value, type);
  return { type: "other", format: NAME, value, ...(words !== undefined && { words }) };
}

/** The words of a part that is not modelled, for models; undefined if it has none. */
function wordsOf(fields: Fields, type: string): TextBlock | undefined {
  const { name, content, server_tool_call: called, server_tool_call_response: returned } = fields;
  if (type === "server_tool_call" && typeof name === "string") return calledWords(name, others(object(called ?? {}), ["type"]));
  if (type === "server_tool_call_response") {
    const kind = isFields(returned) && typeof returned.type === "string" ? returned.type : "tool";
    const texts = textsUnder(returned, ["text", "content", "output", "title", "url"]);
    return texts.length === 0 ? undefined : returnedWords(kind, texts);
  }
  const isText = typeof content === "string" && content !== "" && type !== "blob";
  return isText ? { content: [{ type: "text", text: content }] } : undefined;
}

function readCall(fields: Fields, place: number): NeutralCall {
  const { arguments: given = null } = fields;
  const id = optional(fields, "id") ?? "";
  const isValue = given !== null && typeof given !== "string" && !isFields(given);
  const call: NeutralCall = {
    id,
    name: required(fields, "name"),
    arguments: isValue ? JSON.stringify(given) : (given ?? ""),
    ...(id === "" && { idFromMessage: `call_${place}_` }),
  };
  const marks = {
    ...(id === "" && { unnamed: true as const }),
    ...(isValue && { value: true as const }),
    ...(typeof given === "string" && objectIn(given) !== undefined && { text: true as const }),
  };
  const rest = others(fields, ["type", "id", "name", "arguments"]);
  return callWithExtras(call, { ...rest, ...marked(marks) }, isEmpty(rest) ? undefined : NAME);
}

/** Reads a result. The schema calls its value `response`; examples of the conventions call it `result`. */
function readResult(fields: Fields): NeutralMessage {
  const field = fields.response === undefined && fields.result !== undefined ? "result" : "response";
  const value = fields[field] ?? null;
  const id = optional(fields, "id") ?? "";
  const parts = Array.isArray(value) && value.length > 0 && value.every(isContent) ? (value as Fields[]) : null;
  const content =
    parts?.map((part, place) => at(`${field}[${place}]`, () => readPart(part, part.type as string))) ??
    (typeof value === "string" ? value : value === null ? null : JSON.stringify(value));
  const isJson = parts === null && value !== null && typeof value !== "string";
  const rest = others(fields, ["type", "id", "response", "result"]);
  const extras = {
    ...rest,
    ...(isJson && isFields(value) && { structured: true }),
    ...marked({ ...(id === "" && { unnamed: true }), ...(isJson && { json: true }) }),
  };
  return {
    role: "tool",
    toolCallId: id,
    content,
    ...(!isEmpty(extras) && { extras, ...(!isEmpty(rest) && { extrasFrom: NAME }) }),
  };
}

/** Reports whether an item of a result is a part as messages have them. */
function isContent(item: unknown): boolean {
  if (!isFields(item)) return false;
  const { type, content, modality } = item;
  return (
    (type === "text" && typeof content === "string") ||
    ((type === "blob" || type === "uri" || type === "file") && typeof modality === "string")
  );
}
