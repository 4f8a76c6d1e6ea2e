// Makes a list of messages, or a body, fit: without a conversation, and as one would have done.

import { LISTS } from "../providers/names.js";
import { isArray, isOurs, picked, signal as checkSignal } from "../input/check.js";
import { POLICY_OPTIONS, boolean, estimator as checkEstimator, marginOf } from "../input/options.js";
import { BREAKPOINT_OPTIONS, format as checkFormat, formatOptionsJson } from "../input/request.js";
import { raced } from "../input/signal.js";
import { GOAL_OPTIONS } from "../input/window.js";
import { surrogateRepairs } from "../input/surrogates.js";
import { mergeReductions, skippedSteps } from "../reduce/merge-reductions.js";
import { SUMMARY_NAMES } from "../reduce/summary.js";
import { fitBudget } from "../reduce/strategies/fit-budget.js";
import type {
  Capabilities,
  FitBudgetOptions,
  FitMemory,
  FitOptions,
  FitSummaryOptions,
  Fitted,
  Format,
  FormatOrName,
  Message,
  Reduction,
  Repair,
  Summarize,
} from "../types/index.js";
import { fittedAsItIs } from "./as-it-is.js";
import { goalOf } from "./goal.js";
import { type Kept, ListDigest, checkedMemory, placesToRead, thrownAway } from "./memory.js";
import { type Goals, type Outcome, Replay } from "./replay.js";
import { Source, listAt } from "./source.js";

/** The options that `fit` passes on to the strategy. */
const STRATEGY_OPTIONS = ["by", ...SUMMARY_NAMES, ...POLICY_OPTIONS];
const NAMES = [...BREAKPOINT_OPTIONS, ...STRATEGY_OPTIONS, ...GOAL_OPTIONS, "memory", "once", "estimator", "margin", "signal"];

/**
 * Makes a list of messages in any format fit, for a program that keeps its messages itself. The result has the same format, and unchanged
 * messages are the same objects. The input is not changed. A provider's body is valid as after `sanitize`; in a program's list, open calls
 * stay open.
 *
 * The cut is the same as in a conversation with `fitBudget()` that gets the messages one by one, and makes a request before each assistant
 * message and at the end. Once the window is full, it keeps what the next steps are likely to need, in 0.6 of the room, and notes say what
 * was left out. The cut then stays in place until the window is full again, so a provider's prompt cache can serve what is left.
 *
 * The cut depends on the messages alone. With the `memory` of the last call, `fit` continues from the last cut: removed messages stay
 * removed, no summary is requested twice, and only the messages that the cut left and the new ones are read. The others are checked by
 * fingerprints. Messages may be added at the end. If others were edited, deleted or moved, `fit` discards the memory, and `memoryNote` says
 * so. Instructions at the start may change, and fields may come in another order.
 *
 * The fingerprints show each added, deleted or moved message, each changed field, and each text whose length changed. If the length stays
 * the same, an edit shows only if it changes one of 64 characters that are spread over the text; in a text of at most 64 characters, it
 * always shows. The first 1,000 values of a message are read. An edit that does not show is sent if its message was left whole. If its
 * message was shortened or summarised, the old text stays: leave the memory out after such an edit.
 *
 * With `summarize`, a summary replaces the oldest turns before any turn is dropped, and `fit` returns a promise.
 *
 * With `once: true`, `fit` makes a single cut that removes as little as possible, for a request that is sent once: the cut then does not
 * stay in place.
 *
 * The size of a list is that of its messages. In a body, the tools and the other fields count, too.
 *
 * @throws ConversationError `cannot-fit` if the protected messages are too large, with the numbers as `details`; `invalid-argument`, also
 * for a memory that is not from `fit`; `invalid-message`, `unknown-format`, `estimator-failed`; `aborted`.
 * @example
 * const { messages, memory } = fit(aiSdk, rows, { maxTokens: 120_000, memory: row.memory });
 * const { body } = fit("anthropic", { model, max_tokens: 1024, tools, messages: rows }, { maxTokens: 120_000 });
 */
