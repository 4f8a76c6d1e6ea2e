// Writing the entries of a message.

import { elements } from "../../formats/content.js";
import { callExtras, extrasOf } from "../../formats/extras.js";
import { type Fields, fieldsOf, isFields, textOf } from "../../formats/fields.js";
import { isBlank } from "../../formats/json-text.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../../types/program-format.js";
import { partsOf } from "../answer.js";
import { argumentsObject } from "../arguments.js";
import type { Report } from "../message-report.js";
import type { MediaPart } from "../parts.js";
import { ENTRY, type Marks, NAME } from "./names.js";
import { ownMarks, writeChunk, writeChunks } from "./write-chunk.js";

/** An entry of words, and its chunks so far. */
interface Words {
  readonly place: number;
  readonly marks: Marks;
  readonly own: Fields;
  readonly chunks: Fields[];
}

/** Writes an answer: its words, calls and tools, each as an entry. */
export function writeAnswer(message: NeutralMessage, report: Report): Fields[] {
  report.ofMessage();
  const entries: Fields[] = [];
  let open: Words | undefined;
  const close = () => {
    if (open !== undefined) entries[open.place] = outputOf(open);
    open = undefined;
  };
  for (const element of elements(partsOf(message), message.toolCalls ?? [])) {
    if (element.call !== undefined) {
      close();
      entries.push(writeCall(element.call, report));
      continue;
    }
    const { part } = element;
    if (isEntry(part)) {
      close();
      entries.push(part.value as Fields);
      continue;
    }
    const chunk = writeChunk(part, report);
    if (chunk === undefined) continue;
    const [extras, marks] = [extrasOf(part), ownMarks(part.extrasFrom, extrasOf(part))];
    if (open === undefined || marks.begins === true) {
      close();
      open = { place: entries.length, marks, own: part.extrasFrom === NAME ? fieldsOf(extras[ENTRY]) : {}, chunks: [] };
      entries.push({});
    }
    open.chunks.push(chunk);
  }
  close();
  return entries;
}

/** The entry: its content is a text if there is nothing else. */
function outputOf({ marks: { type = "message.output", about = {}, isList }, own, chunks }: Words): Fields {
  const [chunk] = chunks;
  const isText = isList !== true && chunks.length === 1 && chunk?.type === "text" && Object.keys(chunk).length === 2;
  const isInput = type !== "message.output";
  return { ...typed(type), ...(isInput && { role: "assistant" }), content: isText ? chunk.text : chunks, ...about, ...own };
}

function typed(type: string): Fields {
  return type === "" ? {} : { type };
}

/** Reports whether an unmodelled part is an entry of its own. */
function isEntry(part: NeutralPart): part is NeutralPart & { type: "other" } {
  return part.type === "other" && part.format === NAME && isFields(part.value) && ownMarks(part.extrasFrom, extrasOf(part)).inside !== true;
}

function writeCall(call: NeutralCall, report: Report): Fields {
  const marks = ownMarks(call.extrasFrom, callExtras(call));
  const { arguments: given, isJson, kind } = call;
  const isText = typeof given === "string" && isJson === undefined && kind !== "custom" && !isBlank(given);
  return {
    ...typed(marks.type ?? "function.call"),
    tool_call_id: call.id,
    name: call.name,
    arguments: isText ? given : argumentsObject(call, report),
    ...marks.about,
    ...report.ofCall(call),
  };
}

/** Writes the result of a call, which is one text. */
export function writeResult({ toolCallId = "", content, isError, name, extras = {}, extrasFrom }: NeutralMessage, report: Report): Fields {
  const marks = ownMarks(extrasFrom, extras);
  if (name !== undefined) report.lose("name");
  const said = textOf(content) ?? (Array.isArray(content) ? content.flatMap((part) => textInResult(part, report) ?? []).join("\n") : "");
  return {
    ...typed(marks.type ?? "function.result"),
    tool_call_id: toolCallId,
    result: isError === true ? report.failed(toolCallId) + said : said,
    ...marks.about,
    ...report.ofMessage(),
  };
}

/** The text of a part of a result. */
function textInResult(part: NeutralPart, report: Report): string | undefined {
  switch (part.type) {
    case "text":
    case "refusal":
      report.ofPart(part);
      return part.text;
    case "reasoning":
      report.add("part-dropped", "a part of type `reasoning` has no place here, and was left out");
      return undefined;
    case "other":
      if (report.isOwnPart(part)) report.add("part-dropped", "results of this API are text; another part was left out");
      return undefined;
    default:
      return report.mediaWords(part as MediaPart);
  }
}

/** Writes the user's words, or instructions among the messages; undefined if there are none. */
export function writeInput({ content, extras = {}, extrasFrom }: NeutralMessage, report: Report): Fields | undefined {
  const [own, marks] = [report.ofMessage(), ownMarks(extrasFrom, extras)];
  const chunks = writeChunks(content, report);
  if (chunks.length === 0) return undefined;
  return { ...typed(marks.type ?? "message.input"), role: "user", content: textOf(content) ?? chunks, ...marks.about, ...own };
}
