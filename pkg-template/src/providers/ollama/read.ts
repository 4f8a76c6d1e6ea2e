// Reading conversations.

import { callWithExtras } from "../../formats/extras.js";
import { type Fields, each, fieldsOf, isEmpty, list, object, optional, others, required, string } from "../../formats/fields.js";
import { typeOfBytes } from "../../formats/media-type.js";
import type { NeutralCall, NeutralMessage, NeutralPart, ReadLimits, ReadMessage, Reading } from "../../types/program-format.js";
import { at, invalid } from "../../formats/read-error.js";
import { checkBytes } from "../../formats/size.js";
import type { Role, TokenUsage } from "../../types/index.js";
import { isAnswer, openBody, refuseFailure } from "../chat-body.js";
import { OLLAMA, absentMarks } from "./marks.js";
import { OpenCalls } from "../../formats/open-calls.js";

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"] satisfies Role[];

/** The fields of every message that are modelled, and those of single roles. */
const MODELLED = ["role", "content", "images"];
const OF_ROLE: Readonly<Record<string, readonly string[]>> = { assistant: ["thinking", "tool_calls"], tool: ["tool_name", "tool_call_id"] };

/** The fields of an answer that its message keeps. */
const OF_ANSWER = ["message", "model", "prompt_eval_count", "eval_count"];

/** Reads a list of messages, a request, or an answer. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const { items, path, beside } = openBody(body, OF_ANSWER);
  const open = new OpenCalls();
  const messages = items.map((item, wire): ReadMessage => {
    const message = at(`${path}[${wire}]`, () => {
      checkBytes(item, limits);
      return isAnswer(item) ? readAnswer(item, open, wire) : readMessage(item, open, wire);
    });
    return { message, wire };
  });
  return { path, messages, repairs: [], beside };
}

/** Reads an answer: its message, its model, and its usage. */
function readAnswer(answer: Fields, open: OpenCalls, place: number): NeutralMessage {
  refuseFailure(answer.message);
  if (answer.done === false) throw invalid("this is a piece of a streamed answer; put its pieces together", "done");
  const model = optional(answer, "model");
  const message = at("message", () => readMessage(answer.message, open, place, model));
  const [input, output] = [count(answer.prompt_eval_count), count(answer.eval_count)];
  const tokens: TokenUsage = { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
  return { ...message, ...(model !== undefined && { model }), ...(!isEmpty({ ...tokens }) && { tokens }) };
}

function count(value: unknown): number | undefined {
  return typeof value === "number" ? Math.max(0, Math.round(value)) : undefined;
}

function readMessage(value: unknown, open: OpenCalls, place: number, model?: string): NeutralMessage {
  const fields = object(value);
  const role = required(fields, "role").toLowerCase();
  if (!ROLES.includes(role)) return { role: "system", content: [verbatim(fields)] };
  const text = optional(fields, "content");
  const pictures = listed(fields, "images", readPicture);
  const about = { role: role as Role, content: contentOf(text, [...thoughtsOf(fields, role, model), ...pictures]) };
  const extras = others(fields, [...MODELLED, ...(OF_ROLE[role] ?? [])]);
  const absent = { ...(text === undefined && { content: true as const }) };
  if (role === "assistant") {
    const calls = listed(fields, "tool_calls", readCall);
    open.begin(calls, place);
    return { ...about, ...(calls.length > 0 && { toolCalls: calls }), ...kept(extras, absentMarks(absent)) };
  }
  if (role !== "tool") return { ...about, ...kept(extras, absentMarks(absent)) };
  const [id, tool] = [optional(fields, "tool_call_id") ?? "", optional(fields, "tool_name")];
  const marks = absentMarks({ ...absent, ...(id === "" && { id: true }), ...(tool === undefined && { name: true }) });
  return { ...about, ...open.answer(id, tool), ...(tool !== undefined && { toolName: tool }), ...kept(extras, marks) };
}

/** Reads each item of a list that may be absent or null. */
function listed<Item>(fields: Fields, name: string, read: (item: unknown, place: number) => Item): Item[] {
  const items = fields[name] ?? null;
  return items === null
    ? []
    : each(
        at(name, () => list(items)),
        name,
        read,
      );
}

/** Reads the reasoning of an answer. */
function thoughtsOf(fields: Fields, role: string, model: string | undefined): NeutralPart[] {
  const text = role === "assistant" ? (optional(fields, "thinking") ?? "") : "";
  return text === "" ? [] : [{ type: "reasoning", text, origin: { format: OLLAMA, ...(model !== undefined && { model }) } }];
}

/** Joins the text with the parts beside it. */
function contentOf(text: string | undefined, parts: NeutralPart[]): string | NeutralPart[] | null {
  if (parts.length === 0) return text ?? null;
  return text === undefined || text === "" ? parts : [...parts, { type: "text", text }];
}

/** Reads a picture. Bytes that show no type are kept unchanged, because other formats need a type. */
function readPicture(value: unknown): NeutralPart {
  const data = string(value);
  const mediaType = typeOfBytes(data);
  return mediaType?.startsWith("image/") === true
    ? { type: "image", mediaType, data }
    : { type: "other", format: OLLAMA, value: { image: data } };
}

function readCall(value: unknown, place: number): NeutralCall {
  const fields = object(value);
  const inner = at("function", () => object(fields.function));
  const id = optional(fields, "id") ?? "";
  const call = {
    id,
    name: at("function", () => required(inner, "name")),
    arguments: inner.arguments ?? "",
    ...(id === "" && { idFromMessage: `call_${place}_` }),
  };
  const rest = others(inner, ["name", "arguments"]);
  const extras = { ...others(fields, ["id", "function"]), ...(!isEmpty(rest) && { [INSIDE]: rest }) };
  return callWithExtras(call, { ...extras, ...absentMarks(id === "" ? { id: true } : {}) }, OLLAMA);
}

/** The field of a call that keeps the unmodelled fields of its `function`. */
export const INSIDE = "functionFields";

/** A message of a role that a model defines. */
function verbatim(value: Fields): NeutralPart {
  const { content } = value;
  const words = typeof content === "string" && content !== "" ? { words: { content: [{ type: "text" as const, text: content }] } } : {};
  return { type: "other", format: OLLAMA, value, ...words };
}

function kept(rest: Fields, marks: Fields): Pick<NeutralMessage, "extras" | "extrasFrom"> {
  const extras = { ...rest, ...marks };
  return isEmpty(extras) ? {} : { extras, extrasFrom: OLLAMA };
}

/** The form of a body or list. */
export function formOf(body: unknown): string {
  return fieldsOf(body).messages === undefined ? "list" : "request";
}
