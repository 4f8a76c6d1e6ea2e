// The pending messages of a conversation, and the runs of its program.

import { Method } from "../../../build/method.js";
import { describe, isOurs } from "../input/check.js";
import { ConversationError } from "../input/errors.js";
import { type MessageInput, whole } from "../input/message.js";
import type { Checkpoint } from "../suspend/checkpoint.js";
import { runOpenCalls } from "../suspend/open-run.js";
import { checkpoints, suspend } from "../suspend/suspend.js";
import { Engine } from "../wasm/engine.js";
import { ConversationPaths } from "./paths.js";
import * as queue from "./pending-queue.js";
import { engineOf } from "./reader.js";
import type { PendingInit, PendingMessage } from "../types/pending.js";
import type { SuspendOptions } from "../types/suspension.js";
import type { Tools } from "../types/tool.js";
import type { RunToolsOptions, ToolRun } from "../types/tool-run.js";
import type * as types from "../types/index.js";

/** The run of one stream. */
export interface StreamRun {
  /** Runs `work`, then calls the listeners once for all of its changes. */
  batch<R>(work: () => R): R;
  /** Ends the run, once. */
  close(): void;
}

/** Takes messages while the model or tools work. */
export class ConversationQueue extends ConversationPaths {
  readonly #engine = engineOf(this);
  /** True between `beginRun` and `endRun`. */
  #isRunning = false;
  /** The streams that are being read. */
  #streams = 0;
  /** User messages that arrived during a stream, and the texts under which they are pending. */
  readonly #late: { readonly text: string; readonly message: MessageInput }[] = [];

