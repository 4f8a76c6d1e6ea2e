// The system prompt, for providers that have one text for it beside the messages.

import { type Fields, textOf } from "../formats/fields.js";
import type { NeutralMessage, ProgramFormatName, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { withRefusal } from "./answer.js";
import { Report } from "./message-report.js";

/** Messages, with the instructions at their start apart. */
export interface Parted {
  readonly leading: readonly WrittenMessage[];
  readonly spoken: readonly WrittenMessage[];
}

/** Parts instructions at the start from the other messages. */
export function parted(messages: readonly WrittenMessage[]): Parted {
  const start = messages.findIndex(({ message }) => !isInstruction(message));
  const leading = start === -1 ? messages : messages.slice(0, start);
  return { leading, spoken: messages.slice(leading.length) };
}

/** Reports whether a message instructs the model. */
export function isInstruction({ role, isSummary }: NeutralMessage): boolean {
  return role === "system" && isSummary !== true;
}

/**
 * Joins the texts of instructions; undefined if there are none. `write` makes contents from a message; contents with a `text` stay.
 * `nowhere` is the report if a list has no place for instructions.
 */
export function promptOf(
  format: ProgramFormatName,
  leading: readonly WrittenMessage[],
  repairs: WriteRepair[],
  write: (message: NeutralMessage, report: Report) => readonly Fields[],
  nowhere: string | undefined,
): string | undefined {
  const texts = leading.map(({ message }, place) => {
    const report = new Report(format, message);
    const found = write(message, report).map((content) => textOf(content.text));
    if (found.includes(undefined)) report.add("part-dropped", "instructions are text; their other parts were left out");
    if (nowhere !== undefined) report.add("field-dropped", nowhere);
    else if (place > 0) report.add("system-moved", "instructions at the start were joined to the system prompt");
    report.ofMessage();
    repairs.push(...report.end());
    return found.filter((text) => text !== undefined).join("\n");
  });
  return texts.length === 0 || nowhere !== undefined ? undefined : texts.join("\n\n");
}

/** Writes the messages after the instructions, each as items of a list, and reports empty messages. */
export function writeSpoken(
  format: ProgramFormatName,
  spoken: readonly WrittenMessage[],
  repairs: WriteRepair[],
  write: (message: NeutralMessage, report: Report) => Fields[],
): Fields[] {
  return spoken.flatMap((written) => {
    const message = withRefusal(written.message);
    const report = new Report(format, message);
    if (isInstruction(message))
      report.add("system-moved", "the format takes no instructions in mid-conversation; they are sent in the user's turn");
    const items = write(message, report);
    if (items.length === 0) report.empty();
    repairs.push(...report.end());
    return items;
  });
}
