// Saves after each change, and again after a failure.

import { isOurs } from "../input/check.js";

/** Attempts before an error becomes an unhandled rejection. */
const ATTEMPTS = 5;
/** Milliseconds until the second attempt. Each further attempt waits twice as long. */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 30_000;

/** Errors after which another attempt is useless. */
const FINAL: readonly string[] = ["store-conflict", "disposed", "poisoned", "invalid-snapshot", "snapshot-version"];

export class AutoSave {
  readonly #save: () => Promise<void>;
  readonly #onError: ((error: unknown) => void) | undefined;
  #unsubscribe: (() => void) | null = null;
  #isDue = false;
  #isSaving = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(save: () => Promise<void>, onError: ((error: unknown) => void) | undefined) {
    this.#save = save;
    this.#onError = onError;
  }

  follow(subscribe: (listener: () => void) => () => void): void {
    this.#unsubscribe = subscribe(() => this.changed());
  }

  end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    clearTimeout(this.#timer);
  }

  /** Saves soon. Changes made at the same time, or during a save, are saved together. */
  changed(): void {
    this.#isDue = true;
    if (!this.#isSaving) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isSaving = true;
    clearTimeout(this.#timer);
    try {
      // The first step of the caller ends before this one.
      await Promise.resolve();
      while (this.#isDue && this.#unsubscribe !== null) {
        this.#isDue = false;
        await this.#save();
        this.#failures = 0;
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isSaving = false;
    }
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    const isFinal = isOurs(error) && FINAL.includes(error.code);
    if (isFinal) this.end();
    else if (this.#unsubscribe !== null)
      this.#timer = waitFor(Math.min(FIRST_WAIT * 2 ** (this.#failures - 1), LONGEST_WAIT), () => this.changed());
    if (this.#onError !== undefined) this.#onError(error);
    else if (isFinal || this.#failures === ATTEMPTS) void Promise.reject(error);
  }
}

/** A timer that does not keep a Node process alive. */
function waitFor(milliseconds: number, work: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, milliseconds);
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
