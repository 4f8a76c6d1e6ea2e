// The messages that were read so far.

import { type Fields, isEmpty } from "../formats/fields.js";
import type { NeutralCall, NeutralMessage, ReadMessage, ReadRepair, Reading } from "../types/program-format.js";
import { keptMarks } from "../formats/marks.js";
import { ReadError } from "../formats/read-error.js";
import { isApproved, keepAnswer } from "./approval.js";
import type { Extras } from "./form.js";
import { answeredNo } from "./output.js";

/** The field of a message that keeps answers to unknown questions, and to those about tools that a provider runs. */
export const ANSWERS = "approvalResponses";

/** Collects neutral messages. */
export class Reader {
  readonly messages: ReadMessage[] = [];
  readonly repairs: ReadRepair[] = [];
  readonly held: NonNullable<Reading["held"]>[number][] = [];
  readonly #answered: ReadonlySet<string>;
  readonly #ids = new Set<string>();
  /** The tool of each call, by the call's id. */
  readonly #tools = new Map<string, string>();
  /** The call that a person was asked about, and the place of its message, by the question's id. */
  readonly #asked = new Map<string, { call: NeutralCall; message: number }>();
  /** The place of the message that is being read, and the neutral messages that it made so far. */
  #wire = 0;
  #piece = 0;

  /** @param answered The ids of the calls that have results in the list. */
  constructor(answered: ReadonlySet<string>) {
    this.#answered = answered;
  }

  /** Begins the message at this place. */
  begin(wire: number): void {
    this.#wire = wire;
    this.#piece = 0;
  }

  /** Takes an id. Returns false if a message before has it. */
  claimId(id: string): boolean {
    const isFree = !this.#ids.has(id);
    this.#ids.add(id);
    return isFree;
  }

  /** Enters a message with its unmodelled fields. */
  push(message: NeutralMessage, extras: Extras = {}): void {
    for (const call of message.toolCalls ?? []) this.#tools.set(call.id, call.name);
    const entered = isEmpty(extras) ? message : { ...message, extras };
    this.messages.push({ message: entered, wire: this.#wire, piece: this.#piece });
    this.#piece += 1;
  }

  /** Returns the name of the tool that a call of this id calls. */
  tool(callId: string): string | undefined {
    return this.#tools.get(callId);
  }

  /** Records a question about a call of the next message. */
  ask(question: string, call: NeutralCall): void {
    this.#asked.set(question, { call, message: this.messages.length });
  }

  /** Keeps an answer: with its call, else with the message before. */
  answer(answer: Fields): void {
    const { approvalId = "" } = answer;
    const asked = this.#asked.get(typeof approvalId === "string" ? approvalId : "");
    const hold = (message?: number) =>
      this.held.push({ wire: this.#wire, ...(message !== undefined && { message }), item: { role: "tool", content: [answer] } });
    if (asked !== undefined && keepAnswer(asked.call, answer)) {
      const { call, message } = asked;
      if (isApproved(call) === false && !this.#answered.has(call.id)) this.#deny(call);
      else hold(message);
      return;
    }
    const before = this.messages.at(-1)?.message;
    hold(before === undefined ? undefined : this.messages.length - 1);
    if (before === undefined) return this.report("part-dropped", "an answer to a question before the first message was left out");
    const known = before.extras?.[ANSWERS];
    before.extras = { ...before.extras, [ANSWERS]: [...(Array.isArray(known) ? known : []), answer] };
  }

  /** Adds a denial as the result that the SDK has yet to write. */
  #deny(call: NeutralCall): void {
    const { content, isError, extras, marks } = answeredNo(call);
    this.push({ role: "tool", content, toolCallId: call.id, ...(isError && { isError }) }, { ...extras, ...keptMarks(marks) });
  }

  /** Reports a change of content that became no message. */
  report(code: ReadRepair["code"], detail: string): void {
    this.repairs.push({ code, detail });
  }
}

/** The error for a role that is none of these. */
export function unknownRole(role: string, known: string): ReadError {
  const error = new ReadError(`Invalid role: ${role}. Must be one of ${known}`, "invalid-role");
  error.path = "role";
  return error;
}
