// One conversation of the core in terms of JavaScript values. Knows nothing of providers' formats and of how a reduction runs.

import { now } from "../input/clock.js";
import { Method } from "../../../build/method.js";
import { type Argument, Door } from "./door.js";
import { Turns } from "./turns.js";
import { BESIDE, HISTORY, type Unweighed, ofDraft } from "./unweighed.js";
import { ConversationError } from "../input/errors.js";
import { advised, bodyAdvice, refuseConversation, responseAdvice } from "../input/hints.js";
import { MOST_UNITS, toJson, tooLarge } from "../input/json.js";
import { type MessageInput, ROLES, checkToolCallId, messageJson } from "../input/message.js";
import { type Limits, coreName } from "../input/options.js";
import type { RequestText } from "../input/request.js";
import type { Breakdown } from "../types/breakdown.js";
import type { Known } from "../input/window.js";
import { splitMessage } from "../input/split-message.js";
import { loneSurrogates, surrogateRepairs, withoutLoneSurrogates } from "../input/surrogates.js";
import { endless, weigh } from "./estimates.js";
import type { Kept } from "./kept.js";
import { Listeners } from "./listeners.js";
import type { Reading } from "../types/program-format.js";
import { programFormat } from "../formats/registry.js";
import { readProgram, readingJson, repairsOf } from "./program.js";
import { type Measured, sizeOfRequest } from "./request-size.js";
import type { Estimator, Format, Message, Reduction, Repair, Role } from "../types/index.js";

const NONE: readonly Repair[] = [];

/** Rounds of asking an estimator. One is enough, unless it adds messages itself. */
const MOST_ROUNDS = 100;

/** The answer of the core to a snapshot that it restored. */
interface Restored {
  readonly settings: unknown;
  readonly messageBytes: number;
  readonly depth: number;
}

/** The answer of the core to a response that it appended. */
interface AddedResponse {
  /** The newest message of the assistant. */
  readonly message: Message;
  /** The number of messages of the answer that were in the history already. */
  readonly known: number;
  /** The ids of the others. */
  readonly ids: readonly string[];
}

