// Makes a list of messages, or a body, fit: without a conversation, and as one would have done.

import { count, picked, signal as checkSignal } from "../input/check.js";
import { estimator as checkEstimator } from "../input/options.js";
import { FORMAT_OPTIONS, format as checkFormat, formatOptionsJson } from "../input/request.js";
import { raced } from "../input/signal.js";
import { surrogateRepairs } from "../input/surrogates.js";
import { mergeReductions } from "../reduce/merge-reductions.js";
import { fitBudget } from "../reduce/strategies/fit-budget.js";
import type { Capabilities, FitBudgetOptions, FitOptions, FitSummaryOptions, Fitted, Format, Reduction } from "../types/index.js";
import { ListDigest, checkedMemory } from "./memory.js";
import { type Goals, type Outcome, replay } from "./replay.js";
import { Source } from "./source.js";

const SUMMARY_OPTIONS = ["summarize", "summaryTokens", "maxPromptTokens"];
const NAMES = [...FORMAT_OPTIONS, ...SUMMARY_OPTIONS, "maxTokens", "memory", "estimator", "signal"];

/**
 * Makes a list of messages fit, in any format, for a program that keeps its messages itself. The result is in the same format, and
 * messages that were not changed are the same objects. Nothing of the input is changed. A provider's body is valid as after `sanitize`;
 * in a list of a program, open calls stay open.
 *
 * The cut is that of a conversation with `fitBudget()` which gets the messages one by one, and makes a request before each message of the
 * assistant and at the end. Once the window is full, the conversation gets down to 0.7 of it. The cut then stays in place until the window
 * is full again, so that a provider's prompt cache can serve the messages before it.
 *
 * The cut follows from the messages alone. With the `memory` of the last call, kept beside the messages, `fit` goes on from there:
 * removed messages stay removed, and no summary is asked for twice. Messages may be added to the end. When others were edited or
 * deleted, the memory is thrown away, and `memoryNote` says so. Instructions at the start may change.
 *
 * With `summarize`, a summary replaces the oldest turns before any turn is dropped, and `fit` returns a promise.
 *
 * A list is measured by its messages. In a body, the tools and the other fields count, too.
 *
 * @throws ConversationError `cannot-fit` when the protected messages are too large, with the numbers as `details`; `invalid-argument`, also
 * for a memory that is not from `fit`; `invalid-message`, `unknown-format`, `estimator-failed`; `aborted`.
 * @example
 * const { messages, memory } = fit("ai-sdk", history, { maxTokens: 120_000, memory: row.memory });
 * const { body } = fit("anthropic", { model, max_tokens: 1024, tools, messages: rows }, { maxTokens: 120_000 });
 */
export function fit<Input extends object>(format: Format, input: Input, options: FitSummaryOptions): Promise<Fitted<Input>>;
export function fit<Input extends object>(format: Format, input: Input, options: FitOptions): Fitted<Input>;
export function fit(format: Format, input: object, options: FitOptions | FitSummaryOptions): object {
  const given = picked("options", options, NAMES);
  const { maxTokens, memory: givenMemory, estimator: givenEstimator, signal: givenSignal, summarize, summaryTokens, maxPromptTokens, ...formatOptions } = given;
  const name = checkFormat(format);
  const source = new Source(name, input);
  const goals: Goals = {
    maxTokens: count("options.maxTokens", maxTokens),
    reducer: fitBudget(defined({ summarize, summaryTokens, maxPromptTokens })),
    estimator: givenEstimator === undefined ? "script" : checkEstimator("options.estimator", givenEstimator),
    options: optionsOf(source, formatOptions),
    signal: checkSignal(givenSignal),
  };
  const memory = checkedMemory(givenMemory, name);
  const digest = new ListDigest(source.items);
  const unfit = memory === null ? null : digest.mismatch(memory);
  const note = unfit === null ? null : `the memory was thrown away, and the messages were cut as if there had been none: ${unfit}`;
  const work = replay(source, unfit === null ? memory : null, goals);
  const finish = (outcome: Outcome) => result(source, outcome, digest, note);
  return summarize === undefined ? finish(run(work)) : runAsync(work, goals.signal).then(finish);
}

/** Runs work that waits for nothing. */
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

function result(source: Source, { fitted, size, reductions, kept }: Outcome, digest: ListDigest, memoryNote: string | null): Fitted<object> {
  const { result: own, repairs } = source.result(fitted.body);
  const reduction = mergeReductions(reductions);
  const skipped = (reduction?.repairs ?? []).filter(({ code }) => code === "reduction-step-failed");
  return {
    ...own,
    tokens: size.total,
    reduction: reduction === null ? null : whole(reduction, reductions, size.total),
    repairs: [...surrogateRepairs(source.replaced), ...fitted.repairs, ...repairs, ...structuredClone(skipped)],
    memory: digest.memory(source.format, kept),
    memoryNote,
  } as unknown as Fitted<object>;
}

/** The report of a replay, with the sizes of the input and of the result. */
function whole(reduction: Reduction, reductions: readonly Reduction[], tokensAfter: number): Reduction {
  const saved = reductions.reduce((sum, { tokensBefore, tokensAfter: after }) => sum + tokensBefore - after, 0);
  return { ...reduction, tokensBefore: tokensAfter + saved, tokensAfter };
}

/** A list of a provider's messages comes without the tools that it calls. */
function optionsOf(source: Source, options: Record<string, unknown>): string {
  const text = formatOptionsJson(options);
  if (!source.isBody || !source.isList) return text;
  const { capabilities } = options as { capabilities?: Capabilities };
  return formatOptionsJson({ ...options, capabilities: { toolsDeclared: true, ...capabilities } });
}

function defined(options: Record<string, unknown>): FitBudgetOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as FitBudgetOptions;
}
