// A proposal to make the history shorter: a copy of the history in the core, until it is committed.

import { now } from "../input/clock.js";
import { Method } from "../../../build/method.js";
import { count, oneOf, picked, string, strings, unlike } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { showAs } from "../wasm/inspect.js";
import { messagesJson } from "../input/message.js";
import { OwnDraft } from "./context.js";
import { estimateTokens } from "../request/estimate.js";
import { writtenAgain } from "../wasm/written.js";
import { withoutLoneSurrogateEscapes } from "../input/surrogates.js";
import type { HistoryDraft, Message, WrittenRequest } from "../types/index.js";

/** Default number of characters of a result that are kept at either end. */
const KEPT_CHARACTERS = 200;
/** Room for the mark in the middle. A result that is hardly longer than its two ends would get longer, not shorter. */
const MARK_CHARACTERS = 50;
/** Default number of results that clearing keeps. */
const KEPT_RESULTS = 3;
/** The most times that one step is run, and how many of these runs may begin again. */
const MOST_RUNS = 8;
const MOST_RESTARTS = 4;
/** A cut leaves at most a 32nd of its room free. */
const SPARE_SHIFT = 5;

/** A state of a draft. */
export interface Mark {
  /** The number of the copy in the core. */
  readonly copy: number;
  readonly isEdited: boolean;
}

/** The limits of a fit. */
export interface FitLimits {
  /** Tokens that the next request may hold. */
  readonly target: number;
  /** Tokens above which the caller reduces. */
  readonly hold: number;
  /** Tokens to which a reduction reduces. */
  readonly jump: number;
  /** Newest turns to drop last. */
  readonly keepTurns: number;
  /** True if the oldest messages go first. */
  readonly byAge: boolean;
}

/** The oldest messages of a draft, which a summary is to replace. */
export interface Span {
  /** The first message of its last unit. */
  readonly through: string;
  readonly tokens: number;
  readonly messages: Message[];
  /** Its text in pieces, a line for each message; each piece has the places of its first and last message. */
  readonly chunks: readonly { text: string; first: number; last: number }[];
}

/** The draft that a reducer edits; its public type is HistoryDraft. */
export class Draft extends OwnDraft implements HistoryDraft {
  readonly #engine: Engine;
  /** The number of the copy of the history in the core; null when the reduction has ended. */
  #copy: number | null;
  readonly #maxTokens: number | null;
  #isEdited = false;
  /** The copies of marks that are neither ended nor gone back to. */
  readonly #marks = new Set<number>();

  constructor(engine: Engine, maxTokens: number | null) {
    super();
    this.#engine = engine;
    this.#maxTokens = maxTokens;
    this.#copy = engine.call(Method.BeginDraft);
    engine.kept = null;
    showAs(Draft.prototype, (own) => ({
      messages: () => own.count,
      tokens: () => own.tokens,
      turnCount: () => own.turnCount,
      isEdited: () => own.#isEdited,
    }));
  }

  get tokens(): number {
    this.#settle();
    return this.#engine.call(Method.DraftTokens, [this.#open()]);
  }

  get turnCount(): number {
    return this.#size.turns;
  }

  /** Kept here, because the core does not answer about a draft that a `truncate` made stale. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  keepRecentTurns(turns: number): number {
    return this.#edit("keepRecentTurns", { turns: count("turns", turns) });
  }

  keepRecentMessages(messages: number): number {
    return this.#edit("keepRecentMessages", { messages: count("count", messages) });
  }

  remove(messageIds: string[]): number {
    return this.#edit("remove", { ids: strings("messageIds", messageIds) });
  }

  shortenToolResults(options: object = {}): number {
    const given = picked("options", options, ["longerThan", "head", "tail", "media", "order"]);
    const { head = KEPT_CHARACTERS, tail = KEPT_CHARACTERS, media = false, order } = given;
    if (typeof media !== "boolean") throw unlike("options.media", "true or false", media);
    const kept = count("options.head", head) + count("options.tail", tail);
    const longerThan = given.longerThan === undefined ? kept + MARK_CHARACTERS : count("options.longerThan", given.longerThan);
    const largest = order !== undefined && oneOf("options.order", order, ["oldest", "largest"]) === "largest";
    this.#settle();
    const until = order === undefined ? null : this.#maxTokens;
    return this.#edit("shortenResults", { longerThan, head, tail, media, largest, until });
  }

  /** Shortens results, and their content other than text, in this order until the target is met. Returns the number of changed results. */
  shortenUntil(maxTokens: number, order: "oldest" | "largest"): number {
    this.#settle();
    const ends = { head: KEPT_CHARACTERS, tail: KEPT_CHARACTERS, longerThan: 2 * KEPT_CHARACTERS + MARK_CHARACTERS };
    return this.#edit("shortenResults", { ...ends, media: true, largest: order === "largest", until: maxTokens });
  }

