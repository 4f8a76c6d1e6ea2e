// A proposal to make the history shorter, kept in the core until it is committed.

import type { Core } from "../../build/glue.js";
import { count, describe, invalid, isArray, oneOf, picked, reading, string } from "./check.js";
import type { Engine } from "./engine.js";
import { ConversationError } from "./errors.js";
import { messagesJson } from "./message.js";
import { withoutLoneSurrogateEscapes, write } from "./text.js";
import type { HistoryDraft } from "./types.js";

/** Characters of a result that are kept at either end, unless said. */
const KEPT_CHARACTERS = 200;
/** What a mark in the middle may take: shortening a result that is hardly longer than its ends would make it longer. */
const MARK_CHARACTERS = 50;
/** Results that clearing leaves alone, unless said. */
const KEPT_RESULTS = 3;

/** The draft that a reducer works on; the public face of it is HistoryDraft. */
export class Draft implements HistoryDraft {
  readonly #engine: Engine;
  #id: number | null;
  readonly #targetTokens: number | null;
  #isEdited = false;

  constructor(engine: Engine, targetTokens: number | null) {
    this.#engine = engine;
    this.#targetTokens = targetTokens;
    this.#id = engine.call((core) => core.beginDraft());
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
    const given = picked("options", options, ["longerThan", "head", "tail", "order"]);
    const { head = KEPT_CHARACTERS, tail = KEPT_CHARACTERS, order } = given;
    const kept = count("options.head", head) + count("options.tail", tail);
    const longerThan = given.longerThan === undefined ? kept + MARK_CHARACTERS : count("options.longerThan", given.longerThan);
    const isLargest = order !== undefined && oneOf("options.order", order, ["oldest", "largest"]) === "largest";
    // Which result is the largest, and whether shortening gains anything, is a matter of weights.
    this.#engine.settle();
    // What a caller's estimator has not seen yet has no size, so with one it cannot be told when to stop.
    const until = order !== undefined && this.#engine.estimates ? (this.#targetTokens ?? -1) : -1;
    return this.#edit((core, id) => core.draftShorten(id, longerThan, head as number, tail as number, isLargest, until));
  }

  clearToolResults(options: object = {}): number {
    const { keep = KEPT_RESULTS, placeholder, exclude = [] } = picked("options", options, ["keep", "placeholder", "exclude"]);
    count("options.keep", keep);
    if (placeholder !== undefined) string("options.placeholder", placeholder);
    const json = JSON.stringify({ placeholder: placeholder ?? null, exclude: strings("options.exclude", exclude) });
    return this.#editBy(json, (core, id, length) => core.draftClear(id, keep as number, length));
  }

  summarize(throughMessageId: string, summary: string): number {
    const json = JSON.stringify({ through: string("throughMessageId", throughMessageId), summary: string("summary", summary) });
    const createdAt = Date.now();
    return this.#editBy(json, (core, id, length) => core.draftSummarize(id, length, createdAt));
  }

  /** Makes `messages` the new history. */
  replace(messages: unknown): void {
    const { json, replaced } = messagesJson(messages, "messages", this.#engine.limits);
    const createdAt = Date.now();
    this.#call((core, id) => core.draftReplace(id, write(core, json), createdAt));
    this.#isEdited = true;
    this.#noteSurrogates(replaced);
  }

  /** Drops the oldest turns until the target is met. Returns how many messages go. */
  fit(targetTokens: number): number {
    this.#engine.settle();
    return this.#edit((core, id) => core.draftFit(id, targetTokens));
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
    if (id !== null) this.#engine.call((core) => core.dropDraft(id));
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