/** A conversation in the core. */
export class Engine {
  readonly #core = new Door();
  #limits: Limits;
  #estimate: ((text: string) => number) | null;
  #isSettling = false;
  /** The tokens of the history, since the last call. */
  #contextTokens: number | null = null;
  /** The thread that keeps the conversation in a store. */
  thread: string | null = null;
  /** The turns of what may reduce the conversation. */
  readonly turns = new Turns();
  /** `reductionCount` right after the last draft was applied. A listener may have reduced since. */
  appliedCount = 0;
  kept: Kept | null = null;
  /** The target, the params and the options of the last request that was prepared. */
  lastText: RequestText | null = null;
  readonly listeners = new Listeners(() => (this.isAlive ? this.#core.call(Method.ChangeCount) : null));
  #idPrefix = "";
  /** Repairs that were made on this side of the boundary by the last append, read or request. */
  #ownRepairs = NONE;
  /** True if the caller's own function estimates. */
  get asksHost(): boolean {
    return this.#estimate !== null;
  }

  /** False where sizes have no margin. */
  readonly hasMargin: boolean;

  constructor(estimator: Estimator, limits: Limits, margin = true) {
    const name = coreName(estimator, margin);
    this.#core.call(Method.Open, [name, limits.messageBytes, limits.depth]);
    this.#limits = limits;
    this.#estimate = typeof estimator === "function" ? estimator : null;
    this.hasMargin = margin;
  }

  get limits(): Limits {
    return this.#limits;
  }

  /** Runs a method that returns a number. */
  call(method: Method, given?: readonly Argument[]): number {
    return this.#run(() => this.#core.call(method, given));
  }

  /** Runs a method that writes JSON. Returns null if it wrote nothing. */
  json(method: Method, given?: readonly Argument[]): unknown {
    return this.#run(() => this.#core.json(method, given));
  }

  /** Runs a method that writes text. */
  text(method: Method, given?: readonly Argument[]): string {
    return this.#run(() => this.#core.text(method, given));
  }

  /** The one place from which listeners learn of a change. */
  #run<R>(call: () => R): R {
    this.#contextTokens = null;
    const result = call();
    this.listeners.tell();
    return result;
  }

  /** Runs `work`, which is not async, and calls the listeners at its end. */
  batch<R>(work: () => R): R {
    return this.listeners.batch(work);
  }

  /** True if a call would reach the conversation. */
  get isAlive(): boolean {
    return this.#core.isAlive;
  }

  /** Throws `disposed` or `poisoned` if the conversation cannot be used any more. */
  check(): void {
    this.#core.check();
  }

  dispose(): void {
    this.#core.dispose();
    this.listeners.tell();
  }

  /** The way of most messages: a role and a text. The copy that is returned is made here, without asking the core for it. */
  appendText(role: Role, content: string): Message {
    const { messageBytes } = this.#limits;
    if (content.length > messageBytes) throw tooLarge({ name: "The message", units: messageBytes });
    this.#checkPlace(role);
    const createdAt = now();
    const sequence = this.call(Method.AppendParts, [ROLES.indexOf(role), createdAt, undefined, false, content]);
    const id = `${this.#prefixFor(role)}${sequence}`;
    const replaced = loneSurrogates(content);
    this.#ownRepairs = replaced === 0 ? NONE : surrogateRepairs(replaced, id);
    return { id, role, content: replaced === 0 ? content : withoutLoneSurrogates(content), createdAt };
  }

  /** The prefix of the id that was made just now. A system prompt may come where nothing random can be drawn yet, and has a prefix of its own. */
  #prefixFor(role: Role): string {
    const asked = () => this.text(Method.IdPrefix);
    return role === "system" ? asked() : (this.#idPrefix ||= asked());
  }

  /** Any other message. `isNew` is false when an equal one with its id was there already; `replaced` counts lone surrogates. */
  append(message: MessageInput): { stored: Message; isNew: boolean; replaced: number } {
    return this.#appendSplit(message) ?? this.#appendJson(message);
  }

  /** Appends a message of texts and simple fields, and makes the copy of it here. Null, and nothing done, for any other message. */
  #appendSplit(message: MessageInput): { stored: Message; isNew: boolean; replaced: number } | null {
    const split = splitMessage(message, now, this.#limits);
    if (split === null) return null;
    const { given, copy } = split;
    this.check();
    checkToolCallId(message);
    this.#checkPlace(message.role);
    const sequence = this.call(Method.AppendParts, given);
    // The history has the message already. The usual way finds that, too, and returns it as it is.
    if (sequence < 0) return null;
    this.#ownRepairs = NONE;
    if (copy.id === undefined) copy.id = `${this.#prefixFor(message.role)}${sequence}`;
    return { stored: copy, isNew: true, replaced: 0 };
  }

  #appendJson(message: MessageInput): { stored: Message; isNew: boolean; replaced: number } {
    const { json, replaced } = messageJson(message, now, this.#limits);
    const { messageBytes } = this.#limits;
    if (json.length > messageBytes) throw tooLarge({ name: "The message", units: messageBytes });
    this.check();
    checkToolCallId(message);
    this.#checkPlace(message.role);
    const [isNew, written] = this.#run(() => this.#core.numberAndJson(Method.AppendJson, [json]));
    const stored = written as Message;
    this.#ownRepairs = surrogateRepairs(replaced, stored.id);
    return { stored, isNew: isNew > 0, replaced };
  }

  /** Appends all messages of a body in this format. */
  read(format: Format, body: unknown): void {
    refuseConversation(format, body);
    advised(
      () => this.#read(format, body),
      () => bodyAdvice(format, body),
    );
  }

  #read(format: Format, body: unknown): void {
    const { json, replaced } = this.#foreign(body, "The body");
    const program = programFormat(format);
    const createdAt = now();
    if (program === undefined) {
      this.call(Method.Read, [format, json, createdAt]);
      this.#ownRepairs = surrogateRepairs(replaced);
      return;
    }
    const reading = readProgram(program, json, this.#limits);
    const text = readingJson(reading);
    const ids = this.json(Method.ReadProgram, [text, createdAt]) as string[];
    this.#ownRepairs = [...surrogateRepairs(replaced), ...repairsOf(reading, (place) => ids[place])];
  }

  /** Appends what a provider answered. */
  addResponse(format: Format, response: unknown): Message {
    return advised(
      () => this.#addResponse(format, response),
      () => responseAdvice(format, response),
    );
  }

  #addResponse(format: Format, response: unknown): Message {
    const { json, replaced } = this.#foreign(response, "The response");
    const program = programFormat(format);
    const createdAt = now();
    if (program !== undefined) return this.#addRead(readProgram(program, json, this.#limits, true), replaced, createdAt);
    const stored = this.json(Method.AddResponse, [format, json, createdAt]) as Message;
    this.#ownRepairs = surrogateRepairs(replaced, stored.id);
    return stored;
  }

