// Reductions that may have to be taken back.

import type { Engine } from "../wasm/engine.js";
import type { ReductionRequest } from "../reduce/context.js";
import type { Reduce } from "../reduce/reduction.js";
import type { Reduction } from "../types/index.js";

/** The reductions for one request, with the way back. */
export class Trial {
  readonly reductions: Reduction[] = [];
  /** Ids of the messages before the first reduction. */
  order: readonly string[] = [];
  readonly #engine: Engine;
  readonly #reduce: Reduce;
  #savepoint: number | null = null;
  /** How many reductions there were after the last one. The revision would not do: a person's edit of a call is no reduction. */
  #count = 0;

  constructor(engine: Engine, reduce: Reduce) {
    this.#engine = engine;
    this.#reduce = reduce;
  }

  async reduce(request: ReductionRequest): Promise<Reduction | null> {
    if (this.#savepoint === null) {
      this.#savepoint = this.#engine.save();
      this.order = this.#engine.messages().map(({ id }) => id);
    }
    const reduction = await this.#reduce(request);
    if (reduction !== null) {
      this.reductions.push(reduction);
      this.#count = this.#engine.reductionCount;
    }
    return reduction;
  }

  keep(): void {
    if (this.#savepoint !== null) this.#engine.forgetSavepoint(this.#savepoint);
  }

  /** Takes its own reductions back, and nobody else's: what was cleared meanwhile must not return. */
  undo(): void {
    if (this.#savepoint === null || !this.#engine.isAlive) return;
    const isOurs = this.reductions.length > 0 && this.#engine.reductionCount === this.#count;
    if (isOurs) this.#engine.goBack(this.#savepoint);
    else this.#engine.forgetSavepoint(this.#savepoint);
  }
}
