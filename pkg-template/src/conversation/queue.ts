// The pending messages of a conversation, and the runs of its program.

import { describe, isOurs } from "../input/check.js";
import { ConversationError } from "../input/errors.js";
import { type MessageInput, whole } from "../input/message.js";
import { runOpenCalls } from "../suspend/open-run.js";
import { Engine } from "../wasm/engine.js";
import { write } from "../wasm/text.js";
import { ConversationPaths } from "./paths.js";
import * as queue from "./pending-queue.js";
import { engineOf } from "./reader.js";
import type { PendingInit, PendingMessage } from "../types/pending.js";
import type { Tool } from "../types/suspension.js";
import type { RunToolsOptions, ToolRun } from "../types/tool-run.js";
import type * as types from "../types/index.js";

/** The run of one stream. */
export interface StreamRun {
  /** Runs `work`, and calls the listeners at its end, once for all of its changes. */
  batch<R>(work: () => R): R;
  /** Ends the run, once. */
  close(): void;
}

/** The part of a conversation that takes messages while the program is at work. */
export class ConversationQueue extends ConversationPaths {
  readonly #engine = engineOf(this);
  /** True during the run of the program. */
  #isRunning = false;
  /** The streams that are being read. */
  #streams = 0;
  /** Messages of the user that came during a stream, and the texts under which they are pending. */
  readonly #late: { readonly text: string; readonly message: MessageInput }[] = [];

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

  /**
   * Begins a run of the program: enqueued messages are pending. Returns false when the program has begun one already. A stream is a run of
   * its own. Snapshots do not hold runs.
   */
  beginRun(): boolean {
    const begins = !this.#isRunning;
    this.#run(true, this.#streams);
    return begins;
  }

  /**
   * Ends the run of the program. A stream goes on, and the conversation is `busy` until it ends. Pending messages stay until
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
   * @internal Lets a message of the user that comes during a stream wait for its end, so that the answer comes first. Null: it need not wait. It is
   * checked now, and pending as a text until then.
   */
  protected later(message: MessageInput): types.Message | null {
    const [engine, id] = [this.#engine, message.metadata.id];
    if (!this.isStreaming || message.role !== "user") return null;
    if (typeof id === "string" && engine.call((core) => core.message(write(core, id))) > 0) return null;
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

  /** @internal Adds the messages that came during a stream, unless they were withdrawn, or another writer added them. */
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

  /** Goes on with the run of the program and the streams, when the state in the core was replaced. */
  protected resumeRun(): void {
    this.#run(this.#isRunning, this.#streams);
  }

  #run(isRunning: boolean, streams: number): void {
    this.#engine.check();
    // Before the call, because a listener may begin or end a run.
    this.#isRunning = isRunning;
    this.#streams = streams;
    this.#engine.call((core) => core.setRunning(isRunning || streams > 0));
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
    this.addLate();
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

/** Returns the text under which a message is pending, which is never blank. */
function textOf({ content }: types.Message): string {
  const texts =
    typeof content === "string"
      ? [content]
      : (content ?? []).map((part) => ("text" in part && part.text !== undefined ? part.text : `[${part.type}]`));
  const text = texts.join("\n");
  return text.trim() === "" ? "[empty]" : text;
}
