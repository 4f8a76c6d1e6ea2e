// The class of conversations.

import { Method } from "../../../build/method.js";
import { count, invalid, isObject, picked, string, unlike, unlikeSecret } from "../input/check.js";
import { Engine } from "../wasm/engine.js";
import { completePrototype } from "../wasm/inspect.js";
import { ConversationStore } from "./store.js";
import { engineOf } from "./reader.js";
import { reduceNow } from "./reduce-now.js";
import { type MessageInput, checkGiven, fromParts, role as checkRole, whole } from "../input/message.js";
import { type Settings, settings } from "./settings.js";
import { hostOf } from "./persist.js";
import { prepare } from "./prepare.js";
import { Recovery } from "./recovery.js";
import { type Reduce, reduceBy, runReduction } from "../reduce/reduction.js";
import { format as checkFormat } from "../input/request.js";
import { FUNCTIONS, changeRestored, restore, snapshotOf, snapshotText } from "./snapshot.js";
import { OPTIONS } from "../input/options.js";
import type { ConversationSnapshot, SavedConversation } from "../types/suspension.js";
import type { PersistOptions, Store, Thread } from "../types/store.js";
import type * as types from "../types/index.js";

/** `ConversationManager`, or a subclass whose constructor takes the same options. */
type ClassOf<Own> = new (options?: types.ConversationOptions) => Own;

/**
 * The history of a conversation with a language model. It takes messages, and writes requests that fit the context window and that the
 * provider accepts.
 *
 * Every returned value is a copy. Every error is a {@link ConversationError} with a `code`, and leaves the history unchanged. The data is
 * in WebAssembly memory, which `dispose` or garbage collection frees. So `{...conversation}` and `structuredClone` make empty copies: copy
 * a conversation by `toJSON` and `fromJSON`.
 *
 * @example
 * const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 128_000, reserveTokens: 4_000 });
 * conversation.addMessage("user", "What is backscroll?");
 * const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
 * conversation.addResponse("openai-chat", await client.chat.completions.create(body));
 */
export class ConversationManager extends ConversationStore {
  readonly #engine = engineOf(this);
  readonly #settings: Settings;
  readonly #recovery = new Recovery();

  /**
   * Works where a runtime forbids random values (Workers, at module scope): the id of the `systemPrompt` is then `msg-0`.
   *
   * @throws ConversationError `invalid-argument` for an option that is unknown, of the wrong type or out of range.
   * @example
   * const conversation = new ConversationManager({ tokenLimit: 200_000, proactiveCompression: true });
   */
  constructor(options?: types.ConversationOptions) {
    const given = settings(options);
    super(new Engine(given.estimator, given.limits, given.margin), given);
    this.#settings = given;
    completePrototype(ConversationManager.prototype);
    try {
      this.#engine.call(Method.KeepTranscript, [given.transcript]);
      if (given.systemPrompt !== undefined) this.#engine.appendText("system", given.systemPrompt);
    } catch (error) {
      this.#engine.dispose();
      throw error;
    }
  }

  /**
   * Makes a conversation from messages in any format: an array of messages, or a whole request body. `lastRepairs` lists the changes. A
   * `systemPrompt` among the options becomes the first message.
   *
   * @throws ConversationError `unknown-format`, `invalid-message`, `too-deep`, `too-large`, `invalid-argument`.
   * @example
   * const conversation = ConversationManager.from("anthropic", { system: "Be brief.", messages });
   */
  static from<Own extends ConversationManager, Body = unknown>(
    this: ClassOf<Own>,
    format: types.FormatOrName,
    body: types.Arrived<Body>,
    options?: types.ConversationOptions,
  ): Own {
    const name = checkFormat(format);
    const conversation = new this(options);
    try {
      conversation.#engine.read(name, body);
      return conversation;
    } catch (error) {
      conversation.dispose();
      throw error;
    }
  }

