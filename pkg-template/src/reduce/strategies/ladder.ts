// The steps that strategies with a budget share, cheapest first.

import { invalid, isSerious, quoted } from "../../input/check.js";
import type { Draft, FitLimits, Mark } from "../draft.js";
import { ownDraft } from "../own-draft.js";
import { refuseAborted } from "../../input/signal.js";
import {
  SUMMARY_HEADING,
  SUMMARY_NAMES,
  SUMMARY_PROMPT,
  type SummaryOptions,
  isSummarised,
  placeSummary,
  summaryOf,
  summaryOptions,
  summarySize,
} from "../summary.js";
import type { ReduceContext } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";
import type { Policies } from "./policies.js";

/** Share of the room to which a reduction reduces by default. */
export const JUMP = 0.6;

/** Returns the limits of a reduction; null if nothing has to be removed. `goal` returns the limits unless a provider refused the request. */
export function limitsOf(context: ReduceContext, goal: (target: number, tokens: number) => Goal | null, rest: Rest): FitLimits | null {
  const { tokens } = ownDraft(context);
  const { target, isRefused } = goalOf(context);
  if (isRefused) {
    const least = target ?? Math.floor(tokens * REACTIVE_GOAL);
    return { target: least, hold: least, jump: least, ...rest };
  }
  const own = target === null ? null : goal(target, tokens);
  return target === null || own === null ? null : { target, ...own, ...rest };
}

/** Tokens above which a strategy reduces, and tokens to which it reduces. */
type Goal = Pick<FitLimits, "hold" | "jump">;

type Rest = Pick<FitLimits, "keepTurns" | "byAge">;

/** Carries out the policies. Returns true if that meets the limits. */
export function areEnough(policies: Policies | null, draft: Draft, limits: FitLimits): boolean {
  policies?.(draft);
  return policies !== null && draft.tokens <= limits.jump;
}

/** Takes one step after another until the limits are met. Returns true if anything was reduced. */
export function climb(context: ReduceContext, limits: FitLimits, summaries: SummaryOptions | null): boolean | Promise<boolean> {
  const draft = ownDraft(context);
  if (summaries === null) return draft.fit(limits) > 0 || draft.isEdited;
  const whole = draft.mark();
  const changed = draft.shrinkResults(limits);
  if (draft.tokens <= limits.jump) {
    draft.forget(whole);
    return changed > 0 || draft.isEdited;
  }
  // Beside a summary, fewer results have to go.
  return summarised(draft, whole, limits, summaries, context.signal).then(
    (isPlaced) => draft.shrinkResults(limits) + draft.giveUpMessages(limits) > 0 || isPlaced || draft.isEdited,
  );
}

/** Returns the options of summaries. Without `summarize`, returns null, and refuses the other options. */
export function summariesOf(given: Record<string, unknown>): SummaryOptions | null {
  if (given.summarize !== undefined) return summaryOptions(given, SUMMARY_PROMPT);
  const idle = ["systemPrompt", ...SUMMARY_NAMES].find((name) => given[name] !== undefined);
  if (idle === undefined) return null;
  throw invalid(`\`options.${idle}\` is for summaries: give \`options.summarize\`, too.`);
}

/**
 * Replaces the oldest turns by a summary, in the draft as it was at `whole`, with whole results, and returns true. If the summary fails,
 * reports it and returns false.
 */
async function summarised(
  draft: Draft,
  whole: Mark,
  { target, jump, keepTurns }: FitLimits,
  settings: SummaryOptions,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const size = summarySize(draft, settings, target);
  // A turn that was to be kept is split only when it must be.
  const maySplit = keepTurns === 1 || draft.tokens > target;
  const span = draft.surplus(Math.max(0, jump - size.summary), { keepTurns, maySplit, budget: size.chunk });
  draft.goBack(whole);
  // A span that is hardly longer than its summary is better dropped.
  if (span === null || span.tokens <= size.summary || isSummarised(span)) return false;
  try {
    placeSummary(draft, span, SUMMARY_HEADING + (await summaryOf(draft, span, settings, size, signal)), settings.atEnd);
    return true;
  } catch (error) {
    refuseAborted(signal);
    if (isSerious(error)) throw error;
    draft.noteSkipped(`the summary failed, so older messages are dropped without one: ${quoted(error)}`);
    return false;
  }
}