  /**
   * Takes a message at any time. While the conversation is `busy`, the message is pending. Otherwise it becomes a user message at once,
   * after all pending messages: the returned `displayContent` is its text, and `messageId` its id.
   *
   * @throws ConversationError `invalid-pending` for an unknown source, blank content, or a missing name if the source needs one;
   * `invalid-argument`, `too-large`.
   * @example
   * conversation.enqueue({ source: "user", content: "And take the train, please." });
   */
  enqueue(message: PendingInit): PendingMessage {
    return queue.enqueue(this.#engine, message);
  }

  /** The pending messages, oldest first. */
  get pending(): readonly PendingMessage[] {
    return queue.pending(this.#engine);
  }

  /**
   * Removes a pending message. Returns false if no pending message has this id, for example because it is already in the history.
   *
   * @example
   * const { id } = conversation.enqueue({ source: "user", content: "Wait!" });
   * conversation.withdraw(id);
   */
  withdraw(pendingId: number): boolean {
    // Other values than numbers are no ids, but `disposed` comes first.
    const id = typeof pendingId === "number" ? pendingId : 0;
    return Number.isSafeInteger(id) && id > 0 && this.#engine.call(Method.Withdraw, [id]) > 0;
  }

  /** True from `beginRun()` to `endRun()`, during a stream, and while the newest assistant message has open calls that are not asynchronous. */
  get busy(): boolean {
    return this.#engine.call(Method.IsBusy) > 0;
  }

  /**
   * Begins a run of your program: until `endRun`, enqueued messages are pending. Returns false if a run was already begun. Streams do not
   * count. Snapshots do not hold runs.
   */
  beginRun(): boolean {
    const begins = !this.#isRunning;
    this.#run(true, this.#streams);
    return begins;
  }

  /**
   * Ends the run of your program. If a stream is still read, the conversation is `busy` until the stream ends. Pending messages stay until
   * `promotePending`, or the next `prepare` or `enqueue`.
   */
  endRun(): void {
    this.#run(false, this.#streams);
  }

  /** @internal For `addStream`: begins the run of a stream. */
  openStream(): StreamRun {
    this.#run(this.#isRunning, this.#streams + 1);
    return {
      batch: (work) => this.#engine.batch(work),
      close: () => {
        // The conversation may be disposed of while a stream runs.
        if (!this.#engine.isAlive) return;
        this.#engine.batch(() => {
          this.#run(this.#isRunning, this.#streams - 1);
          if (this.#streams === 0) this.addLate();
        });
      },
    };
  }

  /** @internal True while a stream is read. */
  protected get isStreaming(): boolean {
    return this.#streams > 0;
  }

  /**
   * @internal Holds back a user message during a stream, so that the answer comes first. Null: it need not wait. The message is checked
   * now, and pending as a text until the stream ends.
   */
  protected later(message: MessageInput): types.Message | null {
    const [engine, id] = [this.#engine, message.metadata.id];
    if (!this.isStreaming || message.role !== "user") return null;
    if (typeof id === "string" && engine.text(Method.Message, [id]) !== "") return null;
    if (this.#late.some((other) => other.message.metadata.id === id))
      throw new ConversationError("duplicate-id", `A message with the id ${describe(id)} waits for the end of the stream already.`);
    const scratch = new Engine("script", engine.limits);
    try {
      const { stored, replaced } = scratch.append(message);
      const text = textOf(stored);
      queue.enqueue(engine, { source: "user", content: text, ...(stored.name !== undefined && { name: stored.name }) });
      this.#late.push({ text, message: whole(stored) });
      engine.noteSurrogates(replaced, stored.id);
      return stored;
    } finally {
      scratch.dispose();
    }
  }

  /** @internal Adds the messages that were held back, unless they were withdrawn, or another writer added them. */
  protected addLate(): void {
    for (const { text, message } of this.#late.splice(0)) {
      const waiting = this.pending.find(({ source, content }) => source === "user" && content === text);
      if (waiting === undefined) continue;
      try {
        this.#engine.batch(() => (this.#engine.append(message), this.withdraw(waiting.id)));
      } catch (error) {
        // Another message has got its id meanwhile: it stays pending, as a text.
        if (!isOurs(error) || error.code !== "duplicate-id") throw error;
      }
    }
  }

  /** Continues the run and the streams after the state in the core was replaced. */
  protected resumeRun(): void {
    this.#run(this.#isRunning, this.#streams);
  }

  #run(isRunning: boolean, streams: number): void {
    this.#engine.check();
    // Before the call, because a listener may begin or end a run.
    this.#isRunning = isRunning;
    this.#streams = streams;
    this.#engine.call(Method.SetRunning, [isRunning || streams > 0]);
  }

  /**
   * Adds the pending messages to the history, and returns them. User texts come first, so that they join the message with tool results if
   * the target allows. Phantom pairs (a call of a tool that does not exist, and its result) follow. Each kind is in the order of arrival.
   * Adds nothing while open calls keep the conversation `busy`. `prepare` calls `promotePending` itself.
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
    this.addLate();
    return queue.promote(this.#engine);
  }

  /**
   * Runs the open calls of the newest assistant message at the same time, and adds their results in one step, in the order of the calls.
   * Until then the conversation is `busy`. Calls that wait for a person's decision do not run.
   *
   * A call of an unknown tool gets the result "Tool not found.". If the arguments are not a JSON object, or the tool throws, the call gets
   * an error result, which the model can read. Arguments are checked only by tools that `tool` made. After an abort, `runTools` does not reject: each
   * unfinished call gets an error result.
   *
   * @throws ConversationError `tools-running` if the calls of this message are already running; `disposed` if the conversation was disposed
   * of meanwhile; `invalid-argument`.
   * @example
   * const { messages } = await conversation.runTools({ weather: ({ city }, call, { signal }) => forecast(city, { signal }) }, { signal });
   */
  async runTools(tools: Tools, options?: RunToolsOptions): Promise<ToolRun> {
    return runOpenCalls(this.#engine, tools, options);
  }

  /**
   * Stops until a person approves open calls of the newest assistant message; {@link resume} continues. While these calls wait, a request
   * throws `awaiting-approval` unless it says what to do with open calls (`openCalls`), and neither a reduction nor `truncate` removes
   * them.
   *
   * @throws ConversationError `nothing-pending` when no call needs approval; `awaiting-approval` when these calls already wait (see
   * `checkpoints`); `invalid-argument`.
   * @example
   * const checkpoint = conversation.suspend({ threadId: "t-42", needsApproval: ({ name }) => name === "delete_file" });
   */
  suspend(options?: SuspendOptions): Checkpoint {
    return suspend(this.#engine, options);
  }

  /** The checkpoints that wait for approval, oldest first, with the current messages. */
  get checkpoints(): readonly Checkpoint[] {
    return checkpoints(this.#engine);
  }
}

/** Returns the text under which a message is pending, which is never blank. */
function textOf({ content }: types.Message): string {
  const texts =
    typeof content === "string"
      ? [content]
      : (content ?? []).map((part) => ("text" in part && part.text !== undefined ? part.text : `[${part.type}]`));
  const text = texts.join("\n");
  return text.trim() === "" ? "[empty]" : text;
}
