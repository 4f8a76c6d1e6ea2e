// Reading steps.

import { callWithExtras, extrasOf, withExtras } from "../../formats/extras.js";
import { type Fields, isEmpty, isFields, optional, others } from "../../formats/fields.js";
import { WRITTEN_AS, keptMarks, marksOf } from "../../formats/marks.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../../types/program-format.js";
import { invalid } from "../../formats/read-error.js";
import { readContents } from "./read-content.js";
import { type Marks, NAME, OUTPUT, STAND_IN, verbatim } from "./names.js";

/** Reads the model's words. `isNext` says that other words of the model come directly before them. */
export function readOutput(step: Fields, isNext: boolean): NeutralPart[] {
  const [first, ...rest] = readContents(step.content);
  if (first === undefined || typeof step.content === "string") return first === undefined ? [verbatim(step)] : [first];
  const about = others(step, ["type", "content"]);
  const marks = { ...marksOf(extrasOf(first)), ...(isNext && { begins: true }) };
  const kept = { ...(!isEmpty(about) && { [OUTPUT]: about }), ...(!isEmpty(marks) && { [WRITTEN_AS]: marks }) };
  return [isEmpty(kept) ? first : withExtras(first, kept, NAME), ...rest];
}

/** Reads a thought. */
export function readThought(step: Fields, model: string | undefined): NeutralPart {
  const signature = optional(step, "signature");
  const summary = readContents(step.summary, "summary");
  const texts = summary.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = texts.length === 0 ? undefined : texts.join("\n");
  const part: NeutralPart = {
    type: "reasoning",
    ...(text !== undefined && { text }),
    ...(signature !== undefined && { signature }),
    origin: { format: NAME, ...(model !== undefined && { model }) },
  };
  const isUsual = JSON.stringify(step.summary) === JSON.stringify(summaryOf(text));
  return withExtras(part, others(step, ["type", "signature", ...(isUsual ? ["summary"] : [])]), NAME);
}

/** The usual summary of a text. */
export function summaryOf(text: string | undefined): Fields[] | undefined {
  return text === undefined ? undefined : [{ type: "text", text }];
}

/** Reports whether a thought is a placeholder. */
export function isStandIn(step: Fields): boolean {
  return step.type === "thought" && step.signature === STAND_IN && Object.keys(step).length === 2;
}

/** Reads a call. `thought` says what was before it, if not a signed thought. */
export function readCall(step: Fields, thought: Marks["thought"]): NeutralCall {
  const call = { id: optional(step, "id") ?? "", name: optional(step, "name") ?? "", arguments: step.arguments ?? "" };
  const extras = others(step, ["type", "id", "name", "arguments"]);
  return callWithExtras(call, { ...extras, ...keptMarks(thought === undefined ? {} : { thought }) }, NAME);
}

/** Reads the result of a call: a text, contents, or an object, which becomes JSON text. */
export function readResult(step: Fields): NeutralMessage {
  const { result, is_error: isError } = step;
  if (isError !== undefined && isError !== null && typeof isError !== "boolean") throw invalid("expected true or false", "is_error");
  const isObject = isFields(result);
  const name = optional(step, "name");
  const extras = {
    ...others(step, ["type", "call_id", "name", "result", "is_error"]),
    ...(isObject && { structured: true, ...keptMarks({ isJson: true }) }),
  };
  return {
    role: "tool",
    toolCallId: optional(step, "call_id") ?? "",
    content: isObject ? JSON.stringify(result) : typeof result === "string" ? result : readContents(result, "result"),
    ...(typeof isError === "boolean" && { isError }),
    ...(name !== undefined && { name }),
    ...(!isEmpty(extras) && { extras, extrasFrom: NAME }),
  };
}