  /**
   * Restores the conversation of a snapshot: transcript, paths, history, reported usage, pending messages, open checkpoints, limits. A
   * snapshot holds no functions: give `reduce`, `onReduce` and an `estimator` function again. Other options replace the snapshot's values;
   * `systemPrompt: null` removes the prompt, `tokenLimit: null` the limit. Also reads an array of messages.
   *
   * @throws ConversationError `invalid-snapshot`, which names the corrupt place; `snapshot-version` for a later version;
   * `invalid-argument`.
   * @example
   * const conversation = ConversationManager.fromJSON(await readFile("conversation.json", "utf8"));
   */
  static fromJSON<Own extends ConversationManager>(this: ClassOf<Own>, snapshot: SavedConversation, options?: types.RestoreOptions): Own {
    const given = picked("options", options === undefined ? {} : options, OPTIONS) as types.RestoreOptions;
    const text = snapshotText(snapshot);
    const own = Object.entries(given).filter(([name]) => FUNCTIONS.includes(name));
    const conversation = new this(Object.fromEntries(own));
    try {
      // A subclass may give its own. The snapshot names the estimator that it was made with, unless that was a function.
      const { estimator } = conversation.#settings;
      const kept = restore(conversation.#engine, text, given.estimator ?? (typeof estimator === "function" ? estimator : undefined));
      Object.assign(conversation.#settings, kept, changeRestored(conversation.#engine, kept, given));
      return conversation;
    } catch (error) {
      conversation.dispose();
      throw error;
    }
  }

  /**
   * Adds a message and returns a copy of it. A lone surrogate becomes U+FFFD, which `lastRepairs` reports. A tool message without its call
   * is kept, and repaired when a request is written.
   *
   * While `addStream` reads a stream, a user message waits until the stream ends, and then follows the answer. Until then it is in
   * `pending`, as a text that `withdraw` can remove.
   *
   * @throws ConversationError `invalid-role`, `system-not-first`, `invalid-message`, `duplicate-id`, `invalid-argument`, `too-deep`, `too-large`.
   * @example
   * conversation.addMessage("user", "What is the weather in Oslo?");
   * conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "weather", arguments: { city: "Oslo" } }] });
   * conversation.addMessage({ role: "tool", toolCallId: "c1", content: "Sunny." });
   */
  addMessage(
    role: types.Role,
    // Required, so that an error of a single argument tells of the other signature alone.
    content: string | types.Part[] | null | undefined,
    metadata?: Omit<types.MessageInit, "role" | "content">,
  ): types.Message;
  addMessage(message: types.MessageInit): types.Message;
  addMessage(first: unknown, content?: unknown, metadata?: unknown): types.Message {
    return this.#engine.batch(() => this.#add(first, content, metadata));
  }

  #add(first: unknown, content: unknown, metadata: unknown): types.Message {
    if (isObject(first)) {
      if (content === undefined && metadata === undefined) return this.#append(whole(first));
      throw invalid("A message that is given as an object holds its content and metadata itself; give no further arguments.");
    }
    const role = checkRole(first, content);
    const waits = role === "user" && this.isStreaming;
    if (waits || typeof content !== "string" || metadata !== undefined || role === "tool")
      return this.#append(fromParts(role, content, metadata));
    const stored = this.#engine.appendText(role, content);
    if (role === "assistant") this.#recovery.reset();
    return stored;
  }

  #append(message: MessageInput): types.Message {
    checkGiven(message);
    const waiting = this.later(message);
    if (waiting !== null) return waiting;
    const { stored, isNew } = this.#engine.append(message);
    if (isNew && message.role === "assistant") this.#recovery.reset();
    return stored;
  }

