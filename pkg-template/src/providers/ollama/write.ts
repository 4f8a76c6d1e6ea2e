// Writing conversations.

import { callExtras, extrasOf } from "../../formats/extras.js";
import { type Fields, fieldsOf } from "../../formats/fields.js";
import type { NeutralCall, NeutralPart, WriteRepair, WrittenMessage } from "../../types/program-format.js";
import { argumentsObject } from "../arguments.js";
import { Report } from "../message-report.js";
import { OLLAMA, absentOf } from "./marks.js";
import { INSIDE } from "./read.js";

/** The forms, the usual one first. */
export const FORMS = ["request", "list"] as const;

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const wires: Fields[] = [];
  for (const written of messages) {
    const report = new Report(OLLAMA, written.message);
    const wire = writeMessage(written, report);
    if (wire === null) report.empty();
    else wires.push(wire);
    repairs.push(...report.end());
  }
  return { body: form === "list" ? wires : { messages: wires }, repairs };
}

/** Writes a message; null when nothing is left of it. */
function writeMessage({ message, call }: WrittenMessage, report: Report): Fields | null {
  const { role, content, toolCalls = [], isError, toolCallId } = message;
  const [only] = Array.isArray(content) ? content : [];
  if (isWhole(only) && report.isOwnPart(only)) return only.value as Fields;
  const about = report.ofMessage();
  const absent = absentOf(message.extras);
  const said = new Said(report);
  const parts: readonly NeutralPart[] = Array.isArray(content)
    ? content
    : typeof content === "string"
      ? [{ type: "text", text: content }]
      : [];
  for (const part of parts) said.add(part, role === "assistant");
  if (said.isParted) report.add("media-moved", "the images of the message stood among its text, and are sent before it");
  const prefix = role === "tool" && isError === true ? report.failed(toolCallId) : "";
  const text = prefix + said.texts.join("\n");
  const isSilent = said.texts.length === 0 && prefix === "";
  const isNothing = isSilent && said.images.length === 0 && said.thoughts.length === 0 && toolCalls.length === 0;
  // A message that was empty in its source is written as it is.
  if (isNothing && role !== "tool" && (parts.length > 0 || role === "assistant")) return null;
  return {
    role,
    ...(!(isSilent && absent.content === true) && { content: text }),
    ...(said.thoughts.length > 0 && { thinking: said.thoughts.join("\n") }),
    ...(said.images.length > 0 && { images: said.images }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map((each) => callOf(each, report)) }),
    ...(role === "tool" && namesOf(message, call)),
    ...about,
  };
}

/** Reports whether a part is a whole message, of a role that a model defines. */
function isWhole(part: NeutralPart | undefined): part is NeutralPart & { type: "other" } {
  return part?.type === "other" && part.format === OLLAMA && fieldsOf(part.value).role !== undefined;
}

/** The tool of a result, and its call, where these have names. */
function namesOf({ toolCallId, toolName, extras }: WrittenMessage["message"], call: NeutralCall | undefined): Fields {
  const absent = absentOf(extras);
  const name = toolName ?? (absent.name === true ? undefined : call?.name);
  const isUnnamed = absent.id === true || (call !== undefined && absentOf(callExtras(call)).id === true);
  return { ...(name !== undefined && { tool_name: name }), ...(!isUnnamed && { tool_call_id: toolCallId ?? "" }) };
}

/** The texts, thoughts and images of a message. */
class Said {
  readonly texts: string[] = [];
  readonly thoughts: string[] = [];
  readonly images: string[] = [];
  /** True if an image stood between two texts, where its place may have said something. */
  isParted = false;
  #textsBefore = 0;
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  add(part: NeutralPart, isAnswer: boolean): void {
    const report = this.#report;
    switch (part.type) {
      case "text":
        this.#say(part.text);
        break;
      case "refusal":
        report.refusal();
        this.#say(part.text);
        break;
      case "reasoning":
        if (!report.isOwnThought(part) || !isAnswer) return;
        this.thoughts.push(part.text ?? "");
        break;
      case "image":
        if (part.data === undefined) {
          this.#say(report.mediaWords(part));
          break;
        }
        report.loseMedia(part, []);
        this.#show(this.#standard(part.data));
        break;
      case "audio":
      case "file":
        this.#say(report.mediaWords(part));
        break;
      case "other": {
        if (!report.isOwnPart(part)) return;
        const { image } = fieldsOf(part.value);
        if (typeof image === "string") this.#show(image);
        return;
      }
    }
    report.lose(...Object.keys(extrasOf(part)));
  }

  #say(text: string): void {
    this.isParted ||= this.#textsBefore > 0;
    this.texts.push(text);
  }

  #show(image: string): void {
    this.#textsBefore = this.texts.length;
    this.images.push(image);
  }

  /** The bytes in the standard form of base64, which is the only one that the server reads. */
  #standard(base64: string): string {
    const text = base64.replaceAll("-", "+").replaceAll("_", "/");
    const whole = text.length % 4 === 0 ? text : text.padEnd(text.length + 4 - (text.length % 4), "=");
    if (whole !== base64) this.#report.add("media-source-corrected", "the bytes of the image are written in the standard form of base64");
    return whole;
  }
}

function callOf(call: NeutralCall, report: Report): Fields {
  const isUnnamed = absentOf(callExtras(call)).id === true;
  const { [INSIDE]: inner, ...extras } = report.ofCall(call);
  return {
    ...(!isUnnamed && { id: call.id }),
    function: { name: call.name, arguments: argumentsObject(call, report), ...fieldsOf(inner) },
    ...extras,
  };
}
