// JSON objects, one after another, in a text that arrives in pieces.

/** Finds the objects, and skips everything around them, such as the brackets of a list. Each character is read once. */
export class Objects {
  /** The pieces of an object that has not ended. */
  #open: string[] = [];
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** True in the middle of an object. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Appends the texts of the objects that a piece completes. */
  push(piece: string, texts: string[]): void {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === "\\") this.#isEscaped = true;
        else if (character === '"') this.#isInText = false;
      } else if (character === '"') this.#isInText = true;
      else if (character === "{") {
        if (this.#depth === 0) from = at;
        this.#depth += 1;
      } else if (character === "}" && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.#open.push(piece.slice(from, at + 1));
        texts.push(this.#open.join(""));
        this.#open = [];
      }
    }
    if (this.#depth > 0) this.#open.push(piece.slice(from));
  }
}