  /**
   * Appends a provider's response: message, calls, reasoning and usage in one step. Takes the first of several choices. Does not keep what
   * no later request needs: the stop reason, log probabilities, sources beside the text. If a request replaced tool names
   * (`tool-name-mapped`), the calls get the names that you declared.
   *
   * An SDK that runs the tools itself returns results and further messages: all are appended, or none. Returns the last assistant message.
   * Such a list may repeat earlier messages, like `response.messages` of each step of the AI SDK and the result of a LangChain agent: if it
   * includes the conversation's newest message, only the messages after it are appended. For streams, use `addStream` of
   * `backscroll/stream`.
   *
   * @throws ConversationError `unknown-format`, `invalid-message`, `duplicate-id`, `too-deep`, `too-large`.
   * @example
   * conversation.addResponse("anthropic", await client.messages.create(body));
   * @example
   * const { responseMessages } = await generateText({ model, tools, messages, stopWhen: isStepCount(5) }); // of the AI SDK
   * conversation.addResponse(aiSdk, responseMessages);
   */
  addResponse<Response>(format: types.FormatOrName, response: types.Arrived<Response>): types.Message {
    return this.#engine.batch(() => {
      const stored = this.#engine.addResponse(checkFormat(format), response);
      this.#recovery.reset();
      return stored;
    });
  }

  /**
   * Keeps the newest `keepRecent` turns (all by default), pinned messages, and the system prompt unless `keepSystemPrompt` is false. A turn
   * is a user message and everything up to the next one; everything before the first user message is one turn, too. `keepRecent: 0` removes
   * all turns. Returns the number of removed messages.
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
    const { keepRecent, keepSystemPrompt = true } = picked("options", options === undefined ? {} : options, [
      "keepRecent",
      "keepSystemPrompt",
    ]);
    if (typeof keepSystemPrompt !== "boolean") {
      throw unlike("options.keepSystemPrompt", "true or false", keepSystemPrompt);
    }
    const turns = keepRecent === undefined ? undefined : count("options.keepRecent", keepRecent);
    return this.#engine.truncate(turns, keepSystemPrompt);
  }

  /**
   * Removes all messages except the system prompt, also calls that wait for approval, from the history, the transcript and all paths.
   * Pending messages stay in the queue.
   */
  clear(): void {
    this.#engine.clear();
    this.#recovery.reset();
  }

  /**
   * The strategy, which a subclass may override. Edit `context.draft` and return true, or return false if nothing can be removed. An
   * override may also call `truncate`. With `context.error`, it must make the history smaller or return false.
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
   * Prepares the next request; call it before you call the model. Adds pending messages (see `promotePending`). If it fails, they are
   * pending again, unless other messages followed them meanwhile. Reduces the history if the request exceeds `tokenLimit - reserveTokens`,
   * if the history has reached the threshold of `proactiveCompression`, or if the strategy's `isDue` returns true. Then writes a body that
   * is valid for the target, fits, and still holds the current request (the newest user message). A proactive reduction that fails is
   * ignored. Without a limit, nothing is reduced. Waits until a running `prepare`, `recover` or `reduceNow` has ended, so a reducer must
   * not wait for them on its own conversation.
   *
   * The next response of this target's provider counts as the answer to this request, whatever `toRequest` writes meanwhile: a provider
   * binds reasoning to the request that it answers. If the history changes before the response, its reasoning is left out of later
   * requests, and its usage does not correct the size.
   *
   * `tokenLimit`, `reserveTokens` and `systemPrompt` apply to this request alone. The conversation keeps its own prompt. With another
   * prompt, the request leaves out reasoning that is bound to the conversation's prompt, and later requests leave out the reasoning of this
   * response.
   *
   * @throws ConversationError `cannot-fit` if 3 reductions do not suffice, or a reduction makes nothing smaller. `details` holds `tokens`
   * and its parts `params`, `added` (results for open calls) and `prompt` (by how much this request's `systemPrompt` exceeds the
   * conversation's), and `limit`, `reserve` and `attempts`. `cause` is the reducer's own error. Also `aborted`, `stale-plan` if the history
   * is rewritten meanwhile, and the errors of `toRequest`.
   * @example
   * const request = await conversation.prepare("openai-chat", { model: "gpt-5", tools });
   * await client.chat.completions.create(request.body);
   */
  async prepare<T extends types.Target, const Params extends object = object>(
    target: T,
    params?: Params,
    options?: types.PrepareOptions,
  ): Promise<types.PreparedRequest<types.RequestBody<T, Params>>> {
    this.addLate();
    const prepared = await prepare(this.#engine, this.#settings, this.#reduceOnce, {
      target,
      params,
      options,
      skipped: this.#recovery.skipped,
      isCallback: this.#settings.isCallback || this.reduce !== ConversationManager.prototype.reduce,
    });
    return prepared as types.PreparedRequest<types.RequestBody<T, Params>>;
  }

  /**
   * Recovers from a failed model call. True: the history is smaller, so try again. False: the error is not an overflow of the context
   * window, nothing more can be removed, the attempt made nothing smaller, or there were 3 attempts since the last assistant message.
   *
   * Waits until a running `prepare`, `recover` or `reduceNow` has ended. If that made the history smaller, returns true at once.
   *
   * @throws ConversationError `reducer-failed` when the reducer throws: `cause` is its error, `details.overflow` the error given here.
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
   * Reduces the history at once, whether it fits or not, for a `/compact` in a chat. Returns the report; null when nothing got smaller.
   * Without `maxTokens`, the target is 0.7 of the history, or of the window if that is less; a strategy may go below it.
   *
   * @throws ConversationError `reducer-failed` when the reducer throws: `cause` is its error. Also `aborted`, `stale-plan`,
   * `invalid-argument`.
   * @example
   * const reduction = await conversation.reduceNow({ reduce: fitBudget({ summarize }) });
   */
  async reduceNow(options?: types.ReduceNowOptions): Promise<types.Reduction | null> {
    return reduceNow(this.#engine, this.#settings, this.#reduceOnce, options);
  }

  /**
   * Returns a new conversation of the same class with a copy of the path through this message, or of the whole path, and with the same
   * options. Neither conversation changes the other.
   *
   * @throws ConversationError `invalid-argument` when the transcript has no message of this id.
   * @example
   * const trial = conversation.fork({ through: messageId });
   */
  fork(options?: {
    /** The id of the last message of the copy. Default: the newest. */
    through?: string;
  }): this {
    const { through } = picked("options", options === undefined ? {} : options, ["through"]);
    const { estimator } = this.#settings;
    const Own = this.constructor as ClassOf<this> & typeof ConversationManager;
    const copy = Own.fromJSON.call(Own, this.toJSON(), typeof estimator === "function" ? { estimator } : {}) as this;
    Object.assign(copy.#settings, this.#settings);
    try {
      if (through !== undefined) copy.rewind(string("options.through", through));
      copy.#engine.call(Method.BecomeFork);
      return copy;
    } catch (error) {
      copy.dispose();
      throw error;
    }
  }

  /**
   * Returns the conversation as plain JSON, for `fromJSON`: transcript, paths, history, reported usage, pending messages, open checkpoints, limits. It does
   * not hold functions, a run or a reduction in progress, or `lastReduction`.
   *
   * @example
   * await writeFile("conversation.json", JSON.stringify(conversation));
   */
  toJSON(): ConversationSnapshot {
    return snapshotOf(this.#engine, this.#settings);
  }

  /**
   * Keeps this conversation in a store, under an id. First loads the stored thread: its messages come before the messages of this
   * conversation, and this conversation keeps its system prompt, window and functions. From then on each change is saved, and only what is
   * new is written. `save()` of the result resolves when all changes so far are stored.
   *
   * When another process or tab changed the thread, a save takes over these changes and adds your new messages after them. No message is
   * lost or stored twice. (If you reduced or edited meanwhile, the merge keeps only your messages.)
   *
   * @throws ConversationError `store-failed`, with the store's own error as `cause`; `invalid-snapshot` when the stored data are corrupt;
   * `already-persisted` until the thread of an earlier call is closed; `invalid-argument`.
   * @example
   * const conversation = new ConversationManager({ systemPrompt, tokenLimit: 128_000 });
   * const thread = await conversation.persist(store, "t-42");
   * conversation.addMessage("user", text);
   * await thread.save();
   */
  async persist(store: Store, threadId: string, options?: PersistOptions): Promise<Thread> {
    if (!isObject(store) || typeof store.persist !== "function")
      throw unlikeSecret("store", "a store, such as `memoryStore()` of backscroll/store", store);
    return store.persist(
      hostOf(this, this.#engine, this.#settings, () => this.resumeRun()),
      string("threadId", threadId),
      options,
    );
  }

  /** Runs one reduction through the public `reduce`, so that a subclass can override it. */
  readonly #reduceOnce: Reduce = (request) => runReduction(this.#engine, (context) => this.reduce(context), request);

  /**
   * Frees the memory. Afterwards, everything throws `disposed`, except another `dispose`.
   *
   * @example
   * conversation.dispose();
   */
  dispose(): void {
    this.completeState();
    this.#engine.dispose();
  }
}

// Declared here and defined on the prototype: a subclass may override it by a field or by a getter, which a field here would hide.
export interface ConversationManager {
  /** A stable name. Subclasses have their own. */
  readonly name: string;
  /** Calls `dispose`, for `using`. */
  [Symbol.dispose](): void;
}
