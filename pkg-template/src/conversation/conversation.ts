// The class: what it promises, and who keeps the promise.

import { count, describe, invalid, isObject, picked } from "../input/check.js";
import type { Checkpoint } from "../suspend/checkpoint.js";
import { Engine } from "../wasm/engine.js";
import { completePrototype } from "../wasm/inspect.js";
import { ConversationReader, engineOf } from "./reader.js";
import { type MessageInput, fromParts, role as checkRole, whole } from "../input/message.js";
import { type Settings, settings } from "./settings.js";
import * as queue from "./pending-queue.js";
import type { PendingInit, PendingMessage } from "../types/pending.js";
import { prepare } from "./prepare.js";
import { Recovery } from "./recovery.js";
import { type Reduce, reduceBy, runReduction } from "../reduce/reduction.js";
import { format as checkFormat } from "../input/request.js";
import { restore, snapshotOf, snapshotText } from "./snapshot.js";
import { checkpoints, suspend } from "../suspend/suspend.js";
import type { ConversationSnapshot, SavedConversation, SuspendOptions } from "../types/suspension.js";
import type * as types from "../types/index.js";

/** A class of conversations: this one, or a subclass whose constructor takes the same options. */
type Kind<Own> = new (options?: types.ConversationOptions) => Own;

/**
 * The history of a conversation with a language model: messages go in, requests come out that the provider accepts and that fit
 * its context window.
 *
 * Every value that is handed out is a copy. Every error is a {@link ConversationError} with a `code`, and the history is then as it
 * was. A conversation lives in WebAssembly memory; it is freed some time after nobody refers to it any more, or by `dispose`. So
 * `{...conversation}` and `structuredClone` copy nothing of it: copy it by `toJSON` and `fromJSON`.
 *
 * @example
 * const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 128_000, reserveTokens: 4_000 });
 * conversation.addMessage("user", "What is backscroll?");
 * const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
 * conversation.addResponse("openai-chat", await client.chat.completions.create(body));
 */
export class ConversationManager extends ConversationReader {
  readonly #engine = engineOf(this);
  #settings: Settings;
  readonly #recovery = new Recovery();

  /**
   * It may run where a runtime forbids to draw randomness (Workers, at module scope): the id of the `systemPrompt` is then `msg-0`.
   *
   * @throws ConversationError `invalid-argument` for an option that is unknown, of the wrong type or out of range.
   * @example
   * const conversation = new ConversationManager({ tokenLimit: 200_000, proactiveCompression: true });
   */
  constructor(options?: types.ConversationOptions) {
    const given = settings(options);
    super(new Engine(given.estimator, given.limits));
    this.#settings = given;
    completePrototype(ConversationManager.prototype);
    try {
      if (given.systemPrompt !== undefined) this.#engine.appendText("system", given.systemPrompt);
    } catch (error) {
      this.#engine.dispose();
      throw error;
    }
  }

  /**
   * A conversation from messages in any format: an array of messages, or a whole request body. What it took to read them is in
   * `lastRepairs`. A `systemPrompt` among the options goes before them.
   *
   * @throws ConversationError `unknown-format`, `invalid-message`, `too-deep`, `too-large`, `invalid-argument`.
   * @example
   * const conversation = ConversationManager.from("anthropic", { system: "Be brief.", messages });
   */
  static from<Own extends ConversationManager>(this: Kind<Own>, format: types.Format, body: unknown, options?: types.ConversationOptions): Own {
    checkFormat(format);
    const conversation = new this(options);
    try {
      conversation.#engine.read(format, body);
      return conversation;
    } catch (error) {
      conversation.dispose();
      throw error;
    }
  }

