// Messages that are read from lists in which each word, thought and call of the model is an item of its own.
//
// Neighbouring items of the model are one message, so that a thought stays with its call in every format. The reader names the other
// items of a message in `Reading.held`, so that `fit` keeps or drops them with it.

import type { NeutralCall, NeutralMessage, NeutralPart, ReadMessage, Reading } from "../types/program-format.js";

/** A message of the assistant that is being read. */
class Run {
  readonly parts: NeutralPart[] = [];
  readonly calls: NeutralCall[] = [];

  get message(): NeutralMessage {
    const all = this.parts.length;
    const toolCalls = this.calls.map(({ afterParts = all, ...call }) => (afterParts < all ? { ...call, afterParts } : call) as NeutralCall);
    return { role: "assistant", content: all === 0 ? null : this.parts, ...(toolCalls.length > 0 && { toolCalls }) };
  }
}

/** Collects neutral messages. Neighbouring items of the model make one. */
export class Runs {
  readonly held: NonNullable<Reading["held"]>[number][] = [];
  readonly #messages: { message: NeutralMessage | Run; wire: number; piece: number }[] = [];
  #item: unknown;
  #wire = 0;
  #piece = 0;

  /** Begins the item at this place of the list. */
  begin(wire: number, item: unknown): void {
    this.#wire = wire;
    this.#piece = 0;
    this.#item = item;
  }

  /** Adds a message that is not the model's. */
  push(message: NeutralMessage): void {
    this.#enter(message);
  }

  /** Adds a part of the model's. */
  part(part: NeutralPart): void {
    this.run().parts.push(part);
  }

  /** Adds a call of the model's. */
  call(call: NeutralCall): void {
    const { parts, calls } = this.run();
    calls.push({ ...call, afterParts: parts.length });
  }

  /** The newest message if it is the model's, else a new one. The item is a part of it. */
  run(): Run {
    const last = this.#messages.at(-1);
    if (!(last?.message instanceof Run)) {
      const run = new Run();
      this.#enter(run);
      return run;
    }
    this.#hold();
    return last.message;
  }

  /** Adds parts to the newest message, which is the user's. */
  join(parts: readonly NeutralPart[]): void {
    const message = this.#messages.at(-1)?.message as NeutralMessage;
    message.content = [...(message.content as NeutralPart[]), ...parts];
    this.#hold();
  }

  /** The messages. */
  get messages(): ReadMessage[] {
    return this.#messages.map(({ message, ...place }) => ({ message: message instanceof Run ? message.message : message, ...place }));
  }

  /** Records that the item is a part of a message that began at another item. */
  #hold(): void {
    const message = this.#messages.length - 1;
    const isKnown = this.held.at(-1)?.wire === this.#wire && this.held.at(-1)?.message === message;
    if (this.#messages[message]?.wire !== this.#wire && !isKnown) this.held.push({ wire: this.#wire, message, item: this.#item });
  }

  #enter(message: NeutralMessage | Run): void {
    this.#messages.push({ message, wire: this.#wire, piece: this.#piece });
    this.#piece += 1;
  }
}
