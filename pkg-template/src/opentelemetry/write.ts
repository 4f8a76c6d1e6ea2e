// Writing conversations.

import { elements } from "../formats/content.js";
import { type Fields, fieldsOf, isFields, others } from "../formats/fields.js";
import { objectIn, parsed } from "../formats/json-text.js";
import type { Media } from "../formats/media.js";
import { Report } from "../providers/message-report.js";
import type { TokenUsage } from "../types/index.js";
import type { NeutralCall, NeutralMessage, NeutralPart, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { writeMedia } from "./media.js";
import {
  INPUT,
  type MessageMarks,
  NAME,
  OUTPUT,
  RESPONSE_ID,
  RESPONSE_MODEL,
  SYSTEM,
  USAGE,
  marksOfCall,
  marksOfMessage,
} from "./names.js";
import { AROUND } from "./read.js";

/** The forms, the usual one first. */
export const FORMS = ["attributes", "span", "list"] as const;

/** A message as it is written, and the neutral message that it begins with. */
interface Wire {
  readonly fields: { readonly role: string; readonly parts: Fields[] };
  readonly message: NeutralMessage;
  readonly marks: MessageMarks;
}

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const wires: Wire[] = [];
  for (const { message, call } of messages) {
    const report = new Report(NAME, message);
    const marks = marksOfMessage(message.extras);
    const parts = message.role === "tool" && marks.loose !== true ? [responseOf(message, call, marks, report)] : partsOf(message, report);
    const about = aboutOf(message, report);
    const last = wires.at(-1);
    const role = marks.role ?? message.role;
    // The message that it goes on with may be gone.
    if (marks.joined === true && last?.fields.role === role) last.fields.parts.push(...parts);
    else if (parts.length === 0 && hasContent(message)) report.empty();
    else wires.push({ fields: { role, parts, ...about, ...finishOf(marks) }, message, marks });
    repairs.push(...report.end());
  }
  return { body: form === "list" ? wires.map(({ fields }) => fields) : attributes(wires, form === "span"), repairs };
}

/** Reports whether a message had content in its source. */
function hasContent({ content, toolCalls = [] }: NeutralMessage): boolean {
  return toolCalls.length > 0 || (Array.isArray(content) && content.length > 0);
}

/** The attributes. The instructions of the first message stand apart, and the answers at the end are the output. */
function attributes(wires: readonly Wire[], isText: boolean): Fields {
  const [first] = wires;
  const isApart = first?.message.role === "system" && first.marks.listed !== true && first.message.name === undefined;
  const rest = isApart ? wires.slice(1) : wires;
  let end = rest.length;
  while (end > 0 && isOutput(rest[end - 1] as Wire)) end -= 1;
  const [input, output] = [rest.slice(0, end), rest.slice(end)];
  const value = (list: unknown) => (isText ? JSON.stringify(list) : list);
  return {
    ...(isApart && { [SYSTEM]: value(first.fields.parts) }),
    [INPUT]: value(input.map(({ fields }) => fields)),
    ...(output.length > 0 && { [OUTPUT]: value(output.map(finished)), ...aboutAnswer(output) }),
  };
}

/** Reports whether a message at the end is of the output: an answer, or what its source has there. */
function isOutput({ message, marks }: Wire): boolean {
  return marks.in === "output" || (message.role === "assistant" && marks.in === undefined);
}

/** An answer with the reason for its end, which the schema of the released conventions requires. */
function finished({ fields, message, marks }: Wire): Fields {
  if (marks.finish !== undefined) return fields;
  return { ...fields, finish_reason: message.toolCalls === undefined ? "stop" : "tool_call" };
}

function finishOf({ finish }: MessageMarks): Fields {
  return finish === undefined || finish === null ? {} : { finish_reason: finish };
}

/** The model, the response and the usage of the last answer. */
function aboutAnswer(output: readonly Wire[]): Fields {
  const { response, model, tokens = {} } = output.filter(({ message }) => message.role === "assistant").at(-1)?.message ?? {};
  const counts = Object.entries(USAGE).map(([name, attribute]) => [attribute, tokens[name as keyof TokenUsage]] as const);
  return {
    ...(response !== undefined && { [RESPONSE_ID]: response.id }),
    ...(model !== undefined && { [RESPONSE_MODEL]: model }),
    ...Object.fromEntries(counts.filter(([, count]) => count !== undefined)),
  };
}

