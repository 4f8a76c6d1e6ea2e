// One reduction: the host's code runs between the beginning of a draft and its commit.

import { isOurs, isThenable, reason } from "../input/check.js";
import { type ReductionRequest, contextOf } from "./context.js";
import { Draft } from "./draft.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { applyResult, ownDraft } from "./own-draft.js";
import { raced, refuseAborted } from "../input/signal.js";
import { begin, end, isWithin, within } from "../wasm/within.js";
import type { ReduceCallback, ReduceContext, Reduction } from "../types/index.js";

/** Reductions for one request. A reducer that does not succeed in three will not in four. */
export const MOST_ATTEMPTS = 3;

/** Runs one reduction of the conversation; null when nothing got smaller. */
export type Reduce = (request: ReductionRequest) => Promise<Reduction | null>;

/**
 * Lets `reduce` edit a new draft, and applies the draft. Null: nothing got smaller.
 *
 * INVARIANT (I8, atomicity): even if `reduce` throws or never returns, either the whole draft is applied or none of it.
 */
export async function runReduction(
  engine: Engine,
  reduce: (context: ReduceContext) => unknown,
  request: ReductionRequest,
): Promise<Reduction | null> {
  refuseAborted(request.signal);
  if (isWithin(engine.turns)) {
    throw new ConversationError(
      "reducer-failed",
      "A reducer must not reduce its own conversation, by `prepare`, `recover` or `reduceNow`: edit `context.draft` instead.",
    );
  }
  const run = begin(engine.turns);
  try {
    return await runOne(engine, (context) => within(run, () => reduce(context)), request);
  } finally {
    end(run);
  }
}

async function runOne(engine: Engine, reduce: (context: ReduceContext) => unknown, request: ReductionRequest): Promise<Reduction | null> {
  const [tokens, reductions] = [engine.contextTokens, engine.reductionCount];
  const draft = new Draft(engine, request.maxTokens);
  const count = engine.messageCount;
  // Without messages that are added later, which stay in any case.
  const messages = () => engine.messages().slice(0, count);
  try {
    const isWanted = await verdict(engine, reduce, contextOf(draft, messages, request), request);
    engine.check();
    if (!isWanted) return null;
    if (draft.isEdited) return engine.batch(() => apply(engine, draft));
    // Instead of editing the draft, it may have called `truncate` or `clear`; that counts if the history got smaller.
    engine.appliedCount = engine.reductionCount;
    return engine.appliedCount > reductions && engine.contextTokens < tokens ? engine.reduction() : null;
  } finally {
    discard(draft);
  }
}

/** Applies the draft. Returns its report. */
function apply(engine: Engine, draft: Draft): Reduction | null {
  if (!draft.commit()) return null;
  engine.appliedCount = engine.reductionCount;
  return engine.reduction();
}

/** Runs the host's code. Returns true if the draft is to be applied. */
async function verdict(
  engine: Engine,
  reduce: (context: ReduceContext) => unknown,
  context: ReduceContext,
  request: ReductionRequest,
): Promise<boolean> {
  const { signal } = request;
  try {
    const result = await raced(reduce(context), signal);
    refuseAborted(signal);
    return applyResult(context, result);
  } catch (cause) {
    // Code that listens to the signal throws after an abort.
    refuseAborted(signal);
    // Code that disposed the conversation throws at its next call.
    engine.check();
    if (isOurs(cause) && cause.code === "stale-plan") throw cause;
    const details = request.error === undefined ? {} : { details: { overflow: request.error } };
    throw new ConversationError("reducer-failed", `The reducer failed: ${reason(cause)}`, { cause, ...details });
  }
}

/** Calls the callback, and applies its result to the draft. */
export function reduceBy(callback: ReduceCallback, context: ReduceContext): boolean | Promise<boolean> {
  ownDraft(context);
  const result: unknown = callback(context);
  if (isThenable(result)) return Promise.resolve(result).then((settled) => applyResult(context, settled));
  return applyResult(context, result);
}

/** Drops a draft at the end of its reduction. */
function discard(draft: Draft): void {
  try {
    draft.drop();
  } catch {
    // The conversation is disposed or poisoned, which the caller's own error already says.
  }
}
