// A proposal to make the history shorter, kept in the core until it is committed.

import type { Core } from "../../../build/glue.js";
import { count, describe, invalid, isArray, oneOf, picked, reading, string } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { showAs } from "../wasm/inspect.js";
import { messagesJson } from "../input/message.js";
import { OwnDraft } from "./context.js";
import { estimateTokens } from "../request/stateless.js";
import { withoutLoneSurrogateEscapes } from "../input/surrogates.js";
import { readJson, write } from "../wasm/text.js";
import type { HistoryDraft, Message } from "../types/index.js";

/** Characters of a result that are kept at either end, unless said. */
const KEPT_CHARACTERS = 200;
/** What a mark in the middle may take: shortening a result that is hardly longer than its ends would make it longer. */
const MARK_CHARACTERS = 50;
/** Results that clearing leaves alone, unless said. */
const KEPT_RESULTS = 3;

/** A state of a draft. */
export interface Mark {
  readonly copy: number;
  readonly isEdited: boolean;
}

/** The oldest messages of a draft, for a summary to stand for. */
export interface Span {
  /** The message that its last unit begins with. */
  readonly through: string;
  readonly tokens: number;
  readonly messages: Message[];
  /** Its text, a line a message, in pieces; each with the places of its first and last message. */
  readonly chunks: readonly { text: string; first: number; last: number }[];
}

/** The draft that a reducer works on; the public face of it is HistoryDraft. */
export class Draft extends OwnDraft implements HistoryDraft {
  readonly #engine: Engine;
  #id: number | null;
  readonly #targetTokens: number | null;
  #isEdited = false;
  readonly #marks = new Set<number>();

  constructor(engine: Engine, targetTokens: number | null) {
    super();
    this.#engine = engine;
    this.#targetTokens = targetTokens;
    this.#id = engine.call((core) => core.beginDraft());
    showAs(Draft.prototype, (own) => ({
      messages: () => own.count,
      tokens: () => own.tokens,
      turnCount: () => own.turnCount,
      isEdited: () => own.#isEdited,
    }));
  }

  get tokens(): number {
    this.#engine.settle();
    return this.#call((core, id) => core.draftTokens(id));
  }

  get turnCount(): number {
    return this.#call((core, id) => core.draftTurns(id));
  }

  /** Kept here, because the core refuses to speak of a draft that a `truncate` made stale, edited or not. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  keepRecentTurns(turns: number): number {
    count("turns", turns);
    return this.#edit((core, id) => core.draftKeepTurns(id, turns));
  }

  keepRecentMessages(messages: number): number {
    count("count", messages);
    return this.#edit((core, id) => core.draftKeepMessages(id, messages));
  }

  remove(messageIds: string[]): number {
    const json = JSON.stringify(strings("messageIds", messageIds));
    return this.#editBy(json, (core, id, length) => core.draftRemove(id, length));
  }

  shortenToolResults(options: object = {}): number {
    const given = picked("options", options, ["longerThan", "head", "tail", "media", "order"]);
    const { head = KEPT_CHARACTERS, tail = KEPT_CHARACTERS, media = false, order } = given;
    if (typeof media !== "boolean") throw invalid(`\`options.media\` must be true or false; given was ${describe(media)}.`);
    const kept = count("options.head", head) + count("options.tail", tail);
    const longerThan = given.longerThan === undefined ? kept + MARK_CHARACTERS : count("options.longerThan", given.longerThan);
    const isLargest = order !== undefined && oneOf("options.order", order, ["oldest", "largest"]) === "largest";
    // Which result is the largest, and whether shortening gains anything, is a matter of weights.
    this.#engine.settle();
    const until = order === undefined ? undefined : (this.#targetTokens ?? undefined);
    const shortening = { longerThan, head: head as number, tail: tail as number, media, largest: isLargest, until };
    return this.#edit((core, id) => core.draftShorten(id, shortening));
  }

  /** Shortens results, and what is no text in them, in this order until the target is met. Returns how many change. */
  shortenUntil(targetTokens: number, order: "oldest" | "largest"): number {
    this.#engine.settle();
    const ends = { head: KEPT_CHARACTERS, tail: KEPT_CHARACTERS, longerThan: 2 * KEPT_CHARACTERS + MARK_CHARACTERS };
    const shortening = { ...ends, media: true, largest: order === "largest", until: targetTokens };
    return this.#edit((core, id) => core.draftShorten(id, shortening));
  }

  clearToolResults(options: object = {}): number {
    const { keep = KEPT_RESULTS, placeholder, exclude = [] } = picked("options", options, ["keep", "placeholder", "exclude"]);
    count("options.keep", keep);
    if (placeholder !== undefined) string("options.placeholder", placeholder);
    const json = JSON.stringify({ placeholder: placeholder ?? null, exclude: strings("options.exclude", exclude) });
    this.#engine.settle();
    return this.#editBy(json, (core, id, length) => core.draftClear(id, keep as number, length));
  }

  summarize(throughMessageId: string, summary: string): number {
    return this.replaceSpan(string("throughMessageId", throughMessageId), string("summary", summary), 0);
  }

  /** Puts a summary in place of everything through this message, but for the first `pinFirst`. Returns how many messages go. */
  replaceSpan(through: string, summary: string, pinFirst: number): number {
    const json = JSON.stringify({ through, summary });
    const createdAt = Date.now();
    return this.#editBy(json, (core, id, length) => core.draftSummarize(id, length, pinFirst, createdAt));
  }

