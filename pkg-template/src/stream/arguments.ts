// The arguments of a call, as their text grows.

import { type CallPart, callArguments } from "./assembler.js";
import { Objects } from "./objects.js";

/** Shows the text in the part of the live view, if there is one: tools that the provider runs have none. */
export class Arguments {
  text = "";
  readonly #objects = new Objects();
  /** The texts of the objects that have ended: one, in all calls but those that a server glued together. */
  readonly #whole: string[] = [];

  constructor(readonly part: CallPart | null) {}

  push(piece: string): void {
    this.text += piece;
    this.#objects.push(piece, this.#whole);
    if (this.part !== null) this.part.arguments = this.text;
  }

  /** True when no more can belong to the text: it ended with an object. */
  get isWhole(): boolean {
    return this.#whole.length > 0 && !this.#objects.isOpen;
  }

  /**
   * Returns the text of each call that the text holds. Servers glue the texts of calls without ids: objects that differ are a call each
   * then. With an id they are one call, so an object that comes again, or an empty one before it, is no other. All else stays as it is.
   */
  split(hasId: boolean): string[] {
    if (this.#whole.length < 2 || !this.#isGlued()) return [this.text];
    const full = [...new Set(this.#whole)].filter((text) => Object.keys(callArguments(text, false) ?? {}).length > 0);
    return full.length === (hasId ? 1 : this.#whole.length) ? full : [this.text];
  }

  /** Reports whether the text is these objects, with nothing but white space around them. */
  #isGlued(): boolean {
    let rest = this.text.trim();
    for (const text of this.#whole) {
      if (!rest.startsWith(text)) return false;
      rest = rest.slice(text.length).trimStart();
    }
    return rest === "";
  }
}
