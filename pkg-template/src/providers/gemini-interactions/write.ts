// Writing conversations.

import { type Fields, isEmpty, others } from "../../formats/fields.js";
import { marksOf } from "../../formats/marks.js";
import type { NeutralMessage, WriteRepair, WrittenMessage } from "../../formats/program-format.js";
import { Report } from "../report.js";
import { textsOf, writeContents } from "./write-content.js";
import { writeAnswer, writeInput, writeResult } from "./write-step.js";

/** The forms, the usual one first. */
export const FORMS = ["request", "list"] as const;

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const start = messages.findIndex(({ message }) => message.role !== "system" || message.isSummary === true);
  const leading = start === -1 ? messages : messages.slice(0, start);
  const spoken = messages.slice(leading.length);
  const prompt = leading.map(({ message }, place) => {
    const report = new Report(repairs, message.id);
    const text = textsOf(writeContents(message.content, report), report);
    if (form === "list") report.add("field-dropped", "the system prompt has no place in a list of steps; the form `request` has one");
    else if (place > 0) report.add("system-moved", "instructions at the start were joined to the system prompt");
    report.lose(others(message.extras ?? {}, ["role"]));
    report.finish();
    return text;
  });
  const steps = spoken.flatMap(({ message }) => {
    const report = new Report(repairs, message.id);
    const written = writeMessage(message, report);
    report.finish();
    return written;
  });
  if (form === "list") return { body: inputOf(spoken, steps, false), repairs };
  return { body: { ...(prompt.length > 0 && { system_instruction: prompt.join("\n\n") }), input: inputOf(spoken, steps, true) }, repairs };
}

function writeMessage(message: NeutralMessage, report: Report): Fields[] {
  if (message.role === "tool") return [writeResult(message, report)];
  report.lose({ name: message.name });
  if (message.role === "assistant") return orReported(writeAnswer(message, report), report);
  if (message.role === "system" && message.isSummary !== true) {
    report.add("system-moved", "the target takes no instructions in mid-conversation; they are sent in the user's turn");
  }
  const step = writeInput(message, report);
  return orReported(step === undefined ? [] : [step], report);
}

function orReported(steps: Fields[], report: Report): Fields[] {
  if (steps.length === 0) report.add("empty-message-dropped", "a message that says nothing was left out");
  return steps;
}

/** The input: of a single message of the user what its source had, else the steps. */
function inputOf(spoken: readonly WrittenMessage[], steps: Fields[], isRequest: boolean): unknown {
  const [step] = steps;
  const { input } = marksOf(spoken[0]?.message.extras);
  const contents = step?.type === "user_input" && steps.length === 1 && isEmpty(others(step, ["type", "content"])) ? (step.content as Fields[]) : [];
  const [content] = contents;
  if (content === undefined) return steps;
  if (input === "contents") return contents;
  if (!isRequest || contents.length > 1) return steps;
  if (input === "content") return content;
  return input === "text" && Object.keys(content).length === 2 && content.type === "text" ? content.text : steps;
}
