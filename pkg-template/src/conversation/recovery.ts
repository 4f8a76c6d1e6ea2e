// Recovery from a failed model call by a smaller history.

import { isOurs, picked, signal as checkSignal } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { lastRoom } from "./last-room.js";
import type { Settings } from "./settings.js";
import { isContextOverflow } from "../request/overflow.js";
import { skippedSteps } from "../reduce/merge-reductions.js";
import { REACTIVE_GOAL } from "../reduce/strategies/goal.js";
import type { ReductionRequest } from "../reduce/context.js";
import { MOST_ATTEMPTS, type Reduce } from "../reduce/reduction.js";
import type { Reduction, Repair } from "../types/index.js";

/** The attempts to recover, counted so that a loop of failing calls ends. */
export class Recovery {
  #attempts = 0;
  #skipped: readonly Repair[] = [];

  /** The failed steps of reductions since the last answer, for the report of the next request. */
  get skipped(): readonly Repair[] {
    return this.#skipped;
  }

  /** Starts over after an answer. */
  reset(): void {
    this.#attempts = 0;
    this.#skipped = [];
  }

  /** See `ConversationManager.recover`. */
  async attempt(engine: Engine, settings: Settings, reduce: Reduce, error: unknown, given: unknown): Promise<boolean> {
    engine.check();
    const { model, signal } = picked("options", given === undefined ? {} : given, ["model", "signal"]);
    const checkedSignal = checkSignal(signal);
    if (!isContextOverflow(error)) return false;
    const made = engine.reductionCount;
    const request = { error, model, signal: checkedSignal };
    return engine.turns.take(async () => {
      // A reduction since the call, by another call that waited less: the history is smaller than that of the failed request.
      const isSmaller = engine.isAlive && engine.reductionCount > made;
      return isSmaller || this.#reduced(engine, settings, reduce, request);
    }, checkedSignal);
  }

  async #reduced(engine: Engine, settings: Settings, reduce: Reduce, request: Omit<ReductionRequest, "maxTokens">): Promise<boolean> {
    if (this.#attempts >= MOST_ATTEMPTS) return false;
    this.#attempts += 1;
    const room = lastRoom(engine, settings);
    const maxTokens = room === Infinity ? null : Math.max(0, Math.floor(Math.min(room, engine.contextTokens) * REACTIVE_GOAL));
    let reduction: Reduction | null;
    try {
      reduction = await reduce({ ...request, maxTokens });
    } catch (failure) {
      // An aborted reduction is no attempt.
      if (isOurs(failure) && failure.code === "aborted") this.#attempts = Math.max(0, this.#attempts - 1);
      throw failure;
    }
    if (reduction === null) this.#attempts = MOST_ATTEMPTS;
    else {
      this.#skipped = [...this.#skipped, ...skippedSteps(reduction)];
      settings.onReduce?.(structuredClone(reduction));
    }
    return reduction !== null;
  }
}
