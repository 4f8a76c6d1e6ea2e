// A body of a format of programs, read; and its repairs as reports.

import { Method } from "../../../build/method.js";
import { ConversationError } from "../input/errors.js";
import type { Limits } from "../input/options.js";
import type { Repair, RepairCode } from "../types/index.js";
import type { ProgramFormat, Reading } from "../types/program-format.js";
import { ReadError } from "../formats/read-error.js";
import { stateless } from "./stateless.js";

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Reads a body of this format from its JSON text. An answer may be one message.
 *
 * @throws ConversationError `wrong-format`, and what the reader throws.
 */
export function readProgram(program: ProgramFormat, json: string, limits: Limits, isAnswer = false): Reading {
  const { messageBytes, depth } = limits;
  const isAlone = stateless((core) => core.call(Method.CheckProgramBody, [program.name, json, isAnswer, messageBytes, depth]) > 0);
  const body: unknown = JSON.parse(json);
  const isSmall = json.length * MOST_BYTES_A_UNIT <= messageBytes;
  try {
    return program.read(isAlone ? [body] : body, { messageBytes: isSmall ? Infinity : messageBytes });
  } catch (error) {
    throw error instanceof ReadError ? surfaced(error) : error;
  }
}

function surfaced({ code, message, path }: ReadError): ConversationError {
  return path === "" ? new ConversationError(code, message) : new ConversationError(code, `${path}: ${message}`, { details: { path } });
}

/** The messages as the core takes them. */
export function readingJson({ path, messages }: Reading): string {
  return JSON.stringify({ path, messages });
}

/** The repairs of a reading; `idOf` gives the id of a message by its place, and undefined for one that was there before. */
export function repairsOf({ repairs }: Reading, idOf: (place: number) => string | undefined): Repair[] {
  const told: Repair[] = [];
  for (const { code, detail, message, toolCallId } of repairs) {
    const messageId = message === undefined ? undefined : idOf(message);
    if (message !== undefined && messageId === undefined) continue;
    told.push({ code, ...(messageId !== undefined && { messageId }), ...(toolCallId !== undefined && { toolCallId }), detail });
  }
  return told;
}

/** The left-out fields of the body, as repairs. */
export function besideRepairs({ beside }: Reading): Repair[] {
  return beside.map((field) => ({ code: "field-dropped", detail: `\`${field}\` is not part of the conversation, and was left out` }));
}

/** The codes of repairs that name something which the other format cannot carry. */
const LOSSES: readonly RepairCode[] = [
  "part-dropped",
  "media-replaced",
  "written-as-text",
  "reasoning-dropped",
  "system-moved",
  "cache-breakpoint-dropped",
  "field-dropped",
  "tool-call-written-as-text",
];

/** Separates repairs that lose something from the others. */
export function partedRepairs(all: readonly Repair[]): { repairs: Repair[]; losses: Repair[] } {
  const isLoss = ({ code }: Repair) => LOSSES.includes(code);
  return { repairs: all.filter((repair) => !isLoss(repair)), losses: all.filter(isLoss) };
}
