// The listeners of a conversation.
//
// They are called when the method is done, and in a loop with an upper bound, because a recursion of listeners that make changes would
// have none.

import { ConversationError } from "../input/errors.js";

/** Rounds of calls. One is enough, unless a listener changes the conversation itself. */
const MOST_ROUNDS = 100;

/** In place of the count, after the end of the conversation. */
const ENDED = -1;

/**
 * The functions to call after each change. When one of them changes the conversation, all are called again, once each of them was called
 * for the change before.
 */
export class Listeners {
  readonly #all = new Set<{ readonly listener: () => void }>();
  /** Returns the number of changes so far; null after the end of the conversation. */
  readonly #countChanges: () => number | null;
  #told = 0;
  #batches = 0;
  #isTelling = false;

  constructor(countChanges: () => number | null) {
    this.#countChanges = countChanges;
  }

  get #changes(): number {
    return this.#countChanges() ?? ENDED;
  }

  /** Adds a listener. Returns the function that removes it. */
  add(listener: () => void): () => void {
    if (this.#all.size === 0) this.#told = this.#changes;
    const entry = { listener };
    this.#all.add(entry);
    return () => {
      this.#all.delete(entry);
    };
  }

  /** Runs `work`, and calls the listeners at its end, once for all of its changes. */
  batch<R>(work: () => R): R {
    this.#batches += 1;
    try {
      return work();
    } finally {
      this.#batches -= 1;
      this.tell();
    }
  }

  /** Calls the listeners if anything changed since they were called. */
  tell(): void {
    if (this.#all.size === 0 || this.#batches > 0 || this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const changes = this.#changes;
        if (changes === this.#told) return;
        this.#told = changes;
        for (const entry of [...this.#all]) if (this.#all.has(entry)) attempt(entry.listener);
        if (changes === ENDED) this.#all.clear();
      }
      // Else the next reading of anything would go on with it.
      this.#told = this.#changes;
      report(
        new ConversationError(
          "invalid-argument",
          `A listener changes the conversation each time that it is called; it was called ${MOST_ROUNDS} times in a row.`,
        ),
      );
    } finally {
      this.#isTelling = false;
    }
  }
}

function attempt(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    report(error);
  }
}

/** Reports an error that belongs to no caller, as every runtime reports a promise that nobody awaits. */
function report(error: unknown): void {
  void Promise.reject(error);
}