  clearToolResults(options: object = {}): number {
    const { keep = KEPT_RESULTS, placeholder, exclude = [] } = picked("options", options, ["keep", "placeholder", "exclude"]);
    count("options.keep", keep);
    if (placeholder !== undefined) string("options.placeholder", placeholder);
    const operation = { keep, placeholder, exclude: strings("options.exclude", exclude) };
    this.#settle();
    return this.#edit("clearResults", operation);
  }

  summarize(throughMessageId: string, summary: string): number {
    return this.replaceSpan(string("throughMessageId", throughMessageId), string("summary", summary), 0);
  }

  /**
   * Replaces everything through this message, except the first `pinFirst` messages, by a summary, at their place or at the end. Returns the
   * number of removed messages.
   */
  replaceSpan(through: string, summary: string, pinFirst: number, atEnd = false): number {
    return this.#edit("summarize", { through, summary, pinFirst, atEnd }, now());
  }

  /** The number of times that the history was rewritten: by reductions, edits and other paths. */
  get rewrites(): number {
    return this.#engine.call(Method.RewriteCount);
  }

  /** Identifies the conversation. */
  get owner(): object {
    return this.#engine;
  }

  /** Writes the last prepared request with the history as it is now; null before the first. */
  written(): WrittenRequest | null {
    return writtenAgain(this.#engine);
  }

  /** Makes `messages` the new history, whatever the draft proposed before. */
  replace(messages: unknown): void {
    const { json, replaced } = messagesJson(messages, "messages", this.#engine.limits);
    this.#apply(`{"op":"replace","messages":${json}}`, now());
    this.#isEdited = true;
    this.#reportSurrogates(replaced);
  }

  /** Clears and shortens results until `jump` tokens are met, the newest results until `target`. Returns the number of changed results. */
  shrinkResults(limits: FitLimits): number {
    this.#settle();
    return this.#edit("shrinkResults", { ...limits });
  }

  /** Drops messages until `jump` tokens are met, and shortens the rest until `target`. Returns the number of removed or changed messages. */
  giveUpMessages(limits: FitLimits): number {
    return this.#reach("giveUpMessages", limits);
  }

  /** Takes all steps of a fit at once, so that results and messages are chosen together. Returns the number of removed or changed messages. */
  fit(limits: FitLimits): number {
    return this.#reach("fit", limits);
  }

  /**
   * Runs a step until the draft takes at most `target` tokens. The core guesses the sizes of new texts until the caller's own estimator
   * counts them. If they are larger, or much smaller, the step runs again on what was there before it, with less or more room: a second cut
   * of the first cut would remove much more. Where the steps are coarse, it takes what fitted. Only the last runs cut what the runs before
   * them left.
   */
  #reach(op: string, { target, hold, jump, ...rest }: FitLimits): number {
    const least = jump === target ? target - (target >> SPARE_SHIFT) : 0;
    let [changed, missed] = [0, 0];
    // The most that left too much, and the least that left little enough: the next guess is between the two.
    let [few, enough] = [-Infinity, Infinity];
    for (let run = 1; ; run += 1) {
      this.#settle();
      const before = this.#engine.asksHost && run <= MOST_RESTARTS ? this.mark() : null;
      const less = (tokens: number) => Math.max(0, tokens - missed);
      const made = this.#edit(op, { target: less(target), hold: less(hold), jump: less(jump), ...rest });
      const over = this.tokens - target;
      const isFitted = over <= 0 && (before === null || run === MOST_RESTARTS || this.tokens >= least);
      const isDone = isFitted || run === MOST_RUNS || (made === 0 && missed >= 0);
      if (before !== null && isDone) this.forget(before);
      else if (before !== null) this.goBack(before);
      else changed += made;
      if (isDone) return before === null ? changed : made;
      if (over > 0) few = Math.max(few, missed);
      else enough = Math.min(enough, missed);
      // A little more each time, so that few runs are enough.
      missed += over > 0 ? over + ((run * target) >> 8) : over;
      if (run + 1 === MOST_RESTARTS && enough < Infinity) missed = enough;
      else if (missed <= few || missed >= enough) missed = Math.ceil((few + enough) / 2);
    }
  }

  /**
   * Removes what is older than the newest `size` messages, or two messages if there are no older ones; with a goal, until it is met.
   * Returns the number of removed messages.
   */
  slide(size: number, pinFirst: number, goal: number | null): number {
    this.#settle();
    return this.#edit("slide", { size, pinFirst, until: goal });
  }

  /** The number of messages, without the system prompt. */
  get count(): number {
    return this.#size.messages;
  }

  get #size(): { turns: number; messages: number } {
    return this.#query("size") as { turns: number; messages: number };
  }

