// Writing conversations.

import { plainText, elements } from "../formats/content.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { Report } from "../providers/message-report.js";
import type { NeutralCall, NeutralPart, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { textOfContent, wordsOf, writeContent } from "./content.js";
import { INSIDE, type MessageMarks, NAME, marksIn, marksOfPart } from "./names.js";

/** The one form. */
export const FORMS = ["list"] as const;

type Message = WrittenMessage["message"];

/** Writes messages as a list. */
export function write(messages: readonly WrittenMessage[], _form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const items: Fields[] = [];
  for (const { message } of messages) {
    const report = new Report(NAME, message);
    const written = itemsOf(message, report);
    if (written.length === 0) report.empty();
    items.push(...written);
    repairs.push(...report.end());
  }
  return { body: items, repairs };
}

function itemsOf(message: Message, report: Report): Fields[] {
  const { id, role, content } = message;
  const about = aboutOf(message, report);
  switch (role) {
    case "assistant":
      return answerOf(message, about, report);
    case "tool":
      return [resultOf(message, about, report)];
    case "system": {
      const text = textOfContent(content, report);
      const isEmpty = text === "" && Array.isArray(content) && content.length > 0;
      return isEmpty ? [] : [{ id, role: message.extras?.role === "developer" ? "developer" : role, content: text, ...about }];
    }
    case "user": {
      const written = writeContent(content, report);
      return written.length === 0 && Array.isArray(content) && content.length > 0 ? [] : [{ id, role, content: written, ...about }];
    }
  }
}

/** The name of the speaker, and the unmodelled fields of the format's own messages. */
function aboutOf({ role, name, extras = {}, extrasFrom }: Message, report: Report): Fields {
  const { role: _, ...others } = extras;
  const own = report.own(role === "system" ? others : extras, extrasFrom);
  return { ...(name !== undefined && role !== "tool" && { name }), ...own };
}

function resultOf({ id, toolCallId = "", content, isError, extras }: Message, about: Fields, report: Report): Fields {
  const isOnly = marksIn<MessageMarks>(extras).onlyError === true;
  const written = isOnly ? "" : writeContent(content, report);
  const failed = isError === true && { error: plainText(content) };
  return { id, role: "tool", toolCallId, content: written, ...failed, ...about };
}

/**
 * Writes an answer, with its reasoning and its activities as items of their own. Text before reasoning is an answer of its own, so that the
 * order stays; calls are in the last one, before their results.
 */
function answerOf(message: Message, about: Fields, report: Report): Fields[] {
  const { id, content, toolCalls = [], extras } = message;
  const marks = marksIn<MessageMarks>(extras);
  const parts: readonly NeutralPart[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const before: Fields[] = [];
  const after: Fields[] = [];
  const calls: Fields[] = [];
  let texts: string[] = [];
  let made = 0;
  for (const { part, call } of elements(parts, toolCalls) as { part?: NeutralPart; call?: NeutralCall }[]) {
    if (call !== undefined) calls.push(callOf(call, report));
    else if (part !== undefined && (part.type === "reasoning" || (part.type === "other" && part.format === NAME))) {
      const item = itemOf(part, `${id}:${part.type}:${made}`, report);
      if (item === null) continue;
      made += 1;
      if (texts.length > 0 && calls.length === 0 && marksOfPart(part).after !== true) {
        before.push({ id: `${id}:text:${made}`, role: "assistant", content: texts.join("\n") });
        texts = [];
      }
      (marksOfPart(part).after === true ? after : before).push(item);
    } else if (part !== undefined) texts.push(...wordsOf(part, report));
  }
  const isBare = texts.length === 0 && calls.length === 0 && marks.emptyText !== true && marks.empty !== true && parts.length > 0;
  if (isBare) return [...before, ...after];
  const text = texts.length > 0 ? { content: texts.join("\n") } : marks.emptyText === true ? { content: "" } : {};
  return [...before, { id, role: "assistant", ...text, ...(calls.length > 0 && { toolCalls: calls }), ...about }, ...after];
}

/** Writes reasoning or an activity; null for reasoning that is left out. */
function itemOf(part: NeutralPart, newId: string, report: Report): Fields | null {
  if (part.type !== "reasoning") return part.type === "other" && report.isOwnPart(part) ? (part.value as Fields) : null;
  const { text = "", signature, encrypted, origin } = part;
  const isOwn = origin?.format === NAME;
  if (text === "" && !isOwn) {
    report.add("reasoning-dropped", "reasoning was left out: it has no text, and the format does not name the provider that could read it");
    return null;
  }
  report.lose(...(signature === undefined ? [] : ["signature"]), ...(encrypted === undefined || isOwn ? [] : ["encrypted"]));
  const { id = newId } = marksOfPart(part);
  return {
    id,
    role: "reasoning",
    content: text,
    ...(isOwn && encrypted !== undefined && { encryptedValue: encrypted }),
    ...report.ofPart(part),
  };
}

function callOf(call: NeutralCall, report: Report): Fields {
  const { [INSIDE]: inner, ...extras } = report.ofCall(call);
  const { id, name, kind, arguments: given } = call;
  // An empty text is what a model that has no arguments writes, and what streams begin with.
  const text = given === "" && kind !== "custom" ? "" : report.argumentsText(call);
  return { id, type: "function", function: { name, arguments: text, ...fieldsOf(inner) }, ...extras };
}