  /** Appends an answer that was read. Does not report repairs of known messages again. */
  #addRead(reading: Reading, replaced: number, createdAt: number): Message {
    const text = readingJson(reading);
    const { message, known, ids } = this.json(Method.AddProgramResponse, [text, createdAt]) as AddedResponse;
    this.#ownRepairs = [...surrogateRepairs(replaced, message.id), ...repairsOf(reading, (place) => ids[place - known])];
    return message;
  }

  /** Becomes the conversation of a snapshot, with its limits, and with its estimator unless another is given. Returns the settings that were kept in it. */
  restore(snapshot: string, estimator: Estimator | undefined, margin = true): unknown {
    const name = estimator === undefined ? undefined : coreName(estimator, margin);
    const createdAt = now();
    const restored = this.json(Method.Restore, [snapshot, name, createdAt]) as Restored;
    this.#limits = { messageBytes: restored.messageBytes, depth: restored.depth };
    this.#estimate = typeof estimator === "function" ? estimator : null;
    this.#ownRepairs = NONE;
    return restored.settings;
  }

  /** Takes note of what text lost on its way in. */
  noteSurrogates(replaced: number, messageId: string | undefined): void {
    this.#ownRepairs = surrogateRepairs(replaced, messageId);
  }

  #foreign(value: unknown, name: string) {
    return toJson(value, { name, code: "invalid-message", depth: this.#limits.depth, units: MOST_UNITS });
  }

  #checkPlace(role: Role): void {
    if (role !== "system" || this.messageCount === 0) return;
    throw new ConversationError("system-not-first", "System messages are only allowed as the first message");
  }

  get messageCount(): number {
    return this.call(Method.MessageCount);
  }

  /** The id of what the model is to answer: the newest message of the user that says something. */
  get currentRequest(): string | undefined {
    return (this.json(Method.CurrentRequest) as string | null) ?? undefined;
  }

  messages(): Message[] {
    return this.json(Method.Messages) as Message[];
  }

  lastAssistant(): Message | null {
    return this.json(Method.LastAssistant) as Message | null;
  }

  /** The request body, in the core's memory: valid until the next call. */
  request({ target, params, options, prompt, repairs }: RequestText): Uint8Array<ArrayBuffer> {
    const given = [target, params.json, options];
    const bytes = this.#run(() =>
      prompt === undefined ? this.#core.bytes(Method.Request, given) : this.#core.bytes(Method.RequestWithPrompt, [...given, prompt]),
    );
    this.#ownRepairs = [...surrogateRepairs(params.replaced + loneSurrogates(prompt ?? "")), ...repairs];
    return bytes;
  }

  setSystemPrompt(text: string | null): void {
    const createdAt = now();
    this.call(Method.SetSystemPrompt, [text, createdAt]);
    this.#ownRepairs = surrogateRepairs(loneSurrogates(text ?? ""));
  }

  setLimits(limits: Limits): void {
    this.call(Method.SetLimits, [limits.messageBytes, limits.depth]);
    this.#limits = limits;
  }

  repairs(): Repair[] {
    const made = this.json(Method.Repairs) as Repair[];
    return [...this.#ownRepairs.map((repair) => ({ ...repair })), ...made];
  }

  get tokensSpent(): number {
    return this.call(Method.TokensSpent);
  }

  get contextTokens(): number {
    this.check();
    if (this.#contextTokens === null) {
      this.settle();
      this.#contextTokens = this.#core.call(Method.ContextTokens);
    }
    return this.#contextTokens;
  }

  /**
   * Writes a request, and says what it takes: the history (corrected by the report of the request's model), its params, and what had to be
   * put in so that the provider takes it. The bytes are valid until the next call.
   */
  measured(text: RequestText): Measured {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      this.settle();
      const count = this.messageCount;
      const bytes = this.request(text);
      // The target decided where the history begins.
      if (this.messageCount !== count) continue;
      // The estimator may use the conversation, so the request is written again.
      if (this.#estimate !== null && this.#weigh(this.#estimate, BESIDE)) continue;
      return { bytes, ...this.#sizeOfRequest() };
    }
    throw endless();
  }

  /** The size of the history and of its parts. */
  breakdown(): Breakdown {
    this.settle();
    return this.json(Method.Breakdown) as Breakdown;
  }

  #sizeOfRequest(): Omit<Measured, "bytes"> {
    return sizeOfRequest(this.json(Method.RequestSize) as number[]);
  }

  /** The window of the last request, as far as the core knows it. */
  lastKnown(): Known {
    return this.#sizeOfRequest().known;
  }

  /**
   * Asks the caller's own estimator for what the core has no weight of yet. Done before a size is read or a rewrite measures
   * itself, not when messages are added: so no append can fail for the estimator's sake, and what fails has changed nothing.
   * With a draft, its messages are weighed too.
   */
  settle(draft?: number): void {
    const estimate = this.#estimate;
    // An estimator that asks for a size itself gets the one without the texts that it is being asked about.
    if (estimate === null || this.#isSettling) return;
    this.#isSettling = true;
    try {
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        if (!this.#weigh(estimate, HISTORY) && (draft === undefined || !this.#weigh(estimate, ofDraft(draft)))) return;
      }
      throw endless();
    } finally {
      this.#isSettling = false;
    }
  }

  /** Asks for the weights of texts that have none. False when there are no such texts. */
  #weigh(estimate: (text: string) => number, { open: method, take, draft }: Unweighed): boolean {
    const own = draft === undefined ? [] : [draft];
    const open = this.json(method, own) as { id: string; texts: string[] }[] | null;
    if (open === null) return false;
    const weights = JSON.stringify(open.map(({ id, texts }) => [id, weigh(texts, estimate)]));
    this.call(take, [...own, weights]);
    return true;
  }

  truncate(keepRecent: number | undefined, keepSystem: boolean): number {
    this.settle();
    return this.call(Method.Truncate, [keepRecent, keepSystem]);
  }

  clear(): void {
    this.settle();
    this.call(Method.Clear);
  }

  /** The number of rewrites that removed something: applied drafts, and each `truncate` and `clear`. */
  get reductionCount(): number {
    return this.call(Method.ReductionCount);
  }

  /** The report of the last of them. */
  reduction(): Reduction | null {
    return this.json(Method.Reduction) as Reduction | null;
  }
}