  /** `estimateTokens`, for strategies: the function needs the engine, which strategies must not import. */
  get estimate(): typeof estimateTokens {
    return estimateTokens;
  }

  /** The messages that it holds. */
  messages(): Message[] {
    return this.#query("messages") as Message[];
  }

  /** The oldest `messages`, in whole units. Chunks of their text take at most about `budget` tokens. */
  oldest(messages: number, { rounds, pinFirst, budget }: { rounds: "up" | "down"; pinFirst: number; budget: number }): Span | null {
    return this.#query("oldest", { messages, roundsUp: rounds === "up", pinFirst, budget }) as Span | null;
  }

  /**
   * The span to remove so that the rest holds at most `goal` tokens: turns older than the newest `keepTurns` and, with `maySplit`, rounds
   * of these newest turns.
   */
  surplus(goal: number, options: { keepTurns: number; maySplit: boolean; budget: number }): Span | null {
    this.#settle();
    return this.#query("surplus", { goal, ...options }) as Span | null;
  }

  /** Marks the current state. End the mark by `goBack` or `forget`. */
  mark(): Mark {
    const copy = this.#engine.call(Method.CopyDraft, [this.#open()]);
    this.#marks.add(copy);
    return { copy, isEdited: this.#isEdited };
  }

  goBack({ copy, isEdited }: Mark): void {
    this.#engine.call(Method.DropDraft, [this.#open()]);
    this.#marks.delete(copy);
    this.#copy = copy;
    this.#isEdited = isEdited;
  }

  forget({ copy }: Mark): void {
    this.#marks.delete(copy);
    this.#engine.call(Method.DropDraft, [copy]);
  }

  /**
   * Carries out a policy: keeps messages whole, replaces results by texts, or pictures by lines. Without `texts`, `putTexts` clears the
   * results. Returns the number of changed messages.
   */
  enforce(op: "keep" | "putTexts" | "dropPictures", details: object): number {
    this.#settle();
    return this.#edit(op, details);
  }

  /** Records that these options keep messages whole, for errors. */
  notePolicies(options: string[]): void {
    const tokens = this.#query("kept") as number;
    this.#engine.kept = tokens === 0 ? null : { options, tokens };
  }

  /** Reports that a step failed and the next step was taken. */
  noteSkipped(detail: string): void {
    this.#edit("reportSkipped", { detail });
  }

  /** Applies the draft and ends it. False: it would not make the history smaller, and the history is unchanged. */
  commit(): boolean {
    this.#settle();
    const copy = this.#open();
    this.#copy = null;
    return this.#engine.call(Method.CommitDraft, [copy]) > 0;
  }

  /** Ends the draft without effect. Idempotent. After a reset of the engine, the memory of the copy is already gone. */
  drop(): void {
    // A step that failed left its mark.
    const copies = this.#copy === null ? [...this.#marks] : [this.#copy, ...this.#marks];
    this.#copy = null;
    this.#marks.clear();
    if (this.#engine.isAlive) for (const copy of copies) this.#engine.call(Method.DropDraft, [copy]);
  }

  /** Lets the host's estimator count the unknown sizes. An edit that compares sizes calls it first. */
  #settle(): void {
    this.#engine.settle(this.#open());
  }

  /** Queries the core about the draft; null if there is no answer. */
  #query(op: string, details: object = {}): unknown {
    const question = JSON.stringify({ op, ...details });
    return this.#engine.json(Method.QueryDraft, [this.#open(), question]);
  }

  /** Runs an operation. Returns how much it changed. An operation that makes messages needs the time. */
  #edit(op: string, details: object, createdAt?: number): number {
    const { json, replaced } = withoutLoneSurrogateEscapes(JSON.stringify({ op, ...details }));
    const changed = this.#apply(json, createdAt);
    if (changed > 0) this.#isEdited = true;
    this.#reportSurrogates(replaced);
    return changed;
  }

  #apply(operation: string, createdAt: number | undefined): number {
    return this.#engine.call(Method.EditDraft, createdAt === undefined ? [this.#open(), operation] : [this.#open(), operation, createdAt]);
  }

  #reportSurrogates(replaced: number): void {
    if (replaced > 0) this.#edit("reportSurrogates", { count: replaced });
  }

  #open(): number {
    // A conversation that is gone is the better explanation, and it ends its drafts.
    this.#engine.check();
    if (this.#copy !== null) return this.#copy;
    throw new ConversationError("stale-plan", "The reduction of this draft has ended; a draft cannot be used afterwards.");
  }
}