  /** Makes `messages` the new history, whatever the draft proposed before. */
  replace(messages: unknown): void {
    const { json, replaced } = messagesJson(messages, "messages", this.#engine.limits);
    const createdAt = Date.now();
    this.#call((core, id) => core.draftReplace(id, write(core, json), createdAt));
    this.#isEdited = true;
    this.#noteSurrogates(replaced);
  }

  /** Clears and shortens results until `jump` tokens are met, the newest ones until `target`. Returns how many change. */
  shrinkResults(target: number, jump: number): number {
    this.#engine.settle();
    return this.#edit((core, id) => core.draftShrink(id, target, jump));
  }

  /** Drops turns, then rounds, until `jump` tokens are met, and cuts down what is left until `target`. Returns how many go or change. */
  giveUpMessages(target: number, jump: number, keepTurns: number): number {
    this.#engine.settle();
    return this.#edit((core, id) => core.draftGiveUp(id, target, jump, keepTurns));
  }

  /**
   * Cuts off what is older than the newest `size` messages, or two messages when there are no more; given a goal, until it is met. Returns
   * how many messages go.
   */
  slide(size: number, pinFirst: number, goal: number | null): number {
    this.#engine.settle();
    return this.#edit((core, id) => core.draftSlide(id, size, pinFirst, goal ?? undefined));
  }

  /** How many messages it holds, the system prompt not counted. */
  get count(): number {
    return this.#call((core, id) => core.draftCount(id));
  }

  /** Tokens, as `estimateTokens` counts them. Strategies ask here, because the function needs the engine and they do not. */
  get estimate(): typeof estimateTokens {
    return estimateTokens;
  }

  /** The messages that it holds. */
  messages(): Message[] {
    return this.#read((core, id) => core.draftMessages(id)) as Message[];
  }

  /** The oldest `messages`; a unit that this would split is in it, or stays. Chunks of its text take at most about `budget` tokens. */
  oldest(messages: number, { rounds, pinFirst, budget }: { rounds: "up" | "down"; pinFirst: number; budget: number }): Span | null {
    return this.#read((core, id) => core.draftOldest(id, messages, rounds === "up", pinFirst, budget)) as Span | null;
  }

  /** What has to go for the rest to hold at most `goal` tokens: turns older than the newest `keepTurns`, and rounds of those if it may. */
  surplus(goal: number, { keepTurns, maySplit, budget }: { keepTurns: number; maySplit: boolean; budget: number }): Span | null {
    this.#engine.settle();
    return this.#read((core, id) => core.draftSurplus(id, goal, keepTurns, maySplit, budget)) as Span | null;
  }

  /** The state as it is now, to go back to. It ends with the draft, or with `forget`. */
  mark(): Mark {
    const copy = this.#call((core, id) => core.copyDraft(id));
    this.#marks.add(copy);
    return { copy, isEdited: this.#isEdited };
  }

  goBack({ copy, isEdited }: Mark): void {
    this.#marks.delete(copy);
    this.#call((core, id) => core.restoreDraft(id, copy));
    this.#isEdited = isEdited;
  }

  forget({ copy }: Mark): void {
    if (this.#marks.delete(copy)) this.#engine.call((core) => core.dropDraft(copy));
  }

  /** Reports that a step failed, and that the next was taken. */
  noteSkipped(detail: string): void {
    this.#call((core, id) => core.draftNoteSkipped(id, write(core, detail)));
  }

  /** Applies it and ends it. False: it would not make the history smaller, which is unchanged then. */
  commit(): boolean {
    this.#engine.settle();
    const id = this.#open();
    this.#id = null;
    return this.#engine.call((core) => core.commitDraft(id));
  }

  /** Ends it without effect. Idempotent. */
  drop(): void {
    const id = this.#id;
    this.#id = null;
    for (const copy of this.#marks) this.#engine.call((core) => core.dropDraft(copy));
    this.#marks.clear();
    if (id !== null) this.#engine.call((core) => core.dropDraft(id));
  }

  #read(work: (core: Core, id: number) => number): unknown {
    return this.#call((core, id) => {
      const length = work(core, id);
      return length === 0 ? null : readJson(core, length);
    });
  }

  #editBy(json: string, work: (core: Core, id: number, length: number) => number): number {
    const { json: text, replaced } = withoutLoneSurrogateEscapes(json);
    const changed = this.#edit((core, id) => work(core, id, write(core, text)));
    this.#noteSurrogates(replaced);
    return changed;
  }

  #noteSurrogates(replaced: number): void {
    if (replaced > 0) this.#call((core, id) => core.draftNoteSurrogates(id, replaced));
  }

  /** Runs an operation that returns how much it changed. */
  #edit(operation: (core: Core, id: number) => number): number {
    const changed = this.#call(operation);
    if (changed > 0) this.#isEdited = true;
    return changed;
  }

  #call<R>(work: (core: Core, id: number) => R): R {
    const id = this.#open();
    return this.#engine.call((core) => work(core, id));
  }

  #open(): number {
    // A conversation that is gone is the better explanation, and it ends its drafts.
    this.#engine.check();
    if (this.#id !== null) return this.#id;
    throw new ConversationError("stale-plan", "The reduction of this draft has ended; a draft cannot be used afterwards.");
  }
}

function strings(name: string, value: unknown): string[] {
  const copy = isArray(value) ? reading(`\`${name}\``, () => [...value]) : null;
  if (copy?.every((item) => typeof item === "string") === true) return copy as string[];
  throw invalid(`\`${name}\` must be an array of strings; given was ${describe(value)}.`);
}
