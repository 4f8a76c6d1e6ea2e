// Writing the entries of a message.

import { elements } from "../../formats/content.js";
import { callExtras, extrasOf } from "../../formats/extras.js";
import { type Fields, fieldsOf, isFields, others, textOf } from "../../formats/fields.js";
import { isBlank } from "../../formats/json-text.js";
import { placeholder } from "../../formats/media.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../../formats/program-format.js";
import { fileText } from "../../formats/text-file.js";
import { answerOf } from "../answer.js";
import { argumentsObject } from "../arguments.js";
import { type Report, kindOf } from "../report.js";
import type { MediaPart } from "./media.js";
import { ENTRY, type Marks, NAME } from "./names.js";
import { ownExtras, writeChunk, writeChunks } from "./write-chunk.js";

/** An entry of words, and its chunks so far. */
interface Words {
  readonly place: number;
  readonly marks: Marks;
  readonly own: Fields;
  readonly chunks: Fields[];
}

/** Writes an answer: its words, calls and tools, each as an entry. */
export function writeAnswer(message: NeutralMessage, report: Report): Fields[] {
  const { parts, extras } = answerOf(message);
  report.lose(extras);
  const entries: Fields[] = [];
  let open: Words | undefined;
  const close = () => {
    if (open !== undefined) entries[open.place] = outputOf(open);
    open = undefined;
  };
  for (const element of elements(parts, message.toolCalls ?? [])) {
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
    const { own, marks } = ownExtras(part, extrasOf(part));
    if (open === undefined || marks.begins === true) {
      close();
      open = { place: entries.length, marks, own: fieldsOf(own[ENTRY]), chunks: [] };
      entries.push({});
    }
    open.chunks.push(chunk);
  }
  close();
  return entries;
}

/** The entry: its content is a text where that is all. */
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
  return part.type === "other" && part.format === NAME && isFields(part.value) && ownExtras(part, extrasOf(part)).marks.inside !== true;
}

function writeCall(call: NeutralCall, report: Report): Fields {
  const { own, marks, foreign } = ownExtras(call, callExtras(call));
  report.lose(foreign);
  report.kindOf(call);
  const { arguments: given, isJson, kind } = call;
  const isText = typeof given === "string" && isJson === undefined && kind !== "custom" && !isBlank(given);
  return {
    ...typed(marks.type ?? "function.call"),
    tool_call_id: call.id,
    name: call.name,
    arguments: isText ? given : argumentsObject(call, report),
    ...marks.about,
    ...own,
  };
}

/** Writes the result of a call, which is one text. */
export function writeResult({ toolCallId = "", content, isError, name, extras = {}, extrasFrom }: NeutralMessage, report: Report): Fields {
  const { own, marks, foreign } = ownExtras({ extrasFrom }, extras);
  report.lose({ ...foreign, name });
  if (isError === true) report.add("written-as-text", "the target has no flag for a failed tool, so the result begins with `[error]`", toolCallId);
  const said = textOf(content) ?? (Array.isArray(content) ? content.flatMap((part) => textInResult(part, report) ?? []).join("\n") : "");
  return {
    ...typed(marks.type ?? "function.result"),
    tool_call_id: toolCallId,
    result: isError === true ? `[error]\n${said}` : said,
    ...marks.about,
    ...own,
  };
}

/** The text of a part of a result. */
function textInResult(part: NeutralPart, report: Report): string | undefined {
  report.lose(part.type === "reasoning" ? {} : ownExtras(part, extrasOf(part)).foreign);
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text;
    case "reasoning":
      return report.drop("reasoning");
    case "other":
      return report.drop(kindOf(part.value));
    default: {
      const text = fileText(part as MediaPart);
      const words = text ?? placeholder(part as MediaPart);
      report.add(text === null ? "media-replaced" : "written-as-text", `the ${part.type} of the result is written as text: results of this API are text`);
      return words;
    }
  }
}

/** Writes the words of the user, or instructions that stand among the messages; undefined where nothing is said. */
export function writeInput({ content, extras = {}, extrasFrom }: NeutralMessage, report: Report): Fields | undefined {
  const { own, marks, foreign } = ownExtras({ extrasFrom }, extras);
  report.lose(others(foreign, ["role"]));
  const chunks = writeChunks(content, report);
  if (chunks.length === 0) return undefined;
  return { ...typed(marks.type ?? "message.input"), role: "user", content: textOf(content) ?? chunks, ...marks.about, ...own };
}
