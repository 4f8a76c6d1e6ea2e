// Reading conversations.

import { isEmpty, list, object, optional, others, required, roleIn } from "../formats/fields.js";
import { OpenCalls } from "../formats/open-calls.js";
import { at, invalid } from "../formats/read-error.js";
import { checkBytes } from "../formats/size.js";
import { piecesOf } from "../strands/format/pieces.js";
import type { Role } from "../types/index.js";
import type { NeutralMessage, ReadLimits, ReadMessage, Reading } from "../types/program-format.js";
import { INPUT, type MessageMarks, NAME, OUTPUT, SYSTEM, marked, marksOfMessage } from "./names.js";
import { open } from "./open.js";
import { readBlock } from "./read-part.js";

/** The roles of the conventions, and other names that instrumentations write. */
const ROLES: Readonly<Record<string, Role>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
};

/** The field that keeps the unmodelled fields of a message whose first part is a result: results have fields of their own. */
export const AROUND = "messageFields";

/** Reads a list of messages, or attributes. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const { system, input, output, isList, about, beside } = open(body);
  const reader = new Reader(limits);
  if (system !== null) reader.instructions(system);
  for (const [place, message] of input.entries()) {
    // An answer at the end of the input is no output, such as a beginning that the model continues.
    const isLast = !isList && place === input.length - 1;
    at(isList ? `[${place}]` : `${INPUT}[${place}]`, () => reader.message(message, place, isLast ? "input" : undefined));
  }
  for (const [place, message] of output.entries()) {
    at(`${OUTPUT}[${place}]`, () => reader.message(message, input.length + place, "output"));
  }
  const last = output.length === 0 ? undefined : reader.messages.filter(({ message }) => message.role === "assistant").at(-1);
  if (last !== undefined) Object.assign(last.message, about);
  return { path: isList ? "" : INPUT, messages: reader.messages, repairs: [], beside };
}

/** Reads messages in order. */
class Reader {
  readonly messages: ReadMessage[] = [];
  readonly #limits: ReadLimits;
  readonly #open = new OpenCalls();

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  /** Reads the instructions, which are parts. */
  instructions(parts: readonly unknown[]): void {
    const blocks = at(SYSTEM, () => parts.map((part, place) => at(`[${place}]`, () => readBlock(part, "system", place))));
    for (const { message } of piecesOf(blocks, "system")) this.messages.push({ message });
  }

  message(value: unknown, wire: number, attribute: "input" | "output" | undefined): void {
    checkBytes(value, this.#limits);
    const fields = object(value);
    const name = required(fields, "role");
    const role = ROLES[roleIn(Object.keys(ROLES), name)] as Role;
    if (fields.parts === undefined) throw invalid("expected a list of parts, found nothing", "parts");
    const blocks = at("parts", () => list(fields.parts).map((part, place) => at(`[${place}]`, () => readBlock(part, role, place))));
    const made = piecesOf(blocks, role).map((piece) => piece.message);
    const speaker = optional(fields, "name");
    const rest = others(fields, ["role", "parts", "name", "finish_reason"]);
    for (const [piece, message] of (made.length > 0 ? made : [{ role, content: [] }]).entries()) {
      const isResult = message.role === "tool" && message.toolCallId !== undefined;
      const marks: MessageMarks = {
        ...marksOfMessage(message.extras),
        ...(name !== message.role && { role: name }),
        ...(piece > 0 && { joined: true }),
        ...(message.role === "system" && { listed: true }),
        ...(attribute === "output" && { in: attribute }),
        ...(attribute === "input" && message.role === "assistant" && { in: attribute }),
        ...(message.role === "tool" && !isResult && { loose: true }),
        ...(piece === 0 && (fields.finish_reason !== undefined || attribute === "output") && { finish: fields.finish_reason ?? null }),
      };
      const about = piece > 0 || isEmpty(rest) ? {} : message.role === "tool" ? { [AROUND]: rest } : rest;
      const { writtenAs: _, ...own } = message.extras ?? {};
      const extras = { ...own, ...about, ...marked(marks) };
      const hasFields = message.extrasFrom !== undefined || !isEmpty(about);
      this.#push(
        {
          ...message,
          ...(piece === 0 && speaker !== undefined && { name: speaker }),
          ...(!isEmpty(extras) && { extras, ...(hasFields && { extrasFrom: NAME }) }),
        },
        wire,
        piece,
      );
    }
  }

  /** Adds a message. A result without an id answers the first open call. */
  #push(message: NeutralMessage, wire: number, piece: number): void {
    const answer = message.role === "tool" ? this.#open.answer(message.toolCallId ?? "", undefined) : {};
    this.messages.push({ message: { ...message, ...answer }, wire, piece });
    if (message.role === "assistant") this.#open.begin(message.toolCalls ?? [], this.messages.length - 1);
  }
}

/** The form of a body or list. */
export function formOf(body: unknown): string {
  return Array.isArray(body) ? "list" : "attributes";
}