  /**
   * The conversation of a snapshot, as it was: history, what providers reported, what waits, open checkpoints, limits. Functions are not in
   * a snapshot: `reduce`, `onReduce` and an `estimator` that is one have to be given again. An array of messages, as programs kept before
   * there were snapshots, is read too.
   *
   * @throws ConversationError `invalid-snapshot`, which says where it is corrupt; `snapshot-version` when it is of a later version;
   * `invalid-argument`.
   * @example
   * const conversation = ConversationManager.fromJSON(await readFile("conversation.json", "utf8"));
   */
  static fromJSON<Own extends ConversationManager>(this: Kind<Own>, snapshot: SavedConversation, options?: Pick<types.ConversationOptions, "reduce" | "onReduce" | "estimator">): Own {
    const given = picked("options", options === undefined ? {} : options, ["reduce", "onReduce", "estimator"]) as types.ConversationOptions;
    const text = snapshotText(snapshot);
    const conversation = new this(given);
    try {
      // A subclass may give its own; which one a snapshot was made with is in the snapshot, unless it was a function.
      const { estimator } = conversation.#settings;
      const kept = restore(conversation.#engine, text, given.estimator ?? (typeof estimator === "function" ? estimator : undefined));
      conversation.#settings = { ...conversation.#settings, ...kept };
      return conversation;
    } catch (error) {
      conversation.dispose();
      throw error;
    }
  }

  /**
   * Adds a message and returns a copy of what is kept. A lone surrogate becomes U+FFFD, reported in `lastRepairs`. A tool message whose
   * call is not in the history is kept all the same, and mended when a request is written.
   *
   * @throws ConversationError `invalid-role`, `system-not-first`, `invalid-message`, `duplicate-id`, `invalid-argument`, `too-deep`, `too-large`.
   * @example
   * conversation.addMessage("user", "What is the weather in Oslo?");
   * conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "weather", arguments: { city: "Oslo" } }] });
   * conversation.addMessage({ role: "tool", toolCallId: "c1", content: "Sunny." });
   */
  addMessage(role: types.Role, content?: string | types.Part[] | null, metadata?: Omit<types.MessageInit, "role" | "content">): types.Message;
  addMessage(message: types.MessageInit): types.Message;
  addMessage(first: unknown, content?: unknown, metadata?: unknown): types.Message {
    if (isObject(first)) {
      if (content === undefined && metadata === undefined) return this.#append(whole(first));
      throw invalid("A message that is given as an object holds its content and metadata itself; give no further arguments.");
    }
    const role = checkRole(first, content);
    if (typeof content !== "string" || metadata !== undefined || role === "tool") return this.#append(fromParts(role, content, metadata));
    const stored = this.#engine.appendText(role, content);
    if (role === "assistant") this.#recovery.reset();
    return stored;
  }

  #append(message: MessageInput): types.Message {
    const { stored, isNew } = this.#engine.append(message);
    if (isNew && message.role === "assistant") this.#recovery.reset();
    return stored;
  }

  /**
   * Appends what a provider answered, its own response object: message, calls, reasoning and usage in one step. Of several choices,
   * the first. What belongs to no later request is not kept: why the model stopped, log probabilities, sources beside the text.
   *
   * An SDK that runs the tools by itself answers with results and further messages: all are appended, or none. Returned is the last
   * message of the assistant. Such a list may hold earlier messages, too, as `response.messages` of each step of the AI SDK does, and the
   * result of an agent of LangChain: where it goes on from the newest message of the conversation, only what is new is appended.
   *
   * @throws ConversationError `unknown-format`, `invalid-message`, `duplicate-id`, `too-deep`, `too-large`.
   * @example
   * conversation.addResponse("anthropic", await client.messages.create(body));
   * @example
   * const { response } = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) }); // of the AI SDK
   * conversation.addResponse("ai-sdk", response.messages);
   */
  addResponse(format: types.Format, response: unknown): types.Message {
    const stored = this.#engine.addResponse(checkFormat(format), response);
    this.#recovery.reset();
    return stored;
  }

  /** The context window in tokens, as given. */
  get tokenLimit(): number | null {
    this.#engine.check();
    return this.#settings.tokenLimit;
  }

  /** Room that the history leaves in the window: `tokenLimit - contextTokens`; may be negative. Null without a limit. */
  get tokenRemaining(): number | null {
    const { tokenLimit } = this;
    return tokenLimit === null ? null : tokenLimit - this.contextTokens;
  }

  /**
   * Reports whether `contextTokens` has reached this share of `tokenLimit`; false without a limit.
   *
   * @throws ConversationError `invalid-argument` unless the threshold is a finite number, 0 or more.
   * @example
   * if (conversation.approachingLimit(0.9)) console.warn("Nine tenths of the window are full.");
   */
  approachingLimit(threshold = 0.8): boolean {
    if (!(Number.isFinite(threshold) && threshold >= 0)) {
      throw invalid(`\`threshold\` must be a finite number, 0 or more; given was ${describe(threshold)}.`);
    }
    const { tokenLimit } = this;
    return tokenLimit !== null && this.contextTokens >= threshold * tokenLimit;
  }

