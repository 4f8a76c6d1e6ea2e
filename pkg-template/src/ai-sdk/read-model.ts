// Reading model messages.

import { type Fields, each, fieldsOf, isEmpty, list, noun, object, required, string } from "../formats/fields.js";
import { keptMarks } from "../formats/marks.js";
import type { NeutralMessage, NeutralPart } from "../types/program-format.js";
import { at, invalid } from "../formats/read-error.js";
import { keepQuestion } from "./approval.js";
import { AssistantContent } from "./assistant.js";
import { readCall } from "./call.js";
import { type Extras, OPTIONS, old, restOf, verbatim } from "./form.js";
import { RESULT, TEXT } from "./links.js";
import { readMedia } from "./media.js";
import { OPTIONS_LEFT, keptOptions, readOptions } from "./options.js";
import { readOutput } from "./output.js";
import { type Reader, unknownRole } from "./reader.js";
import { readReasoning } from "./reasoning.js";
import { readText, unmodelled } from "./text.js";
import { isProviderExecuted } from "./words.js";

/** The modelled fields of a message. */
const KNOWN = ["role", "content", OPTIONS.model];

/** The field for options of a message of tools, which are kept with its last result. */
export const MESSAGE_OPTIONS = "messageOptions";

/** Reads a message. */
export function readModelMessage(reader: Reader, fields: Fields, role: string): void {
  const { content } = fields;
  if (content === undefined) throw invalid("expected a value, found nothing", "content");
  switch (role) {
    case "system":
      return readInstructions(
        reader,
        fields,
        at("content", () => string(content)),
      );
    case "user":
      return reader.push({ role, content: at("content", () => readUserContent(content)) }, messageExtras(fields));
    case "assistant":
      return reader.push(
        at("content", () => readAssistant(reader, content)),
        messageExtras(fields),
      );
    case "tool":
      return at("content", () => readResults(reader, fields, content));
    case "data":
    case "function":
      throw old(`the role \`${role}\``, "role");
  }
  throw unknownRole(role, "system, user, assistant, tool");
}

/** The fields of a message beside its content. */
function messageExtras(fields: Fields): Extras {
  return { ...keptOptions(readOptions(fields, OPTIONS.model), [], {}), ...restOf("model", fields, KNOWN) };
}

/** Instructions are one text. Options with links are those of the text, the others those of the message. */
function readInstructions(reader: Reader, fields: Fields, text: string): void {
  const marks: Extras = {};
  const { [OPTIONS_LEFT]: left, ...linked } = keptOptions(readOptions(fields, OPTIONS.model), TEXT, marks);
  const content = isEmpty(linked) ? text : [{ type: "text", text, ...linked, ...keptMarks(marks) } as NeutralPart];
  reader.push({ role: "system", content }, { ...(left !== undefined && { [OPTIONS_LEFT]: left }), ...restOf("model", fields, KNOWN) });
}

function readUserContent(content: unknown): string | NeutralPart[] {
  if (typeof content === "string") return content;
  return each(partList(content), "", (value) => readUserPart(object(value)));
}

function readUserPart(fields: Fields): NeutralPart {
  const type = required(fields, "type");
  if (type === "text") return readText(fields, "model", "user");
  return type === "image" || type === "file" ? readMedia(fields, "model", "user", type) : verbatim("model", fields);
}

function partList(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  throw invalid(`expected a string or a list of parts, found ${noun(content)}`);
}

function readAssistant(reader: Reader, content: unknown): NeutralMessage {
  if (typeof content === "string") return { role: "assistant", content };
  const read = new AssistantContent();
  each(partList(content), "", (value) => readAssistantPart(reader, read, object(value)));
  return read.message(false);
}

function readAssistantPart(reader: Reader, read: AssistantContent, fields: Fields): void {
  const { parts, calls } = read;
  const type = required(fields, "type");
  switch (type) {
    case "text":
      parts.push(readText(fields, "model", "assistant"));
      return;
    case "image":
    case "file":
      parts.push(readMedia(fields, "model", "assistant", type));
      return;
    case "reasoning":
      return read.addReasoning(readReasoning(fields, "model"));
    case "tool-call":
      if (isProviderExecuted(fields)) break;
      return read.addCall(readCall(fields));
    case "tool-approval-request": {
      const callId = required(fields, "toolCallId");
      const call = [...calls].reverse().find(({ id }) => id === callId);
      if (call === undefined) break;
      const question = required(fields, "approvalId");
      keepQuestion(call, question, fields);
      return reader.ask(question, call);
    }
    case "tool-invocation":
    case "redacted-reasoning":
      throw old(`a part of type \`${type}\``);
  }
  parts.push(verbatim("model", fields));
}

function readResults(reader: Reader, message: Fields, content: unknown): void {
  const about = messageExtras(message);
  const parts = list(content);
  const last = parts.map((part) => fieldsOf(part).type).lastIndexOf("tool-result");
  if (parts.length === 0 || (last < 0 && !isEmpty(about)))
    reader.report("empty-message-dropped", "a message of tools without results was left out");
  each(parts, "", (part, place) => {
    const fields = object(part);
    const type = required(fields, "type");
    if (type === "tool-result") return readResult(reader, fields, place === last && !isEmpty(about) ? { [MESSAGE_OPTIONS]: about } : {});
    if (type === "tool-approval-response") return reader.answer(fields);
    throw invalid(`a message of tools holds no part of type \`${type}\`; known are tool-result, tool-approval-response`, "type");
  });
}

function readResult(reader: Reader, fields: Fields, about: Extras): void {
  const toolCallId = required(fields, "toolCallId");
  const toolName = required(fields, "toolName");
  const { content, isError, extras, marks } = readOutput(fields);
  const known = ["type", "toolCallId", "toolName", "output", OPTIONS.model];
  const beside = unmodelled("model", fields, known, readOptions(fields, OPTIONS.model), RESULT, marks);
  const isKnown = toolCallId !== "" && reader.tool(toolCallId) === toolName;
  const message: NeutralMessage = { role: "tool", content, toolCallId, ...(isError && { isError }), ...(!isKnown && { toolName }) };
  reader.push(message, { ...extras, ...beside, ...about });
}
