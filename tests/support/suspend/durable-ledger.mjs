// A ledger that survives its processes. The process may die at each of its steps.

import { ConversationError } from "backscroll";

/** @implements {import("backscroll").CheckpointLedger} */
export class DurableLedger {
  /** The state on disk: `consumed`, and the results `recorded` by checkpoint. */
  disk = { consumed: [], recorded: {} };
  /** The claims of the living process. Claims of a dead process are free. */
  #claimed = new Set();
  #mayDie = async () => undefined;

  /** @param {() => Promise<void>} mayDie called before and after each step; never settles where the process dies */
  inProcess(mayDie) {
    this.#mayDie = mayDie;
  }

  processDied() {
    this.#claimed.clear();
  }

  consumed(id) {
    return this.disk.consumed.includes(id);
  }

  async claim(id) {
    if (this.#claimed.has(id) || this.consumed(id)) throw new ConversationError("checkpoint-already-resumed", `The checkpoint ${id} was claimed before.`);
    this.#claimed.add(id);
    await this.#mayDie();
  }

  async record(id, result) {
    await this.#mayDie();
    (this.disk.recorded[id] ??= []).push(structuredClone(result));
    await this.#mayDie();
  }

  recorded(id) {
    return structuredClone(this.disk.recorded[id] ?? []);
  }

  async commit(id) {
    await this.#mayDie();
    this.disk.consumed.push(id);
    delete this.disk.recorded[id];
    this.#claimed.delete(id);
    await this.#mayDie();
  }

  release(id) {
    this.#claimed.delete(id);
  }
}
