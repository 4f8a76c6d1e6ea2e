// Writing conversations.

import { type Fields, isEmpty, others } from "../../formats/fields.js";
import { marksOf } from "../../formats/marks.js";
import type { NeutralMessage, WriteRepair, WrittenMessage } from "../../types/program-format.js";
import { parted, promptOf, writeSpoken } from "../prompt.js";
import type { Report } from "../message-report.js";
import { NAME } from "./names.js";
import { writeContents } from "./write-content.js";
import { writeAnswer, writeInput, writeResult } from "./write-step.js";

/** The forms, the usual one first. */
export const FORMS = ["request", "list"] as const;

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const isList = form === "list";
  const { rest, token } = isList ? { rest: messages, token: undefined } : continued(messages, repairs);
  const { leading, spoken } = parted(rest);
  const nowhere = isList ? "the system prompt has no place in a list of steps; the form `request` has one" : undefined;
  const prompt = promptOf(NAME, leading, repairs, ({ content }, report) => writeContents(content, report), nowhere);
  const input = inputOf(spoken, writeSpoken(NAME, spoken, repairs, writeMessage), isList);
  const beside = { ...(prompt !== undefined && { system_instruction: prompt }), ...(token !== undefined && { continuation_token: token }) };
  return { body: isList ? input : { ...beside, input }, repairs };
}

/** Parts answers at the end that go on from the messages before them: the newest token, in their place, continues them. */
function continued(messages: readonly WrittenMessage[], repairs: WriteRepair[]): { rest: readonly WrittenMessage[]; token?: string } {
  const last = messages.at(-1);
  const notice = last?.message.notices?.find(({ kind }) => kind === "unfinished");
  if (last?.message.response?.format !== NAME || notice?.kind !== "unfinished" || messages.length < 2) return { rest: messages };
  const detail = "the answer goes on: its token, sent in its place, continues it";
  const before = continued(messages.slice(0, -1), repairs);
  repairs.push({ code: "answer-continued", detail, messageId: last.message.id });
  return { ...before, token: notice.token };
}

function writeMessage(message: NeutralMessage, report: Report): Fields[] {
  switch (message.role) {
    case "tool":
      return [writeResult(message, report)];
    case "assistant":
      return writeAnswer(message, report);
    default: {
      const step = writeInput(message, report);
      return step === undefined ? [] : [step];
    }
  }
}

/** The input: of a single message of the user what its source had, else the steps. */
function inputOf(spoken: readonly WrittenMessage[], steps: Fields[], isList: boolean): unknown {
  const [step] = steps;
  const { input } = marksOf(spoken[0]?.message.extras);
  const contents =
    step?.type === "user_input" && steps.length === 1 && isEmpty(others(step, ["type", "content"])) ? (step.content as Fields[]) : [];
  const [content] = contents;
  if (content === undefined) return steps;
  if (input === "contents") return contents;
  if (isList || contents.length > 1) return steps;
  if (input === "content") return content;
  return input === "text" && Object.keys(content).length === 2 && content.type === "text" ? content.text : steps;
}
