// The pace of a conversation: the growth of its history from one request to the next, and the age of the provider's cache.
//
// The age is measured here, because the core has no clock. It counts from the newest answer's `createdAt`, which snapshots keep.

import type { Engine } from "../wasm/engine.js";

/** The sizes of the history at its requests. */
interface Pace {
  /** Tokens at the last request, after its reductions. */
  last: number;
  /** Tokens that were added since the first request. */
  added: number;
  /** The number of requests that added tokens. */
  requests: number;
  /** Tokens that the last reduction left, or fewer if something else removed more; 0 before the first reduction. */
  left: number;
}

const paces = /* @__PURE__ */ new WeakMap<Engine, Pace>();

/** Returns the tokens that each request adds to the history, on average. The history has this size now. */
export function growthOf(engine: Engine, tokens: number): number {
  const pace = paces.get(engine);
  if (pace === undefined || pace.requests === 0) return (2 * tokens) / Math.max(2, engine.messageCount);
  return (pace.added + Math.max(0, tokens - pace.last)) / (pace.requests + (tokens > pace.last ? 1 : 0));
}

/** Returns the tokens that the last reduction for a request left; 0 before the first reduction. */
export function leftOf(engine: Engine): number {
  return paces.get(engine)?.left ?? 0;
}

/** Records a request: the size of the history before and after its reductions. */
export function notePace(engine: Engine, before: number, after: number): void {
  const pace = paces.get(engine);
  if (pace === undefined) return void paces.set(engine, { last: after, added: 0, requests: 0, left: after < before ? after : 0 });
  if (before > pace.last) {
    pace.added += before - pace.last;
    pace.requests += 1;
  }
  pace.last = after;
  pace.left = after < before ? after : Math.min(pace.left, after);
}

/** Returns true when the provider's cache has expired: its lifetime restarts with each answer. */
export function isColdAt(engine: Engine, now: number, cacheTtl: number | null): boolean {
  const answered = cacheTtl === null ? undefined : engine.lastAssistant()?.createdAt;
  return answered !== undefined && now - answered > (cacheTtl as number);
}
