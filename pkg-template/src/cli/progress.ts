// The count of values so far, on a terminal.

/** Milliseconds between two counts, and before the first. */
const EVERY = 200;

export class Progress {
  readonly #isShown: boolean;
  #shownAt = Date.now();
  #isOnScreen = false;

  constructor(isQuiet: boolean) {
    this.#isShown = !isQuiet && process.stderr.isTTY === true;
  }

  show(values: number): void {
    if (!this.#isShown || values < 2 || Date.now() - this.#shownAt < EVERY) return;
    this.#shownAt = Date.now();
    this.#isOnScreen = true;
    process.stderr.write(`\r${values} values `);
  }

  /** Clears the line, before anything else is written. */
  clear(): void {
    if (this.#isOnScreen) process.stderr.write("\r\x1b[K");
    this.#isOnScreen = false;
  }
}
