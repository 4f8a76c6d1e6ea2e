// Writing model messages.

import { elements, plainText } from "../formats/content.js";
import { callExtras, extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf, isFields } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import { placeholder } from "../formats/media.js";
import type { NeutralCall, NeutralMessage, NeutralPart, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { APPROVAL, approvalOf, isAnswerAlone, isApproved, writeAnswer, writeQuestion } from "./approval.js";
import { writeCall } from "./call.js";
import { writeContent, writePart } from "./content.js";
import { OPTIONS, REST } from "./form.js";
import { RESULT, TEXT } from "./links.js";
import { Losses } from "./losses.js";
import { type Namespaces, addOptions, namespacesOf, writtenOptions } from "./namespaces.js";
import { OUTPUT_REST } from "./output.js";
import { MESSAGE_OPTIONS } from "./read-model.js";
import { ANSWERS } from "./reader.js";
import type { MediaPart } from "./write-media.js";
import { writeOutput } from "./write-output.js";

/** Writes model messages. Adjacent results and answers are one message, as the SDK joins them. */
export function writeModelMessages(messages: readonly WrittenMessage[]): { body: object[]; repairs: WriteRepair[] } {
  const losses = new Losses();
  const body: object[] = [];
  let tools: unknown[] = [];
  const endTools = (about: unknown) => {
    if (tools.length > 0) body.push({ role: "tool", content: tools, ...messageFields(about) });
    tools = [];
  };
  for (const written of messages) {
    losses.begin(written, false);
    const { message } = written;
    const extras = message.extras ?? {};
    if (message.role === "tool") {
      if (!isAnswerAlone(extras)) tools.push(writeResult(written, losses));
      if (extras[MESSAGE_OPTIONS] !== undefined) endTools(extras[MESSAGE_OPTIONS]);
    } else {
      endTools(undefined);
      body.push(writeMessage(message, losses));
    }
    for (const call of message.toolCalls ?? []) {
      const approval = approvalOf(call);
      if (approval !== undefined && isApproved(call) !== undefined) tools.push(writeAnswer(approval));
    }
    const answers = extras[ANSWERS];
    if (Array.isArray(answers)) tools.push(...(answers as unknown[]));
  }
  endTools(undefined);
  return { body, repairs: losses.end() };
}

/** Returns the fields that were kept of a message of tools. */
function messageFields(about: unknown): Fields {
  const { [REST.model]: rest, ...fields } = fieldsOf(about);
  return isFields(rest) ? { ...fields, ...rest } : rest === undefined ? fields : { ...fields, [REST.model]: rest };
}

function writeMessage(message: NeutralMessage, losses: Losses): object {
  const extras = message.extras ?? {};
  const spaces: Namespaces = new Map();
  const content = message.role === "system" ? writeInstructions(message, spaces, losses) : writeBody(message, losses);
  addOptions(spaces, extras, []);
  return { role: message.role, content, ...writtenOptions(spaces, OPTIONS.model), ...losses.rest(extras, "model", [], [ANSWERS]) };
}

/** Writes the content of the user or the assistant: one text, or parts and calls. */
function writeBody({ role, content, toolCalls: calls = [] }: NeutralMessage, losses: Losses): string | object[] {
  if (calls.length === 0 && !Array.isArray(content)) return content ?? "";
  if (calls.length === 0 || !Array.isArray(content)) {
    return [...writeContent(content, "model", role, losses), ...calls.flatMap((call) => writeAskedCall(call, losses))];
  }
  return elements(content, calls).flatMap((element) =>
    element.call === undefined ? writePart(element.part, content, "model", role, losses) : writeAskedCall(element.call, losses),
  );
}

/** Instructions are one text. Its options are those of the last text. */
function writeInstructions({ content }: NeutralMessage, spaces: Namespaces, losses: Losses): string {
  const parts = Array.isArray(content) ? content : [];
  const last = parts.map(({ type }) => type).lastIndexOf("text");
  for (const [place, part] of parts.entries()) {
    const extras = extrasOf(part);
    if (place === last) {
      addOptions(spaces, extras, TEXT);
      losses.rest(extras, "model", TEXT, [REST.model]);
    } else if (part.type === "text") {
      losses.extras(extras);
    } else {
      losses.report("part-dropped", `instructions are text; the part ${nameOf(part)} was left out`);
    }
  }
  return plainText(content);
}

function nameOf(part: NeutralPart): string {
  const isMedia = part.type === "image" || part.type === "audio" || part.type === "file";
  return isMedia ? placeholder(part as MediaPart) : part.type;
}

/** Writes a call, and the question that a person was asked about it. */
function writeAskedCall(call: NeutralCall, losses: Losses): object[] {
  const extras = callExtras(call);
  if (marksOf(extras).state === "input-streaming") {
    losses.report("part-dropped", `the call of ${call.name} was left out: its input had not arrived`, call.id);
    return [];
  }
  const written = writeCall(call, losses);
  const approval = approvalOf(call);
  if (approval !== undefined) return [written, writeQuestion(approval, call.id)];
  if (extras[APPROVAL] !== undefined) losses.field(APPROVAL);
  return [written];
}

function writeResult({ message, call }: WrittenMessage, losses: Losses): object {
  const { toolCallId = "", extras = {} } = message;
  const toolName = message.toolName ?? message.name ?? call?.name;
  if (toolName === undefined) losses.report("content-filled", "the result answers no call; its tool is called `unknown`", toolCallId);
  return {
    type: "tool-result",
    toolCallId,
    toolName: toolName ?? "unknown",
    output: writeOutput(message, losses),
    ...writtenOptions(namespacesOf(extras, RESULT), OPTIONS.model),
    ...losses.rest(extras, "model", RESULT, [MESSAGE_OPTIONS, ANSWERS, OUTPUT_REST]),
  };
}
