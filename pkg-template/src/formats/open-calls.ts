// The calls of the newest answer that have no result yet, and the results' way to them.

import type { NeutralCall, NeutralMessage } from "../types/program-format.js";

/** A call that waits for its result. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
  /** The place of its message among those that were read, and its place there. */
  readonly message: number;
  readonly place: number;
}

/** The fields that link a result to its call. */
type Answer = Pick<NeutralMessage, "toolCallId" | "answersMessage" | "answersCall">;

/** Calls that wait for results. */
export class OpenCalls {
  #open: OpenCall[] = [];

  /** Waits for results of these calls alone. `message` is the place of their message. */
  begin(calls: readonly NeutralCall[], message: number): void {
    this.#open = calls.map(({ id, name }, place) => ({ id, name, message, place }));
  }

  /** Takes the call that a result answers: the call with its id, else the first call of its tool, else the first call. */
  answer(id: string, tool: string | undefined): Answer {
    const isNamed = (call: OpenCall) => (id === "" ? call.name === tool : call.id === id);
    const call = this.#open.find(isNamed) ?? (id === "" ? this.#open[0] : undefined);
    if (call === undefined) return { toolCallId: id };
    this.#open = this.#open.filter((other) => other !== call);
    return call.id === "" ? { toolCallId: "", answersMessage: call.message, answersCall: call.place } : { toolCallId: call.id };
  }
}