  /**
   * Keeps the newest `keepRecent` turns (all when absent) and pinned messages, and the system prompt unless `keepSystemPrompt` is false.
   * A turn is a user message and what follows up to the next one; what stands before the first is a turn of its own. `keepRecent: 0`
   * removes them all. Returns how many messages went.
   *
   * @throws ConversationError `invalid-argument` unless `keepRecent` is a whole number, 0 or more.
   * @example
   * const removed = conversation.truncate({ keepRecent: 10 });
   */
  truncate(options?: {
    /** Turns to keep, 0 or more. Default: all. */
    keepRecent?: number;
    /** Default true. */
    keepSystemPrompt?: boolean;
  }): number {
    const { keepRecent, keepSystemPrompt = true } = picked("options", options === undefined ? {} : options, ["keepRecent", "keepSystemPrompt"]);
    if (typeof keepSystemPrompt !== "boolean") {
      throw invalid(`\`options.keepSystemPrompt\` must be true or false; given was ${describe(keepSystemPrompt)}.`);
    }
    const turns = keepRecent === undefined ? undefined : count("options.keepRecent", keepRecent);
    return this.#engine.truncate(turns, keepSystemPrompt);
  }

  /** Removes every message but the system prompt, calls that wait for a decision included. What is enqueued still waits. */
  clear(): void {
    this.#engine.clear();
    this.#recovery.reset();
  }

