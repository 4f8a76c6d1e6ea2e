// Writing conversations.

import { type Fields, fieldsOf, others } from "../../formats/fields.js";
import type { NeutralCall, NeutralPart, WriteRepair, WrittenMessage } from "../../types/program-format.js";
import { Report } from "../message-report.js";
import { COHERE, INSIDE, placeOf } from "./place.js";
import { clientSpelling } from "./spelling.js";

/** The forms, the usual one first. */
export const FORMS = ["request", "list", "camelCase"] as const;

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const wires: Fields[] = [];
  for (const { message } of messages) {
    const report = new Report(COHERE, message);
    const wire = writeMessage(message, report);
    if (wire === null) report.empty();
    else wires.push(form === "camelCase" ? clientSpelling(wire) : wire);
    repairs.push(...report.end());
  }
  return { body: form === "list" ? wires : { messages: wires }, repairs };
}

/** Writes a message; null when nothing is left of it. */
function writeMessage(message: WrittenMessage["message"], report: Report): Fields | null {
  const { role, content, toolCallId, isError } = message;
  const about = report.ofMessage();
  if (role === "assistant") return writeAssistant(message, about, report);
  const written = contentOf(content, role, report);
  if (role === "tool") {
    const prefix = isError === true ? report.failed(toolCallId) : "";
    return { role, tool_call_id: toolCallId ?? "", content: prefixed(written, prefix), ...about };
  }
  // A message that was empty in its source is written as it is.
  if (written.length === 0 && content?.length !== 0) return null;
  return { role, content: written, ...about };
}

/** Content that begins with a prefix, in its first text. */
function prefixed(content: string | Fields[], prefix: string): string | Fields[] {
  if (prefix === "") return content;
  if (typeof content === "string") return prefix + content;
  const [first, ...more] = content;
  return typeof first?.text === "string"
    ? [{ ...first, text: prefix + first.text }, ...more]
    : [{ type: "text", text: prefix.trimEnd() }, ...content];
}

function contentOf(content: WrittenMessage["message"]["content"], role: string, report: Report): string | Fields[] {
  if (!Array.isArray(content)) return content ?? "";
  return content.map((part) => blockOf(part, role, report)).filter((block) => block !== null);
}

/** Writes an answer's message. Beside calls, models get only the plan, not the content, so words from other formats are written into the plan. */
function writeAssistant({ content, toolCalls = [] }: WrittenMessage["message"], about: Fields, report: Report): Fields | null {
  const hasCalls = toolCalls.length > 0;
  const parts: readonly NeutralPart[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const plan: string[] = [];
  const blocks: Fields[] = [];
  for (const part of parts) {
    const block = blockOf(part, "assistant", report);
    if (block === null) continue;
    const place = placeOf(part);
    const isPlan = place === "plan-alone" || (hasCalls && typeof block.text === "string" && place !== "text" && place !== "block");
    if (!isPlan) blocks.push(block);
    else if (block.text !== "") plan.push(block.text as string);
    if (isPlan) report.lose(...Object.keys(others(block, ["type", "text"])));
  }
  const [only] = blocks;
  const isText = blocks.length === 1 && (typeof content === "string" || parts.some((part) => placeOf(part) === "text"));
  const hasContent = blocks.length > 0 || (Array.isArray(content) && content.length === 0);
  if (!hasContent && plan.length === 0 && !hasCalls) return null;
  return {
    role: "assistant",
    ...(hasContent && { content: isText ? only?.text : blocks }),
    ...(plan.length > 0 && { tool_plan: plan.join("\n") }),
    ...(hasCalls && { tool_calls: toolCalls.map((call) => callOf(call, report)) }),
    ...about,
  };
}

function callOf(call: NeutralCall, report: Report): Fields {
  const { [INSIDE]: inner, ...extras } = report.ofCall(call);
  const { id, name } = call;
  return { id, type: "function", function: { name, arguments: report.argumentsText(call), ...fieldsOf(inner) }, ...extras };
}

/** Writes a part; null when there is no form for it. */
function blockOf(part: NeutralPart, role: string, report: Report): Fields | null {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, ...report.ofPart(part) };
    case "refusal":
      report.refusal();
      return { type: "text", text: part.text, ...report.ofPart(part) };
    case "reasoning":
      return role === "assistant" && report.isOwnThought(part) ? { type: "thinking", thinking: part.text, ...report.ofPart(part) } : null;
    case "image": {
      const url = part.data === undefined ? part.url : `data:${part.mediaType ?? ""};base64,${part.data}`;
      // Only users show pictures (the types of the client), and the provider loads no other URL than these.
      if (role !== "user" || url === undefined || !/^(https?|data):/.test(url) || (part.data !== undefined && part.mediaType === undefined))
        break;
      report.loseMedia(part, part.data === undefined ? ["url", "detail"] : ["detail"]);
      return { type: "image_url", image_url: { url, ...(part.detail !== undefined && { detail: part.detail }) }, ...report.ofPart(part) };
    }
    case "other":
      return report.isOwnPart(part) ? (part.value as Fields) : null;
  }
  return { type: "text", text: report.mediaWords(part), ...report.ofPart(part) };
}
