// The pending messages of a conversation, and the runs of its program.

import { runOpenCalls } from "../suspend/open-run.js";
import { ConversationPaths } from "./paths.js";
import * as queue from "./pending-queue.js";
import { engineOf } from "./reader.js";
import type { PendingInit, PendingMessage } from "../types/pending.js";
import type { Tool } from "../types/suspension.js";
import type { RunToolsOptions, ToolRun } from "../types/tool-run.js";
import type * as types from "../types/index.js";

/** The part of a conversation that takes messages while the program is at work. */
export class ConversationQueue extends ConversationPaths {
  readonly #engine = engineOf(this);

  /**
   * Takes a message at any time. While the conversation is `busy`, the message is pending. Otherwise it becomes a user message at once,
   * behind all that were pending: the returned `displayContent` is its text, and `messageId` its id.
   *
   * @throws ConversationError `invalid-pending` for an unknown source, blank content, or a missing name where the source needs one;
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
   * Removes a pending message. Returns false when none has this id, for example because it is in the history already.
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

  /** True from `beginRun()` to `endRun()`, during a stream, and while the newest assistant message has open calls that are not asynchronous. */
  get busy(): boolean {
    return this.#engine.call((core) => core.isBusy());
  }

  /** Begins a run of the program: enqueued messages are pending. Returns false when a run has begun already. Snapshots do not hold runs. */
  beginRun(): boolean {
    return this.#engine.call((core) => core.setRunning(true));
  }

  /** Ends the run. Pending messages stay until `promotePending`, or the next `prepare` or `enqueue`. */
  endRun(): void {
    this.#engine.call((core) => core.setRunning(false));
  }

  /**
   * Adds the pending messages to the history, and returns them. Texts of the user come first, so that they join the message with the
   * results of tools where the target allows. Phantom pairs (a call of a tool that does not exist, and its result) follow. Each kind is in
   * the order of arrival. Adds nothing while the conversation is `busy` with open calls. `prepare` calls this itself.
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

  /**
   * Runs the open calls of the newest assistant message at the same time, and adds their results in one step, in the order of the calls.
   * Until then the conversation is `busy`. Calls that wait for a person's decision are left alone.
   *
   * A call of an unknown tool gets the result "Tool not found."; arguments that are not a JSON object, and a tool that throws, become error
   * results, which the model can read. Arguments are not checked against a schema. An abort does not reject: each unfinished call gets an
   * error result.
   *
   * @throws ConversationError `tools-running` while the calls of this message are being run already; `disposed` when the conversation was
   * disposed of meanwhile; `invalid-argument`.
   * @example
   * const { messages } = await conversation.runTools({ weather: ({ city }, call, { signal }) => forecast(city, { signal }) }, { signal });
   */
  async runTools(tools: Record<string, Tool>, options?: RunToolsOptions): Promise<ToolRun> {
    return runOpenCalls(this.#engine, tools, options);
  }
}
