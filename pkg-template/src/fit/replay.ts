// A replay in the core: a list whose messages a conversation gets one by one, and reduces as one would have done that had got them so.

import { Method } from "../../../build/method.js";
import { TARGETS } from "../providers/names.js";
import { type PlainObject, isThenable } from "../input/check.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import { refuseAborted } from "../input/signal.js";
import { contextOf } from "../reduce/context.js";
import { Draft } from "../reduce/draft.js";
import { MOST_ATTEMPTS } from "../reduce/reduction.js";
import { type BodySize, type BodyTexts, bodySize, cannotFit } from "./body-size.js";
import { keptBy } from "../wasm/kept.js";
import { Engine } from "../wasm/engine.js";
import { stateless } from "../wasm/stateless.js";
import type { Estimator, FitMemory, Reducer, Reduction, Repair, Target } from "../types/index.js";
import type { WriteRepair } from "../types/program-format.js";
import type { CoreKept, FittedFields, Source } from "./source.js";

/** The goals of a replay. */
export interface Goals {
  readonly maxTokens: number;
  readonly reducer: Reducer;
  readonly estimator: Estimator;
  readonly margin: boolean;
  /** True: the list is reduced once, at its end. */
  readonly isOnce: boolean;
  /** JSON text of FormatOptions, or "". */
  readonly options: string;
  readonly signal: AbortSignal | undefined;
}

/** The result of a replay. */
export interface Outcome {
  /** The fitted list or body, as `Source.result` makes it, and its repairs. */
  readonly result: PlainObject;
  readonly repairs: readonly (Repair | WriteRepair)[];
  readonly size: BodySize;
  readonly reductions: readonly Reduction[];
  /** The size before the cut of a list that is reduced once; else null. */
  readonly before: number | null;
  readonly kept: object;
}

/** The list or body as the core writes it. */
interface Fitted {
  readonly body: FittedFields;
  readonly tokens: number;
  readonly beside: number;
  readonly repairs: Repair[];
}

/** The written list or body, and its size. */
type Measured = [fitted: Fitted, size: BodySize, before?: number];

/** The places where a replay stops, as the core numbers them: before a request, and after a summary of the provider. 0 is the end. */
const [REQUEST, BOUNDARY] = [1, 2];

/** The most cuts of a list that is reduced once. */
const MOST_CUTS = 8;

/** A replay. Run it once, to its end. */
export class Replay {
  readonly #engine: Engine;
  readonly #source: Source;
  readonly #goals: Goals;
  readonly #reductions: Reduction[] = [];

