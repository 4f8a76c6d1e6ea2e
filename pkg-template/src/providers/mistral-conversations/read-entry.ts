// Reading entries.

import { callWithExtras, extrasOf, withExtras } from "../../formats/extras.js";
import { type Fields, isEmpty, isFields, optional, others, required, textOf } from "../../formats/fields.js";
import { WRITTEN_AS, keptMarks, marksOf } from "../../formats/marks.js";
import type { NeutralCall, NeutralMessage, NeutralPart, TextBlock } from "../../types/program-format.js";
import { calledWords, returnedWords } from "../words.js";
import { ABOUT, ENTRY, type Marks, NAME, verbatim } from "./names.js";
import { readContent } from "./read-chunk.js";

/** The type of an entry. It may be left out of messages, calls and results. */
export function typeOf(entry: Fields): string {
  if (typeof entry.type === "string") return entry.type;
  if (entry.tool_call_id !== undefined) return entry.result === undefined ? "function.call" : "function.result";
  return entry.role === undefined ? "" : "message.input";
}

/** The fields about an entry, as marks. `usual` is the type that is written. */
function aboutOf(entry: Fields, usual: string, names = ABOUT): Marks {
  const about = Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)));
  const type = entry.type === undefined ? "" : entry.type === usual ? undefined : (entry.type as string);
  return { ...(!isEmpty(about) && { about }), ...(type !== undefined && { type }) };
}

/** Reads a message of the user. */
export function readInput(entry: Fields): NeutralMessage {
  const { content } = entry;
  const said = typeof content === "string" ? content : readContent(content);
  return withEntry({ role: "user", content: said }, others(entry, ["type", "role", "content", ...ABOUT]), aboutOf(entry, "message.input"));
}

/** Reads the result of a call. */
export function readResult(entry: Fields): NeutralMessage {
  const extras = others(entry, ["type", "tool_call_id", "result", ...ABOUT]);
  return withEntry(
    { role: "tool", toolCallId: optional(entry, "tool_call_id") ?? "", content: required(entry, "result") },
    extras,
    aboutOf(entry, "function.result"),
  );
}

function withEntry(message: NeutralMessage, own: Fields, marks: Marks): NeutralMessage {
  const extras = { ...own, ...keptMarks(marks as Fields) };
  return isEmpty(extras) ? message : { ...message, extras, extrasFrom: NAME };
}

/** Reads the model's words. `isNext` says that other words of the model come directly before them. */
export function readOutput(entry: Fields, isNext: boolean): NeutralPart[] {
  const { content } = entry;
  const [first, ...rest] = readContent(content, textOf(entry.model));
  if (first === undefined) return [verbatim(entry)];
  const own = others(entry, ["type", "role", "content", ...ABOUT]);
  const isBare = first.type === "text" && isEmpty(extrasOf(first));
  const marks = {
    ...marksOf(extrasOf(first)),
    ...aboutOf(entry, "message.output", [...ABOUT, "role"]),
    ...(isNext && { begins: true }),
    ...(typeof content !== "string" && isBare && rest.length === 0 && { isList: true }),
  };
  const kept = { ...(!isEmpty(own) && { [ENTRY]: own }), ...(!isEmpty(marks) && { [WRITTEN_AS]: marks }) };
  return [isEmpty(kept) ? first : withExtras(first, kept, NAME), ...rest];
}

/** Reads a call. */
export function readCall(entry: Fields): NeutralCall {
  const call = { id: optional(entry, "tool_call_id") ?? "", name: optional(entry, "name") ?? "", arguments: entry.arguments ?? "" };
  const extras = others(entry, ["type", "tool_call_id", "name", "arguments", ...ABOUT]);
  return callWithExtras(call, { ...extras, ...keptMarks(aboutOf(entry, "function.call") as Fields) }, NAME);
}

/** Keeps an unchanged entry of a tool that Mistral runs, with its words. */
export function readOther(entry: Fields): NeutralPart {
  const words = entry.type === "tool.execution" ? executionWords(entry) : undefined;
  return { ...verbatim(entry), ...(words !== undefined && { words }) } as NeutralPart;
}

function executionWords({ name, arguments: given, info }: Fields): TextBlock {
  const title = textOf(name) ?? "tool";
  const returned = isFields(info) && !isEmpty(info) ? returnedWords(title, [JSON.stringify(info)]).content : [];
  return { content: [...calledWords(title, given).content, ...returned] };
}
