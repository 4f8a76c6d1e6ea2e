// The count of values so far, on a terminal.

/** Milliseconds between two counts. */
const EVERY = 200;

export class Progress {
  readonly #isShown: boolean;
  #shownAt = 0;

  constructor(isQuiet: boolean) {
    this.#isShown = !isQuiet && process.stderr.isTTY === true;
  }

  show(values: number): void {
    if (!this.#isShown || Date.now() - this.#shownAt < EVERY) return;
    this.#shownAt = Date.now();
    process.stderr.write(`\r${values} values `);
  }

  clear(): void {
    if (this.#isShown && this.#shownAt > 0) process.stderr.write("\r\x1b[K");
  }
}
