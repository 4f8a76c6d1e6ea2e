// A request under way, with the way back.

import { Method } from "../../../build/method.js";
import { now } from "../input/clock.js";
import type { Engine } from "../wasm/engine.js";
import type { ReductionRequest } from "../reduce/context.js";
import type { Reduce } from "../reduce/reduction.js";
import type { Reduction } from "../types/index.js";

/** The promotion of pending messages and the reductions for one request. It ends with `commit` or `rollBack`. */
export class Transaction {
  readonly reductions: Reduction[] = [];
  /** Ids of the messages before the first reduction; null before a reduction. */
  #order: readonly string[] | null = null;
  readonly #engine: Engine;
  readonly #reduce: Reduce;
  readonly #id: number;
  /**
   * The history's number of reductions after this transaction's last one. The revision does not show it, because a person's edit of a call
   * is not a reduction.
   */
  #count = 0;

  /** Begins it: pending messages are promoted. */
  constructor(engine: Engine, reduce: Reduce) {
    const createdAt = now();
    this.#engine = engine;
    this.#reduce = reduce;
    this.#id = engine.call(Method.BeginTransaction, [createdAt]);
  }

  get order(): readonly string[] {
    return this.#order ?? [];
  }

  async reduce(request: ReductionRequest): Promise<Reduction | null> {
    if (this.#order === null) {
      this.#engine.call(Method.SaveHistory, [this.#id]);
      this.#order = this.#engine.json(Method.Ids) as string[];
    }
    const reduction = await this.#reduce(request);
    if (reduction !== null) {
      this.reductions.push(reduction);
      this.#count = this.#engine.appliedCount;
    }
    return reduction;
  }

  commit(): void {
    if (this.#engine.isAlive) this.#engine.call(Method.CommitTransaction, [this.#id]);
  }

  /** Undoes only its own reductions: messages that were cleared meanwhile must not return. Promoted messages are pending again. */
  rollBack(): void {
    if (!this.#engine.isAlive) return;
    const isOurs = this.reductions.length > 0 && this.#engine.reductionCount === this.#count;
    this.#engine.call(Method.RollBackTransaction, [this.#id, isOurs]);
  }
}
