// Summaries that are started before they are needed.
//
// Several conversations may share a strategy, as forks do, and `isDue` is not given the conversation. So `isDue` decides by sizes alone, and
// `reduce` knows the conversation by its draft.

import { callable, count, invalid, isObject, picked, quoted, reading, unlike } from "../input/check.js";
import { boolean } from "../input/options.js";
import { raced } from "../input/signal.js";
import type { Draft } from "../reduce/draft.js";
import { goalOf } from "../reduce/strategies/goal.js";
import { SUMMARY_PROMPT, type SummaryOptions, summaryOptions } from "../reduce/summary.js";
import type { ReduceContext, ReduceResult, Reducer } from "../index.js";
import { type Job, OUTDATED, adopted, isCurrent, isPlaced, started } from "./job.js";
import type { AheadReducer, SummarizeAheadOptions } from "./types.js";

const NAMES = [
  "summarize",
  "startAt",
  "reduceTo",
  "keepTurns",
  "wait",
  "systemPrompt",
  "summaryTokens",
  "maxPromptTokens",
  "summaryPlace",
  "onFailure",
];

/** Share of the room that the history grows before a summary is tried again. */
const PAUSE = 0.05;

/** The checked options. */
interface Ahead {
  readonly settings: SummaryOptions;
  readonly startAt: number;
  readonly reduceTo: number;
  readonly keepTurns: number;
  readonly wait: boolean;
  readonly onFailure: (error: unknown) => void;
}

/** The summary of a conversation. */
interface State {
  /** The newest summary; null before the first, and after a failure. */
  job: Job | null;
  /** Tokens of the history above which a summary is started. */
  next: number;
  /** The failure of the last one, until a reduction reports it. */
  failure: unknown;
}

/**
 * Makes a strategy that asks for a summary before the window is full, while the conversation goes on. The summary covers the oldest turns.
 * It takes their place at the next moment that costs nothing extra: when the request does not fit, when the provider's cache has expired
 * (`cacheTtl`), when `strategy` is due, or when you call `reduceNow`. If it is not enough, `strategy` does the rest.
 *
 * A summary is used only if the messages that it covers are as they were: none was edited, removed or pinned since, and no other came
 * between them. If not, or if `summarize` fails, nothing changes: `onFailure` gets the error, and another summary is started
 * later. A request that does not fit waits for a summary that is running, unless `wait` is false. Snapshots do not keep a summary that is
 * not placed yet.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const reduce = summarizeAhead(fitBudget(), { summarize: onCache(ask), startAt: 0.7 });
 * const conversation = new ConversationManager({ tokenLimit: 200_000, cacheTtl: 300_000, reduce });
 */
export function summarizeAhead(strategy: Reducer, options: SummarizeAheadOptions): AheadReducer {
  if (!isObject(strategy) || typeof reading("`strategy`", () => strategy.reduce) !== "function")
    throw invalid("`strategy` must be a strategy, such as `fitBudget()`.");
  const ahead = checked(options);
  const states = new WeakMap<object, State>();
  const running: Promise<void>[] = [];
  let due = { room: -1, isDue: false };

  const begin = (draft: Draft, target: number, state: State) => {
    state.next = draft.tokens + target * PAUSE;
    const job = started(draft, target, ahead);
    if (job === null) return;
    state.job = job;
    const done = job.done.then(() => {
      running.splice(running.indexOf(done), 1);
      if (job.failure !== undefined) drop(state, job, job.failure.error);
    });
    running.push(done);
  };
  const drop = (state: State, job: Job, error: unknown) => {
    if (state.job !== job) return;
    [state.job, state.failure] = [null, error];
    try {
      ahead.onFailure(error);
    } catch {
      // A failure of the host's own report must not end the conversation's request.
    }
  };

  return {
    name: "summarize-ahead",
    isDue(size) {
      due = { room: size.room, isDue: strategy.isDue?.(size) ?? false };
      return due.isDue || size.tokens > size.room * ahead.startAt;
    },
    async reduce(context) {
      const draft = draftOf(context);
      const { target, isRefused } = goalOf(context);
      const isOver = isRefused || (target !== null && draft.tokens > target);
      const isNeeded = isOver || (target !== null && due.room === target && due.isDue);
      due = { room: -1, isDue: false };
      const state = states.get(draft.owner) ?? { job: null, next: 0, failure: undefined };
      states.set(draft.owner, state);
      if (isOver && ahead.wait && state.job !== null) await raced(state.job.done, context.signal);
      const { job } = state;
      if (job !== null && !isCurrent(draft, job)) {
        // Its messages are also gone when it has taken their place.
        if (isPlaced(draft, job)) state.job = null;
        else drop(state, job, new Error(OUTDATED));
      }
      if (job !== null && state.job === job && job.text !== null && (isNeeded || context.isCold === true)) {
        const failure = adopted(draft, job, ahead.settings.atEnd);
        state.next = 0;
        if (failure !== null) drop(state, job, failure.error);
        else if (target === null || draft.tokens <= target) return true;
      }
      // The request fits, and the summary will come.
      if (!isOver && state.job?.text === null) return false;
      if (isNeeded) return rest(strategy, context, draft, state);
      if (draft.isEdited) return true;
      if (target !== null && state.job === null && draft.tokens > Math.max(target * ahead.startAt, state.next)) begin(draft, target, state);
      return false;
    },
    running: async () => {
      await Promise.all(running);
    },
  };
}

/** Lets the strategy reduce, and reports why there is no summary. */
async function rest(strategy: Reducer, context: ReduceContext, draft: Draft, state: State): Promise<ReduceResult> {
  if (state.failure !== undefined)
    draft.noteSkipped(`the summary that was started ahead failed, so older messages are reduced by other steps: ${quoted(state.failure)}`);
  state.failure = undefined;
  const isEdited = draft.isEdited;
  const result = await strategy.reduce(context);
  return result === false && isEdited ? true : result;
}

function draftOf(context: ReduceContext): Draft {
  const draft = reading("`context`", () => context.draft) as Draft;
  if (isObject(draft) && typeof draft.surplus === "function") return draft;
  throw invalid("`context.draft` must be the draft that the reduction was begun with.");
}

function checked(options: unknown): Ahead {
  const given = picked("options", options, NAMES);
  const { startAt = 0.7, reduceTo = 0.6, keepTurns = 1, wait = true, onFailure = () => {} } = given;
  return {
    settings: summaryOptions(given, SUMMARY_PROMPT),
    startAt: share("options.startAt", startAt),
    reduceTo: share("options.reduceTo", reduceTo),
    keepTurns: count("options.keepTurns", keepTurns, 1),
    wait: boolean("options.wait", wait),
    onFailure: callable("options.onFailure", onFailure) as Ahead["onFailure"],
  };
}

function share(name: string, value: unknown): number {
  if (typeof value === "number" && value > 0 && value < 1) return value;
  throw unlike(name, "a number above 0 and below 1", value);
}
