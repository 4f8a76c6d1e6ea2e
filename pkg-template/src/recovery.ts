// After a failed model call: making the history shorter.

import { picked, signal as checkSignal } from "./check.js";
import type { Engine } from "./engine.js";
import type { Settings } from "./options.js";
import { isContextOverflow } from "./overflow.js";
import { MOST_ATTEMPTS } from "./prepare.js";
import type { Reduce } from "./reduction.js";

/** A provider refused what was estimated as this size, so the estimate was too low and the goal must be well below it. */
const REACTIVE_GOAL = 0.7;

/** Counts the attempts to recover, so that a loop of failing calls ends. */
export class Recovery {
  #attempts = 0;

  /** An answer came: what follows is another story. */
  reset(): void {
    this.#attempts = 0;
  }

  /** See `ConversationManager.recover`. */
  async attempt(engine: Engine, settings: Settings, reduce: Reduce, error: unknown, given: unknown): Promise<boolean> {
    engine.check();
    const { model, signal } = picked("options", given === undefined ? {} : given, ["model", "signal"]);
    const checkedSignal = checkSignal(signal);
    if (!isContextOverflow(error) || this.#attempts >= MOST_ATTEMPTS) return false;
    this.#attempts += 1;
    const size = engine.contextTokens;
    const room = settings.tokenLimit === null ? size : settings.tokenLimit - settings.reserveTokens;
    const targetTokens = Math.max(0, Math.min(room, Math.floor(size * REACTIVE_GOAL)));
    const reduction = await reduce({ error, model, signal: checkedSignal, targetTokens });
    if (reduction === null) this.#attempts = MOST_ATTEMPTS;
    else settings.onReduce?.(structuredClone(reduction));
    return reduction !== null;
  }
}