  /**
   * The strategy, called by `prepare` and `recover`; not for calling. Edit `context.draft` and return true, or return false when
   * nothing can go. An override may also call `truncate`. Given `context.error`, it must shrink the history or return false.
   *
   * @example
   * class LastTurns extends ConversationManager {
   *   override reduce({ draft }: ReduceContext) {
   *     return draft.keepRecentTurns(3) > 0;
   *   }
   * }
   */
  reduce(context: types.ReduceContext): types.ReduceResult | Promise<types.ReduceResult> {
    return reduceBy(this.#settings.reduce, context);
  }

  /**
   * Runs before a model call. Takes in what waits (see `promotePending`); when no request comes of it, that waits again, unless something was
   * said behind it meanwhile. Reduces when the request is over `tokenLimit - reserveTokens`, with `proactiveCompression` when the
   * history has reached the threshold, and when the strategy says that it is due; then writes a body that is valid for the target, fits, and still holds the current request.
   * A proactive reduction that fails is no obstacle. Without a limit nothing is reduced.
   *
   * @throws ConversationError `cannot-fit` when 3 reductions do not suffice or one gets nowhere: `details` holds `tokens` (of
   * them `params`, and `added` for results of open calls), `limit`, `reserve` and `attempts`, `cause` the reducer's own error. Also
   * `aborted`, `stale-plan` (two reductions at once), and what `toRequest` throws.
   * @example
   * const request = await conversation.prepare("openai-chat", { model: "gpt-5", tools });
   * await client.chat.completions.create(request.body);
   */
  async prepare<T extends types.Target, const Params extends object = object>(
    target: T,
    params?: Params,
    options?: types.FormatOptions & {
      /** Ends the wait for a reduction, with `aborted`. */
      signal?: AbortSignal;
    },
  ): Promise<types.PreparedRequest<types.RequestBody<T, Params>>> {
    const prepared = await prepare(this.#engine, this.#settings, this.#reduceOnce, { target, params, options });
    return prepared as types.PreparedRequest<types.RequestBody<T, Params>>;
  }

  /**
   * Runs after a failed model call. True: something was reduced, try again. False: it was no overflow of the context window, or
   * nothing more can go; so it is after 3 attempts without an assistant message in between, or after one that did not shrink.
   *
   * @throws ConversationError `reducer-failed` when the reducer throws: `cause` is what it threw, `details.overflow` the error given here.
   * Also `aborted`, `stale-plan`, `invalid-argument`.
   * @example
   * for (;;) {
   *   try {
   *     return await client.messages.create(conversation.toRequest("anthropic", params).body);
   *   } catch (error) {
   *     if (!(await conversation.recover(error))) throw error;
   *   }
   * }
   */
  async recover(error: unknown, options?: Pick<types.ReduceContext, "model" | "signal">): Promise<boolean> {
    return this.#recovery.attempt(this.#engine, this.#settings, this.#reduceOnce, error, options);
  }

  /**
   * Stops for a person's decision on open calls of the newest assistant message. While they wait, a request throws `awaiting-approval`
   * unless it says what to do with open calls (`openCalls`), and neither a reduction nor `truncate` takes them away. Go on with
   * {@link resume}.
   *
   * @throws ConversationError `nothing-pending` when no call waits; `awaiting-approval` when these wait already (see `checkpoints`);
   * `invalid-argument`.
   * @example
   * const checkpoint = conversation.suspend({ threadId: "t-42", needsApproval: ({ name }) => name === "delete_file" });
   */
  suspend(options?: SuspendOptions): Checkpoint {
    return suspend(this.#engine, options);
  }

  /** The checkpoints that wait for a decision, oldest first, with the messages as they are now. */
  get checkpoints(): Checkpoint[] {
    return checkpoints(this.#engine);
  }

  /**
   * Takes in a message that may come at any time. While the conversation is `busy` it waits; else it becomes a user message at once, with
   * its display content, behind all that waited (`messageId` says which).
   *
   * @throws ConversationError `invalid-pending` for a source that is unknown, blank content, or no name where the source needs one;
   * `invalid-argument`, `too-large`.
   * @example
   * conversation.enqueue({ source: "user", content: "And take the train, please." });
   */
  enqueue(message: PendingInit): PendingMessage {
    return queue.enqueue(this.#engine, message);
  }

  /** What waits, oldest first. */
  get pending(): PendingMessage[] {
    return queue.pending(this.#engine);
  }

  /**
   * Takes a message out of the queue again. False when none of this id waits, as when it was promoted.
   *
   * @example
   * const { id } = conversation.enqueue({ source: "user", content: "Wait!" });
   * conversation.withdraw(id);
   */
  withdraw(pendingId: number): boolean {
    // Whatever is no number is none of the ids, but `disposed` comes first.
    const id = typeof pendingId === "number" ? pendingId : 0;
    return this.#engine.call((core) => core.withdraw(id));
  }

  /** True from `beginRun()` to `endRun()`, and while the newest assistant message has calls without results. */
  get busy(): boolean {
    return this.#engine.call((core) => core.isBusy());
  }

  /** A run of the program begins: what is enqueued waits. A run is the process's own, and in no snapshot. */
  beginRun(): void {
    this.#engine.call((core) => core.setRunning(true));
  }

  /** The run is over. What waits still does: `promotePending`, or the next `prepare` or `enqueue`, takes it in. */
  endRun(): void {
    this.#engine.call((core) => core.setRunning(false));
  }

  /**
   * Takes what waits into the history, and returns it: texts of the user first, so that they join the message with the results of tools
   * where the target allows, then phantom pairs, each kind in the order in which it came. Nothing is taken while the newest assistant
   * message has calls without results. `prepare` does this by itself.
   *
   * @example
   * const { texts, pairs } = conversation.promotePending();
   */
  promotePending(): {
    /** What the user said. */
    texts: string[];
    /** Calls and their results. */
    pairs: types.Message[];
  } {
    return queue.promote(this.#engine);
  }

  /**
   * The conversation as plain JSON, for `fromJSON`: history, what providers reported, what waits, open checkpoints, limits. Not in it:
   * functions, a run or a reduction that is under way, and `lastReduction`.
   *
   * @example
   * await writeFile("conversation.json", JSON.stringify(conversation));
   */
  toJSON(): ConversationSnapshot {
    return snapshotOf(this.#engine, this.#settings);
  }

  /** One reduction through the public `reduce`, so that a subclass decides. */
  readonly #reduceOnce: Reduce = (request) => runReduction(this.#engine, (context) => this.reduce(context), request);

  /**
   * Frees the memory. Idempotent; everything else throws `disposed` afterwards.
   *
   * @example
   * conversation.dispose();
   */
  dispose(): void {
    this.#engine.dispose();
  }
}

// Declared here and defined on the prototype: a subclass may override it by a field or by a getter, which a field here would hide.
export interface ConversationManager {
  /** A stable name; subclasses give their own. */
  readonly name: string;
  /** The same as `dispose`, for `using`. */
  [Symbol.dispose](): void;
}
