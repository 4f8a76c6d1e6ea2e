// Writing conversations.

import { type Fields, textOf } from "../../formats/fields.js";
import { marksOf } from "../../formats/marks.js";
import type { NeutralMessage, WriteRepair, WrittenMessage } from "../../types/program-format.js";
import { parted, promptOf, writeSpoken } from "../prompt.js";
import type { Report } from "../message-report.js";
import { NAME, asClient, isClients } from "./names.js";
import { writeChunks } from "./write-chunk.js";
import { writeAnswer, writeInput, writeResult } from "./write-entry.js";

/** The forms, the usual one first. */
export const FORMS = ["request", "list", "client", "client-list"] as const;

/** The form of a list. */
export function formOf(body: unknown): string {
  return isClients(body) ? "client-list" : "list";
}

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const { leading, spoken } = parted(messages);
  const isList = form === "list" || form === "client-list";
  const nowhere = isList ? "the system prompt has no place in a list of entries; the form `request` has one" : undefined;
  const prompt = promptOf(NAME, leading, repairs, ({ content }, report) => writeChunks(content, report), nowhere);
  const written = writeSpoken(NAME, spoken, repairs, writeMessage);
  const entries = form.startsWith("client") ? written.map(asClient) : written;
  if (isList) return { body: entries, repairs };
  const [entry] = entries;
  const text = entries.length === 1 && marksOf(spoken[0]?.message.extras).isText === true ? textOf(entry?.content) : undefined;
  return { body: { ...(prompt !== undefined && { instructions: prompt }), inputs: text ?? entries }, repairs };
}

function writeMessage(message: NeutralMessage, report: Report): Fields[] {
  switch (message.role) {
    case "tool":
      return [writeResult(message, report)];
    case "assistant":
      return writeAnswer(message, report);
    default: {
      const entry = writeInput(message, report);
      return entry === undefined ? [] : [entry];
    }
  }
}