  /**
   * Reads the source, and continues from the memory.
   *
   * @throws ConversationError as the core reads bodies; `invalid-argument` when it is no memory of what was read.
   */
  constructor(source: Source, memory: FitMemory | null, goals: Goals) {
    this.#source = source;
    this.#goals = goals;
    this.#engine = new Engine(goals.estimator, DEFAULT_LIMITS, goals.margin);
    const { format, json, description, places } = source;
    try {
      const given = [format, json, goals.options, description, places === null ? "" : JSON.stringify(places)];
      this.#engine.call(Method.OpenReplay, given);
      if (memory === null || places === null) return;
      const known = places.filter((place) => place < memory.count).length;
      this.#engine.call(Method.ResumeReplay, [JSON.stringify(memory.kept), known]);
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  /**
   * Runs the replay. Yields the promise of a reduction that needs a summary, and continues with its result; without summaries, yields
   * nothing.
   *
   * @throws ConversationError `cannot-fit`, with the numbers.
   */
  *run(): Generator<unknown, Outcome, unknown> {
    try {
      return yield* this.#run();
    } finally {
      this.#close();
    }
  }

  #close(): void {
    this.#engine.dispose();
  }

  *#run(): Generator<unknown, Outcome, unknown> {
    const { maxTokens, isOnce } = this.#goals;
    const [fitted, size, before = null] = isOnce ? yield* this.#cutOnce() : yield* this.#cutAsItGrew();
    if (size.total > maxTokens) throw cannotFit(size, maxTokens, this.#engine.breakdown().parts.system, keptBy(this.#engine.kept));
    const { result, repairs } = this.#source.result(fitted.body);
    const kept = this.#engine.json(Method.FitMemory, [JSON.stringify(this.#source.loose)]) as CoreKept;
    return { result, repairs: [...fitted.repairs, ...repairs], size, reductions: this.#reductions, before, kept: this.#source.kept(kept) };
  }

  /** Reduces the whole list by as little as possible: only if it does not fit as it is written. */
  *#cutOnce(): Generator<unknown, Measured, unknown> {
    // So that a cut can be undone.
    this.#engine.call(Method.KeepTranscript, [true]);
    while (this.#advances());
    let [fitted, size] = this.#measured();
    const before = size.total;
    const boundaries = this.#reductions.length;
    // The written body may be larger than the history, because of added messages, or smaller, because of dropped results.
    let room = Math.min(this.#engine.contextTokens, size.total - size.params);
    for (let attempts = 0; attempts < MOST_CUTS; attempts += 1) {
      const over = size.total - this.#goals.maxTokens;
      if (over <= 0) break;
      // With less room, repairs may add as much again: each attempt takes twice as much off.
      room = Math.max(0, room - over * 2 ** attempts);
      // Each attempt cuts the whole list, so that its report and its notes are those of one cut.
      if (this.#reductions.length > boundaries) {
        this.#reductions.pop();
        this.#engine.call(Method.Undo);
      }
      if (!(yield* this.#reduce(room))) break;
      [fitted, size] = this.#measured();
      if (room === 0) break;
    }
    return [fitted, size, before];
  }

  /** Reduces the list where a conversation would have done that got its messages one by one. */
  *#cutAsItGrew(): Generator<unknown, Measured, unknown> {
    const room = Math.max(0, this.#goals.maxTokens - this.#beside());
    while (this.#advances(room)) {
      // A reduction may add to the request, such as replies that a provider wants beside notes.
      for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
        const goal = Math.max(0, room - this.#added(this.#engine.call(Method.SentTokens)));
        if (this.#engine.contextTokens <= goal || !(yield* this.#reduce(goal))) break;
      }
    }
    let [fitted, size] = this.#measured();
    for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
      const goal = Math.max(0, room - this.#added(size.total - size.params));
      if (this.#engine.contextTokens <= goal || !(yield* this.#reduce(goal))) break;
      [fitted, size] = this.#measured();
    }
    return [fitted, size];
  }

  /** Appends messages up to the next request that may not fit; without a room, all. False: all messages are there. */
  #advances(room?: number): boolean {
    for (;;) {
      const place = this.#engine.call(Method.Advance, [room]);
      if (place !== BOUNDARY) return place === REQUEST;
      const reduction = this.#engine.reduction();
      if (reduction !== null) this.#reductions.push(reduction);
    }
  }

  /** Reduces the history by the steps of `fitBudget`. False: it got no smaller. */
  *#reduce(maxTokens: number): Generator<unknown, boolean, unknown> {
    const { reducer, signal } = this.#goals;
    const draft = new Draft(this.#engine, maxTokens);
    try {
      const result: unknown = reducer.reduce(contextOf(draft, () => this.#engine.messages(), { maxTokens, signal }));
      const isWanted = isThenable(result) ? yield result : result;
      refuseAborted(signal);
      const reduction = isWanted !== false && draft.isEdited && draft.commit() ? this.#engine.reduction() : null;
      if (reduction !== null) this.#reductions.push(reduction);
      return reduction !== null;
    } finally {
      draft.drop();
    }
  }

  /** Tokens of a request that are not part of the history, such as added results. */
  #added(sent: number): number {
    return Math.max(0, sent - this.#engine.contextTokens);
  }

  #beside(): number {
    const { estimator } = this.#goals;
    if (typeof estimator !== "function") return this.#engine.call(Method.BesideTokens);
    return this.#source.isBody ? bodySize(this.#texts(this.#source.json), estimator).params : 0;
  }

  #measured(): Measured {
    this.#engine.settle();
    const fitted = this.#engine.json(Method.Fitted) as Fitted;
    const { estimator } = this.#goals;
    if (typeof estimator !== "function" || !this.#source.isBody)
      return [fitted, { total: fitted.tokens + fitted.beside, params: fitted.beside }];
    return [fitted, bodySize(this.#texts(this.#source.written(fitted.body)), estimator)];
  }

  #texts(body: string): BodyTexts {
    const number = TARGETS.indexOf(this.#source.format as Target);
    return stateless((core) => core.json(Method.BodyTexts, [number, body, this.#goals.options]) as BodyTexts);
  }
}