export function fit<Input extends object>(format: FormatOrName, input: Input, options: FitSummaryOptions): Promise<Fitted<Input>>;
export function fit<Input extends object>(format: FormatOrName, input: Input, options: FitOptions): Fitted<Input>;
export function fit(format: FormatOrName, input: object, options: FitOptions | FitSummaryOptions): object {
  const given = picked("options", options, NAMES);
  const {
    maxTokens,
    tokenLimit,
    reserveTokens,
    memory: givenMemory,
    once,
    estimator: givenEstimator,
    margin,
    signal: givenSignal,
    cacheBreakpoints,
    ...others
  } = given;
  const { summarize } = others;
  const [strategyOptions, formatOptions] = parted(others, STRATEGY_OPTIONS);
  const name = checkFormat(format);
  const isOnce = once === undefined ? false : boolean("options.once", once);
  const coreOptions = optionsOf(name, input, formatOptions);
  const goal = goalOf({ maxTokens, tokenLimit, reserveTokens }, input, coreOptions);
  const goals: Goals = {
    ...goal,
    reducer: fitBudget({
      ...strategyOptions,
      ...(isOnce && { reduceTo: 1 }),
      ...(summarize !== undefined && { summarize: untilFailure(summarize) as Summarize }),
    }),
    estimator: givenEstimator === undefined ? "script" : checkEstimator("options.estimator", givenEstimator),
    margin: marginOf(margin),
    isOnce,
    options: coreOptions,
    signal: checkSignal(givenSignal),
  };
  const breakpoints = cacheBreakpoints === undefined ? null : formatOptionsJson({ ...formatOptions, cacheBreakpoints }, BREAKPOINT_OPTIONS);
  const memory = checkedMemory(givenMemory, name);
  const asItIs = breakpoints === null ? fittedAsItIs(name, input, memory, goals) : null;
  if (asItIs !== null && goal.repairs.length > 0) asItIs.repairs.push(...goal.repairs);
  if (asItIs !== null) return summarize === undefined ? asItIs : Promise.resolve(asItIs);
  const opened = open(name, input, memory, goals);
  const work = opened.replay.run();
  const finish = (outcome: Outcome) => result(opened, { ...outcome, repairs: [...goal.repairs, ...outcome.repairs] }, breakpoints);
  return summarize === undefined ? finish(run(work)) : runAsync(work, goals.signal).then(finish);
}

