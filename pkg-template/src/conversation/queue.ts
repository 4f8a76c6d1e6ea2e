// The pending messages of a conversation, and the runs of its program.

import { ConversationPaths } from "./paths.js";
import * as queue from "./pending-queue.js";
import { engineOf } from "./reader.js";
import type { PendingInit, PendingMessage } from "../types/pending.js";
import type * as types from "../types/index.js";

/** The part of a conversation that takes messages while the program is at work. */
export class ConversationQueue extends ConversationPaths {
  readonly #engine = engineOf(this);

  /**
   * Takes a message at any time. While the conversation is `busy`, the message is pending; else it becomes a user message at once, with its
   * display content, behind all that were pending (`messageId` is its id).
   *
   * @throws ConversationError `invalid-pending` for a source that is unknown, blank content, or no name where the source needs one;
   * `invalid-argument`, `too-large`.
   * @example
   * conversation.enqueue({ source: "user", content: "And take the train, please." });
   */
  enqueue(message: PendingInit): PendingMessage {
    return queue.enqueue(this.#engine, message);
  }

  /** The pending messages, oldest first. */
  get pending(): PendingMessage[] {
    return queue.pending(this.#engine);
  }

  /**
   * Removes a pending message. False when none has this id, for example because it is in the history already.
   *
   * @example
   * const { id } = conversation.enqueue({ source: "user", content: "Wait!" });
   * conversation.withdraw(id);
   */
  withdraw(pendingId: number): boolean {
    // Other values than numbers are no ids, but `disposed` comes first.
    const id = typeof pendingId === "number" ? pendingId : 0;
    return this.#engine.call((core) => core.withdraw(id));
  }

  /** True from `beginRun()` to `endRun()`, and while the newest assistant message has calls without results. */
  get busy(): boolean {
    return this.#engine.call((core) => core.isBusy());
  }

  /** Begins a run of the program: enqueued messages are pending. Returns false during a run. Snapshots do not hold it. */
  beginRun(): boolean {
    return this.#engine.call((core) => core.setRunning(true));
  }

  /** Ends the run. Pending messages stay until `promotePending`, or the next `prepare` or `enqueue`. */
  endRun(): void {
    this.#engine.call((core) => core.setRunning(false));
  }

  /**
   * Adds the pending messages to the history, and returns them: texts of the user first, so that they join the message with the results
   * of tools where the target allows, then phantom pairs (a call of a tool that does not exist, and its result), each kind in the order
   * of arrival. Adds nothing while the newest assistant message has open calls. `prepare` calls this itself.
   *
   * @example
   * const { texts, pairs } = conversation.promotePending();
   */
  promotePending(): {
    /** Texts of the user. */
    texts: string[];
    /** Phantom calls and their results. */
    pairs: types.Message[];
  } {
    return queue.promote(this.#engine);
  }
}
