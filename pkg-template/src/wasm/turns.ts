// One after the other: the reductions of a conversation.
//
// Reductions take turns so that two requests ask for one summary, and neither makes the other's draft stale.

import { raced } from "../input/signal.js";
import { isWithin } from "./within.js";

/**
 * The turns of what may reduce a conversation: `prepare`, `recover`, `reduceNow`. While one is under way, the others wait, in the order in
 * which they came. A call from within the reducer itself does not wait: it would wait for itself.
 */
export class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` at once when nothing is under way, so that a request that fits is written before this returns. */
  async take<R>(work: () => Promise<R>, signal: AbortSignal | undefined): Promise<R> {
    if (isWithin(this)) return work();
    if (this.#isTaken) await this.#turn(signal);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  /** Waits for its turn. An abort leaves the queue. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    let begin: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => this.#waiting.push((begin = resolve)));
    try {
      await raced(turn, signal);
    } catch (error) {
      const place = this.#waiting.indexOf(begin);
      // The turn may have come just before the abort.
      if (place === -1) this.#pass();
      else this.#waiting.splice(place, 1);
      throw error;
    }
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
