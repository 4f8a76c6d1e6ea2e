// Running one reduction: the host's code between the beginning of a draft and its commit.

import { describe, invalid, isObject, isOurs, reading, reason } from "./check.js";
import { Draft } from "./draft.js";
import type { Engine } from "./engine.js";
import { ConversationError } from "./errors.js";
import type { Message, ReduceCallback, ReduceContext, Reduction } from "./types.js";

/** What a reduction starts from. */
export interface ReductionRequest {
  readonly error?: unknown;
  readonly model?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly targetTokens: number | null;
}

/** Reductions of one conversation at once. More are a reducer that waits for itself. */
const MOST_AT_ONCE = 8;

/** Runs one reduction of the conversation; null when nothing got smaller. */
export type Reduce = (request: ReductionRequest) => Promise<Reduction | null>;

/**
 * Lets `reduce` work on a new draft and applies what comes of it. Null: nothing got smaller.
 *
 * INVARIANT (I8, atomicity): whatever `reduce` does, throws or never answers, either a whole draft is applied or none of it.
 */
export async function runReduction(
  engine: Engine,
  reduce: (context: ReduceContext) => unknown,
  request: ReductionRequest,
): Promise<Reduction | null> {
  refuseAborted(request.signal);
  if (engine.reductionsUnderWay >= MOST_AT_ONCE) {
    const message = `${MOST_AT_ONCE} reductions of this conversation are under way at once; a reducer must not call \`prepare\` or \`recover\` of its own conversation.`;
    throw new ConversationError("reducer-failed", message);
  }
  engine.reductionsUnderWay += 1;
  try {
    return await runOne(engine, reduce, request);
  } finally {
    engine.reductionsUnderWay -= 1;
  }
}

async function runOne(engine: Engine, reduce: (context: ReduceContext) => unknown, request: ReductionRequest): Promise<Reduction | null> {
  const [tokens, reductions] = [engine.contextTokens, engine.reductionCount];
  const draft = new Draft(engine, request.targetTokens);
  try {
    const isWanted = await verdict(engine, reduce, contextOf(engine, draft, request), request);
    engine.check();
    if (!isWanted) return null;
    if (draft.isEdited) return draft.commit() ? engine.reduction() : null;
    // Instead of editing the draft, it may have called `truncate` or `clear`; only what really went counts.
    return engine.reductionCount > reductions && engine.contextTokens < tokens ? engine.reduction() : null;
  } finally {
    discard(draft);
  }
}

/** Runs the host's code to a yes or no. */
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
    // Code that listens to the signal throws because of it.
    refuseAborted(signal);
    // And code that disposed the conversation fails at whatever it does next.
    engine.check();
    if (isOurs(cause) && cause.code === "stale-plan") throw cause;
    const details = request.error === undefined ? {} : { details: { overflow: request.error } };
    throw new ConversationError("reducer-failed", `The reducer failed: ${reason(cause)}`, { cause, ...details });
  }
}

/** What the result of a reducer says: whether the draft is to be applied. An array is put into the draft first. */
export function applyResult(context: ReduceContext, result: unknown): boolean {
  if (result === undefined || result === true) return true;
  if (result === false) return false;
  if (!Array.isArray(result)) {
    const message = `A reducer must return the new messages, true, false or nothing; it returned ${describe(result)}.`;
    throw new ConversationError("reducer-failed", message);
  }
  ownDraft(context).replace(result);
  return true;
}

/** Asks the callback, and takes its answer into the draft. */
export function reduceBy(callback: ReduceCallback, context: ReduceContext): boolean | Promise<boolean> {
  ownDraft(context);
  const result: unknown = callback(context);
  if (isThenable(result)) return Promise.resolve(result).then((settled) => applyResult(context, settled));
  return applyResult(context, result);
}

/** A provider refused what was estimated as this size, so the estimate was too low and the goal must be well below it. */
export const REACTIVE_GOAL = 0.7;

/**
 * The default: until the target is met the oldest turns go, then the oldest tool rounds of the current turn, and at last the results that
 * are left are shortened. Without a target, a refused request still has to become shorter.
 */
export function fitTarget(context: ReduceContext): boolean {
  const draft = ownDraft(context);
  const { targetTokens: target, error } = reading("`context`", (): { targetTokens?: unknown; error?: unknown } => ({ targetTokens: context.targetTokens, error: context.error }));
  if (target === null) return error !== undefined && draft.fit(Math.floor(draft.tokens * REACTIVE_GOAL)) > 0;
  if (typeof target === "number" && target >= 0 && target < Infinity) return draft.fit(Math.floor(target)) > 0;
  throw invalid(`\`context.targetTokens\` must be a finite number, 0 or more, or null; given was ${describe(target)}.`);
}

/** An override of `reduce` may hand on a context of its own making, but the draft in it must be ours. */
function ownDraft(context: unknown): Draft {
  const draft = isObject(context) ? reading("`context`", () => (context.draft instanceof Draft ? context.draft : null)) : null;
  if (draft !== null) return draft;
  throw invalid("`context.draft` must be the draft that the reduction was begun with; `reduce` is for `prepare` and `recover` to call.");
}

function contextOf(engine: Engine, draft: Draft, { error, model, signal, targetTokens }: ReductionRequest): ReduceContext {
  const count = engine.messageCount;
  let messages: Message[] | null = null;
  return {
    ...(error !== undefined && { error }),
    ...(model !== undefined && { model }),
    ...(signal !== undefined && { signal }),
    draft,
    targetTokens,
    // Copied late, since most reducers only need the draft; and without what was added since, which stays in any case.
    get messages() {
      return (messages ??= engine.messages().slice(0, count));
    },
  };
}

/** Resolves as `work` does, or rejects as soon as the signal is aborted; what `work` does afterwards is nobody's concern. */
function raced(work: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const settled = Promise.resolve(work);
  if (signal === undefined) return settled;
  return new Promise((resolve, reject) => {
    const stop = () => reject(aborted(signal));
    // The host's code may have aborted it itself, and an event that is past comes no more.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const release = () => signal.removeEventListener("abort", stop);
    settled.then(resolve, reject).then(release, release);
  });
}

/** Throws `aborted` when the signal is. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted(signal);
}

function aborted(signal: AbortSignal): ConversationError {
  const cause: unknown = signal.reason;
  return new ConversationError("aborted", `The reduction was aborted: ${reason(cause)}`, { cause });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/** A draft ends with its reduction; when the conversation is gone, so is the draft. */
function discard(draft: Draft): void {
  try {
    draft.drop();
  } catch {
    // Disposed or poisoned: whoever asked is told that by the error that is on its way.
  }
}
