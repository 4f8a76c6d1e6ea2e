// The ledger of resumed checkpoints.

import { isOurs, reason, unlike } from "../input/check.js";
import { ConversationError } from "../input/errors.js";
import type { CheckpointLedger, RecordedResult } from "../types/suspension.js";

/**
 * A ledger in the memory of one process. It remembers the id of each resumed checkpoint.
 *
 * @example
 * const ledger = new MemoryLedger();
 * await resume(checkpoint, { decisions: true, tools, ledger });
 * ledger.consumed(checkpoint.checkpointId); // true
 */
export class MemoryLedger implements CheckpointLedger {
  readonly #claimed = new Set<string>();
  readonly #consumed = new Set<string>();
  readonly #recorded = new Map<string, RecordedResult[]>();

  /** The tag of the class: see `ConversationManager`. */
  get [Symbol.toStringTag](): string {
    return "MemoryLedger";
  }

  /** Returns true when the checkpoint was resumed. */
  consumed(id: string): boolean {
    return this.#consumed.has(named(id));
  }

  /**
   * Claims the checkpoint.
   *
   * @throws ConversationError `checkpoint-already-resumed` when it was resumed, or is being resumed.
   */
  claim(id: string): void {
    if (this.consumed(id)) throw alreadyResumed(id);
    if (this.#claimed.has(id)) throw alreadyResumed(id, "is being resumed already");
    this.#claimed.add(id);
  }

  /** Marks the checkpoint as resumed, and forgets its results. */
  commit(id: string): void {
    this.#consumed.add(named(id));
    this.#claimed.delete(id);
    this.#recorded.delete(id);
  }

  /** Ends the claim. */
  release(id: string): void {
    this.#claimed.delete(named(id));
  }

  /**
   * Stores the result of a call.
   *
   * @throws ConversationError `checkpoint-already-resumed` when the checkpoint is not claimed.
   */
  record(id: string, result: RecordedResult): void {
    if (!this.#claimed.has(named(id))) throw alreadyResumed(id, "is not claimed, so no result of it can be recorded");
    const results = this.#recorded.get(named(id)) ?? [];
    this.#recorded.set(id, [...results, structuredClone(result)]);
  }

  /** Returns the stored results. */
  recorded(id: string): RecordedResult[] {
    return structuredClone(this.#recorded.get(named(id)) ?? []);
  }

  /**
   * Claims and commits at once.
   *
   * @throws ConversationError `checkpoint-already-resumed`.
   */
  consume(id: string): void {
    this.claim(id);
    this.commit(id);
  }

  /** Forgets one checkpoint, so that it can be resumed again. */
  cleanup(id: string): void {
    this.release(id);
    this.#consumed.delete(id);
    this.#recorded.delete(id);
  }

  /** Forgets all. */
  clear(): void {
    this.#claimed.clear();
    this.#consumed.clear();
    this.#recorded.clear();
  }
}

/** Returns the error of a second resume. */
export function alreadyResumed(id: string, what = "has already been resumed"): ConversationError {
  return new ConversationError("checkpoint-already-resumed", `The checkpoint ${id} ${what}.`, { details: { checkpointId: id } });
}

/** Calls a ledger of the host. */
export async function asked<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (isOurs(cause) && (cause.code === "checkpoint-already-resumed" || cause.code === "ledger-failed")) throw cause;
    throw failed(cause);
  }
}

function failed(cause: unknown): ConversationError {
  return new ConversationError("ledger-failed", `The ledger failed: ${reason(cause)}`, { cause });
}

/** Returns a ledger whose methods throw only errors of this package. */
export function guarded(ledger: CheckpointLedger): CheckpointLedger {
  const guard =
    (method: (...given: any[]) => unknown) =>
    async (...given: unknown[]) => {
      try {
        return await method(...given);
      } catch (cause) {
        throw isOurs(cause) ? cause : failed(cause);
      }
    };
  return Object.fromEntries(Object.entries(ledger).map(([name, method]) => [name, guard(method)])) as unknown as CheckpointLedger;
}

/** Returns the id of a checkpoint, checked. */
export function named(id: unknown): string {
  if (typeof id === "string" && id !== "") return id;
  throw unlike("id", "the id of a checkpoint", id);
}
