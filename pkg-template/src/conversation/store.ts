// The state of a conversation for a user interface, and the calls that follow each change.
//
// While the number of rewrites stays the same, the transcript only grew, and the core writes only its end. Otherwise all of it is read
// and compared, so that equal messages and lists stay the same objects. All of a state is from one time, but for `breakdown`, which is
// made when it is first read. It is not called a snapshot, because `toJSON` returns one.

import { Method } from "../../../build/method.js";
import { callable } from "../input/check.js";
import { frozen } from "../input/frozen.js";
import { checkpoints } from "../suspend/suspend.js";
import type { Checkpoint } from "../suspend/checkpoint.js";
import type { Engine } from "../wasm/engine.js";
import * as queue from "./pending-queue.js";
import { engineOf } from "./reader.js";
import { ConversationWindow } from "./window.js";
import type { Breakdown } from "../types/breakdown.js";
import type { PendingMessage } from "../types/pending.js";
import type { AppliedReduction, TranscriptMessage } from "../types/index.js";

/**
 * The deeply frozen state of a conversation at one moment. Unchanged messages, entries and lists are the same objects in the next state.
 *
 * @example
 * const texts = ({ transcript }: ConversationState) => transcript.map(({ message }) => message.content);
 */
export interface ConversationState {
  /** As `conversation.transcript`. */
  readonly transcript: readonly TranscriptMessage[];
  /** As `conversation.reductions`. */
  readonly reductions: readonly AppliedReduction[];
  /** As `conversation.pending`. */
  readonly pending: readonly PendingMessage[];
  /** As `conversation.checkpoints`. */
  readonly checkpoints: readonly Checkpoint[];
  /** As `conversation.busy`. */
  readonly busy: boolean;
  /** As `conversation.contextTokens`. */
  readonly contextTokens: number;
  /** As `conversation.breakdown()`. It is computed when first read, from the conversation at that moment. */
  readonly breakdown: Breakdown;
}

/** Counts that show whether a state is current. */
interface Counts {
  readonly changes: number;
  /** Stays the same while the transcript only grows at its end. */
  readonly rewrites: number;
  /** The number of messages that were ever appended. */
  readonly appended: number;
}

/** The part of a conversation that user interfaces follow. */
export class ConversationStore extends ConversationWindow {
  readonly #engine = engineOf(this);
  #current: (Counts & { readonly state: ConversationState }) | null = null;

  /**
   * Calls `listener` after each change of what `getState` returns, and returns the function that ends the subscription. The listener is
   * called synchronously, before the method that made the change returns, and a last time by `dispose`. `prepare` may make several changes:
   * a promotion, reductions, and their rollback after a failure.
   *
   * A listener may read and change the conversation. A request that it writes replaces `lastRepairs`. If a listener throws, the error
   * becomes an unhandled rejection; the conversation and the other listeners are not affected.
   *
   * @throws ConversationError `invalid-argument` unless `listener` is a function; `disposed`.
   * @example
   * const unsubscribe = conversation.subscribe(() => render(conversation.getState()));
   */
  subscribe(listener: () => void): () => void {
    callable("listener", listener);
    this.#engine.check();
    return this.#engine.listeners.add(listener);
  }

  /**
   * Returns the state for a user interface: the same object until something changes. After a new message, the call reads only that message;
   * after a reduction or on another path, the transcript.
   *
   * After `dispose`, it returns the last state that it made, for components that are still there.
   *
   * @throws ConversationError `disposed` when no state was made before; `estimator-failed`.
   * @example
   * const { transcript, busy } = conversation.getState();
   */
  getState(): ConversationState {
    const engine = this.#engine;
    const last = this.#current;
    if (last !== null && (!engine.isAlive || countsOf(engine).changes === last.changes)) return last.state;
    // An estimator of the host's may run here, and change the conversation.
    const { contextTokens } = engine;
    const counts = countsOf(engine);
    const isRewritten = counts.rewrites !== last?.rewrites;
    const before = last?.state ?? { transcript: [], reductions: [], pending: [], checkpoints: [] };
    let made: Breakdown | undefined;
    const state = Object.freeze({
      transcript: isRewritten ? transcriptAfter(before.transcript, this.transcript) : grown(before.transcript, engine, last?.appended ?? 0),
      reductions: isRewritten ? listAfter(before.reductions, this.reductions, (_, place) => place) : before.reductions,
      pending: listAfter(before.pending, queue.pending(engine), ({ id }) => id),
      checkpoints: listAfter(before.checkpoints, checkpoints(engine), ({ checkpointId }) => checkpointId),
      busy: this.busy,
      contextTokens,
      get breakdown() {
        return (made ??= frozen(engine.breakdown()));
      },
    });
    this.#current = { ...counts, state };
    return state;
  }

  /** @internal Computes the lazy parts of the last state, before the conversation is gone. */
  completeState(): void {
    if (this.#engine.isAlive) void this.#current?.state.breakdown;
  }
}

function countsOf(engine: Engine): Counts {
  return {
    changes: engine.call(Method.ChangeCount),
    rewrites: engine.call(Method.RewriteCount),
    appended: engine.call(Method.AppendedCount),
  };
}

/** Returns the transcript with the new messages at its end. */
function grown(before: readonly TranscriptMessage[], engine: Engine, appended: number): readonly TranscriptMessage[] {
  const added = engine.json(Method.Transcript, [appended]) as TranscriptMessage[];
  return added.length === 0 ? before : Object.freeze(before.concat(frozen(added)));
}

/** Returns `now`, with the objects of `before` for unchanged entries and messages. */
function transcriptAfter(before: readonly TranscriptMessage[], now: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const known = new Map(before.map(({ message }) => [message.id, message]));
  const entries = now.map((entry) => ({ ...entry, message: after(known.get(entry.message.id), entry.message) }));
  return listAfter(before, entries, ({ message }) => message.id);
}

/** Returns `now`, with the objects of `before` for unchanged items, found by their keys; `before` itself if nothing changed. */
function listAfter<T>(before: readonly T[], now: readonly T[], keyOf: (thing: T, place: number) => unknown): readonly T[] {
  const known = new Map(before.map((thing, place) => [keyOf(thing, place), thing]));
  const list = now.map((thing, place) => after(known.get(keyOf(thing, place)), thing));
  const isSame = list.length === before.length && list.every((thing, place) => thing === before[place]);
  return isSame && Object.isFrozen(before) ? before : Object.freeze(list);
}

/** Returns `before` if `now` is equal to it, else `now`, frozen. */
function after<T>(before: T | undefined, now: T): T {
  return before !== undefined && isEqual(before, now) ? before : frozen(now);
}

/** Compares JSON values. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [fields, others] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  return (
    fields.length === Object.keys(other).length && fields.every(([key, value]) => Object.hasOwn(others, key) && isEqual(value, others[key]))
  );
}
