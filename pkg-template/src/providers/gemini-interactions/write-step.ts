// Writing the steps of a message.

import { elements } from "../../formats/content.js";
import { callExtras, extrasOf } from "../../formats/extras.js";
import { type Fields, fieldsOf, isEmpty, isFields, textOf } from "../../formats/fields.js";
import { objectIn } from "../../formats/json-text.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../../types/program-format.js";
import { partsOf } from "../answer.js";
import { argumentsObject } from "../arguments.js";
import type { Report } from "../message-report.js";
import { CONTENTS, type Marks, NAME, OUTPUT, STAND_IN } from "./names.js";
import { summaryOf } from "./read-step.js";
import { ownMarks, writeContent, writeContents } from "./write-content.js";

/** Writes an answer: its thoughts, words and calls, each as a step. */
export function writeAnswer(message: NeutralMessage, report: Report): Fields[] {
  report.ofMessage();
  const steps: Fields[] = [];
  /** The contents of the step of words that others join. */
  let contents: Fields[] | undefined;
  let isSigned = false;
  const put = (step: Fields) => {
    steps.push(step);
    contents = undefined;
  };
  for (const element of elements(partsOf(message), message.toolCalls ?? [])) {
    if (element.call !== undefined) {
      const { call } = element;
      const { step, thought } = writeCall(call, report);
      if (!isSigned && thought === undefined) {
        report.add("content-filled", `no signed thought stands before the call of ${call.name}; \`${STAND_IN}\` is sent instead`, call.id);
      }
      if (!isSigned && thought !== "none") put({ type: "thought", signature: STAND_IN });
      isSigned = true;
      put(step);
      continue;
    }
    const { part } = element;
    if (part.type === "reasoning") {
      const step = writeThought(part, report);
      if (step !== undefined) put(step);
      isSigned ||= step !== undefined;
    } else if (isStep(part)) {
      put(part.value as Fields);
    } else {
      const written = writeContent(part, report);
      if (written === undefined) continue;
      const extras = extrasOf(part);
      if (contents === undefined || ownMarks(part.extrasFrom, extras).begins === true) {
        contents = [];
        steps.push({ type: "model_output", content: contents, ...(part.extrasFrom === NAME && fieldsOf(extras[OUTPUT])) });
      }
      contents.push(written);
    }
  }
  return steps;
}

/** Reports whether an unmodelled part is a step of its own. */
function isStep(part: NeutralPart): part is NeutralPart & { type: "other" } {
  if (part.type !== "other" || part.format !== NAME || !isFields(part.value) || ownMarks(part.extrasFrom, extrasOf(part)).inside === true)
    return false;
  return !CONTENTS.includes(part.value.type as string);
}

function writeCall(call: NeutralCall, report: Report): { step: Fields; thought: Marks["thought"] } {
  const step = { type: "function_call", id: call.id, name: call.name, arguments: argumentsObject(call, report), ...report.ofCall(call) };
  return { step, thought: ownMarks(call.extrasFrom, callExtras(call)).thought };
}

/** Writes a thought; undefined for one that the provider does not take: of another, or without a signature. */
function writeThought(part: NeutralPart & { type: "reasoning" }, report: Report): Fields | undefined {
  const { text, signature, origin } = part;
  if (origin?.format !== NAME) {
    report.add("reasoning-dropped", "reasoning was left out: another provider made it");
    return undefined;
  }
  if (signature === undefined || signature === "") {
    report.add("reasoning-dropped", "reasoning was left out: the provider refuses thoughts without a signature");
    return undefined;
  }
  const summary = summaryOf(text);
  return { type: "thought", signature, ...(summary !== undefined && { summary }), ...report.ofPart(part) };
}

/** Writes the result of a call. */
export function writeResult({ toolCallId = "", content, isError, name, extras = {}, extrasFrom }: NeutralMessage, report: Report): Fields {
  const text = textOf(content);
  const value = ownMarks(extrasFrom, extras).isJson === true ? objectIn(text) : undefined;
  return {
    type: "function_result",
    call_id: toolCallId,
    ...(name !== undefined && { name }),
    result: value ?? text ?? (Array.isArray(content) ? writeContents(content, report) : ""),
    ...(isError !== undefined && { is_error: isError }),
    ...report.ofMessage(),
  };
}

/** Writes the user's words, or instructions among the messages; undefined if there are none. */
export function writeInput({ content }: NeutralMessage, report: Report): Fields | undefined {
  const own = report.ofMessage();
  const contents = writeContents(content, report);
  return contents.length === 0 && isEmpty(own) ? undefined : { type: "user_input", content: contents, ...own };
}