/** The name of the speaker, and the unmodelled fields of the format's own messages. */
function aboutOf({ role, name, extras = {}, extrasFrom }: NeutralMessage, report: Report): Fields {
  // The source's word for instructions means nothing here.
  const { [AROUND]: around, ...known } = role === "system" && extrasFrom !== NAME ? others(extras, ["role"]) : extras;
  const own = report.own(known, extrasFrom);
  // A result's own fields are those of its part.
  return { ...(name !== undefined && { name }), ...(role === "tool" ? fieldsOf(around) : own) };
}

function partsOf({ content, toolCalls = [] }: NeutralMessage, report: Report): Fields[] {
  const parts: readonly NeutralPart[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  return elements(parts, toolCalls)
    .map((element) => (element.call === undefined ? partOf(element.part, report) : callOf(element.call, report)))
    .filter((part) => part !== null);
}

/** Writes a part; null when there is no form for it. */
function partOf(part: NeutralPart, report: Report): Fields | null {
  switch (part.type) {
    case "text":
    case "refusal":
      return { type: part.type, content: part.text, ...report.ofPart(part) };
    case "reasoning":
      return thoughtOf(part, report);
    case "image":
    case "audio":
    case "file":
      return mediaOf(part as NeutralPart & Media, report);
    case "other":
      return report.isOwnPart(part) ? (part.value as Fields) : null;
  }
}

function thoughtOf(part: NeutralPart & { type: "reasoning" }, report: Report): Fields | null {
  const { text = "", signature, encrypted } = part;
  if (text === "" && (signature !== undefined || encrypted !== undefined)) {
    report.add(
      "reasoning-dropped",
      "reasoning was left out: it has no text, and the format has no place for signed or encrypted reasoning",
    );
    return null;
  }
  report.lose(...(signature === undefined ? [] : ["signature"]), ...(encrypted === undefined ? [] : ["encrypted"]));
  return { type: "reasoning", content: text, ...report.ofPart(part) };
}

function mediaOf(part: NeutralPart & Media, report: Report): Fields {
  const media = writeMedia(part);
  if (media === null) return { type: "text", content: report.mediaWords(part as NeutralPart & Media & { type: "file" }) };
  report.loseMedia(part, media.known);
  return { ...media.written, ...report.ofPart(part) };
}

function callOf(call: NeutralCall, report: Report): Fields {
  const { unnamed, text, value } = marksOfCall(call);
  const { id, name, kind, isJson, arguments: given } = call;
  const isText = typeof given === "string";
  const isKept = text === true || kind === "custom" || isJson === true;
  const read = isText && !isKept ? (value === true ? parsed(given) : objectIn(given)) : undefined;
  return {
    type: "tool_call",
    ...(unnamed !== true && { id }),
    name,
    ...(given !== "" && { arguments: read ?? given }),
    ...report.ofCall(call),
  };
}

/** Writes a result as the one part of its message. */
function responseOf(message: NeutralMessage, call: NeutralCall | undefined, marks: MessageMarks, report: Report): Fields {
  const { content, toolCallId = "", isError, extras = {}, extrasFrom } = message;
  const isUnnamed = marks.unnamed === true || (call !== undefined && marksOfCall(call).unnamed === true);
  const failed = isError === true ? report.failed(toolCallId) : "";
  const written = typeof content === "string" ? content : partsOf({ role: "tool", content: content ?? [] }, report);
  const own = extrasFrom === NAME ? others(extras, [AROUND, "writtenAs", "structured"]) : {};
  const isJson = (marks.json === true || extras.structured === true) && failed === "";
  return {
    type: "tool_call_response",
    ...(!isUnnamed && { id: toolCallId }),
    response: prefixed(answerOf(written, isJson), failed),
    ...own,
  };
}

/** The answer of a tool: a text, the value of its JSON text, or several parts. */
function answerOf(written: string | readonly Fields[], isJson: boolean): unknown {
  const [only, second] = typeof written === "string" ? [{ type: "text", content: written }] : written;
  if (only === undefined) return null;
  const isText = second === undefined && only.type === "text" && Object.keys(only).length === 2;
  if (!isText) return written;
  return isJson ? (parsed(only.content as string) ?? only.content) : only.content;
}

/** The answer of a tool that failed begins with a prefix. */
function prefixed(answer: unknown, prefix: string): unknown {
  if (prefix === "") return answer;
  if (typeof answer === "string") return prefix + answer;
  const [first, ...more] = Array.isArray(answer) ? (answer as unknown[]) : [];
  const isText = isFields(first) && first.type === "text";
  return isText
    ? [{ ...first, content: `${prefix}${String(first.content)}` }, ...more]
    : [{ type: "text", content: prefix.trimEnd() }, ...(first === undefined ? [] : [first, ...more])];
}
