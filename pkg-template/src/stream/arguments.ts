// The arguments of a call, as their text grows.

import { type CallPart, callArguments } from "./assembler.js";
import { Objects } from "./objects.js";

/** Shows the text in the live view's part, if there is one: tools that the provider runs have no part. */
export class Arguments {
  text = "";
  readonly #objects = new Objects();
  /** The texts of the complete objects: one, unless a server joined several calls. */
  readonly #whole: string[] = [];

  constructor(readonly part: CallPart | null) {}

  push(piece: string): void {
    this.text += piece;
    this.#objects.push(piece, this.#whole);
    if (this.part !== null) this.part.arguments = this.text;
  }

  /** True if the text is complete: it ended with an object. */
  get isWhole(): boolean {
    return this.#whole.length > 0 && !this.#objects.isOpen;
  }

  /**
   * Returns the text of each call in the text. Servers join the texts of calls without ids: different objects are then different calls.
   * With an id they are one call, so a repeated object, or an empty object before it, is not another call. Everything else stays unchanged.
   */
  split(hasId: boolean): string[] {
    if (this.#whole.length < 2 || !this.#isGlued()) return [this.text];
    const full = [...new Set(this.#whole)].filter((text) => Object.keys(callArguments(text, false) ?? {}).length > 0);
    return full.length === (hasId ? 1 : this.#whole.length) ? full : [this.text];
  }

  /** Reports whether the text consists of these objects, with only white space around them. */
  #isGlued(): boolean {
    let rest = this.text.trim();
    for (const text of this.#whole) {
      if (!rest.startsWith(text)) return false;
      rest = rest.slice(text.length).trimStart();
    }
    return rest === "";
  }
}