/** Returns a summarizer that is not called again after a failure, because a replay may reduce many times. */
function untilFailure(summarize: unknown): unknown {
  if (typeof summarize !== "function") return summarize;
  let failure: { readonly error: unknown } | null = null;
  return async (...given: unknown[]): Promise<unknown> => {
    if (failure !== null) throw failure.error;
    try {
      return (await (summarize as (...given: unknown[]) => unknown)(...given)) as unknown;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
}

/** A replay that was begun, and the reason why it does not use the given memory. */
interface Opened {
  readonly source: Source;
  readonly digest: ListDigest;
  readonly replay: Replay;
  readonly unfit: string | null;
}

/** Continues from the memory if it fits the messages; else starts from the beginning, as with a memory of a body without messages. */
function open(format: Format, input: object, memory: FitMemory | null, goals: Goals): Opened {
  const hasMessages = memory !== null && (memory.kept as { messages?: number }).messages !== 0;
  const resumed = hasMessages ? resume(format, input, memory, goals) : null;
  if (resumed !== null && typeof resumed !== "string") return resumed;
  const source = new Source(format, input, null);
  return { source, digest: new ListDigest(source.items), replay: new Replay(source, null, goals), unfit: resumed };
}

/** Reads the messages that the memory kept, and the messages after them. Returns why the memory cannot be used. */
function resume(format: Format, input: object, memory: FitMemory, goals: Goals): Opened | string {
  const { path } = memory.kept as Kept;
  const list = listAt(input, path);
  const digest = new ListDigest(list);
  const mismatch = digest.mismatch(memory);
  if (mismatch !== null) return mismatch;
  try {
    const source = new Source(format, input, { path, list, places: placesToRead(memory, list.length) });
    return { source, digest, replay: new Replay(source, memory, goals), unfit: null };
  } catch (error) {
    // Reading all of the messages says what is wrong with them, and where, unless they are right.
    if (isOurs(error)) return "the messages cannot be read without those that were removed";
    throw error;
  }
}

/** Runs a generator that never waits. */
function run<R>(work: Generator<unknown, R, unknown>): R {
  let step = work.next();
  while (step.done !== true) step = work.next(step.value);
  return step.value;
}

async function runAsync<R>(work: Generator<unknown, R, unknown>, signal: AbortSignal | undefined): Promise<R> {
  let step = work.next();
  while (step.done !== true) {
    let value: unknown;
    try {
      value = await raced(step.value, signal);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(value);
  }
  return step.value;
}

function result(
  { source, digest, unfit }: Opened,
  { result: own, repairs, size, reductions, before, kept }: Outcome,
  breakpoints: string | null,
): Fitted<object> {
  const reduction = mergeReductions(reductions);
  return {
    ...(breakpoints === null ? own : source.marked(own, breakpoints)),
    tokens: size.total,
    reduction:
      reduction === null
        ? null
        : withoutNotes(before === null ? whole(reduction, reductions, size.total) : once(reduction, before, size.total), source),
    repairs: [...surrogateRepairs(source.replaced), ...repairs, ...failedSteps(reduction)],
    memory: digest.memory(source.format, kept),
    memoryNote: thrownAway(unfit),
  } as unknown as Fitted<object>;
}

/** The report of a replay, with the sizes of the input and of the result. */
function whole(reduction: Reduction, reductions: readonly Reduction[], tokensAfter: number): Reduction {
  const saved = reductions.reduce((sum, { tokensBefore, tokensAfter: after }) => sum + tokensBefore - after, 0);
  return { ...reduction, tokensBefore: tokensAfter + saved, tokensAfter };
}

/** The report of a list that was reduced once, with the sizes of what is written. Its steps count the messages alone. */
function once(reduction: Reduction, tokensBefore: number, tokensAfter: number): Reduction {
  const rest = Math.max(0, tokensAfter - reduction.tokensAfter);
  const steps = reduction.steps.map((step) => ({ ...step, tokensAfter: step.tokensAfter + rest }));
  return { ...reduction, tokensBefore, tokensAfter, steps };
}

/** The end of the ids of notes of what was left out. */
const NOTE = ":gap";
const OWN_NOTE = /"[^"]*:gap"/g;

/** The report without notes of earlier cuts that later cuts removed or changed: the list never held these notes. */
function withoutNotes(reduction: Reduction, { json }: Source): Reduction {
  const listed = new Set(json.match(OWN_NOTE));
  const isNew = ({ id, isSummary }: Message) => isSummary === true && id.endsWith(NOTE) && !listed.has(JSON.stringify(id));
  return {
    ...reduction,
    removed: reduction.removed.filter((message) => !isNew(message)),
    shortened: reduction.shortened.filter(({ original }) => !isNew(original)),
  };
}

/** A list of a provider's messages does not declare the tools that it calls. */
function optionsOf(format: Format, input: object, options: Record<string, unknown>): string {
  const text = formatOptionsJson(options);
  if (!isArray(input) || LISTS[format] === undefined) return text;
  const { capabilities } = options as { capabilities?: Capabilities };
  return formatOptionsJson({ ...options, capabilities: { toolsDeclared: true, ...capabilities } });
}

/** Returns the options of these names, and the others. */
function parted(options: Record<string, unknown>, names: readonly string[]): [FitBudgetOptions, Record<string, unknown>] {
  const all = Object.entries(options);
  const isNamed = ([name]: [string, unknown]) => names.includes(name);
  return [Object.fromEntries(all.filter(isNamed)), Object.fromEntries(all.filter((entry) => !isNamed(entry)))];
}

/** Returns the reports of failed steps, each once. */
function failedSteps(reduction: Reduction | null): Repair[] {
  const reports = new Map(skippedSteps(reduction).map((repair) => [repair.detail, repair]));
  return structuredClone([...reports.values()]);
}
