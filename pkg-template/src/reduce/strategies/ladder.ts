// The steps that strategies with a budget share, cheapest first.

import { invalid, isSerious, quoted } from "../../input/check.js";
import type { Draft } from "../draft.js";
import { ownDraft } from "../own-draft.js";
import { refuseAborted } from "../../input/signal.js";
import { SUMMARY_HEADING, SUMMARY_PROMPT, type SummaryOptions, isSummarised, placeSummary, summaryOf, summaryOptions, summarySize } from "../summary.js";
import type { ReduceContext } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";

/** Share of the room that a reduction goes down to by default. */
export const JUMP = 0.7;

/** The limits of one reduction, in tokens and turns. */
export interface Budget {
  /** Tokens that the next request may hold. */
  readonly target: number;
  /** Tokens to get down to when anything is removed. */
  readonly jump: number;
  /** Newest turns to drop last. */
  readonly keepTurns: number;
}

/** Returns the limits of a reduction; null when nothing has to be removed. `limits` tells those of a reduction before a refusal. */
export function budgetOf(context: ReduceContext, limits: (target: number, tokens: number) => Budget | null, keepTurns: number): Budget | null {
  const { tokens } = ownDraft(context);
  const { target, isRefused } = goalOf(context);
  if (!isRefused) return target === null ? null : limits(target, tokens);
  const goal = target ?? Math.floor(tokens * REACTIVE_GOAL);
  return { target: goal, jump: goal, keepTurns };
}

/** Takes one step after another until the budget is met. Returns true if anything was reduced. */
export function climb(context: ReduceContext, budget: Budget | null, summaries: SummaryOptions | null): boolean | Promise<boolean> {
  if (budget === null) return false;
  const draft = ownDraft(context);
  const changed = draft.shrinkResults(budget.target, budget.jump);
  if (summaries === null || draft.tokens <= budget.jump) return changed + giveUp(draft, budget) > 0;
  return summarised(draft, budget, summaries, context.signal).then((isPlaced) => changed + giveUp(draft, budget) > 0 || isPlaced);
}

/** Returns the options of summaries; null without `summarize`. Refuses the others then. */
export function summariesOf(given: Record<string, unknown>): SummaryOptions | null {
  if (given.summarize !== undefined) return summaryOptions(given, SUMMARY_PROMPT);
  const idle = ["systemPrompt", "summaryTokens", "maxPromptTokens"].find((name) => given[name] !== undefined);
  if (idle === undefined) return null;
  throw invalid(`\`options.${idle}\` is for summaries: give \`options.summarize\`, too.`);
}

function giveUp(draft: Draft, { target, jump, keepTurns }: Budget): number {
  return draft.giveUpMessages(target, jump, keepTurns);
}

/** Replaces the oldest turns by a summary, and returns true. Reports a summary that failed, and returns false. */
async function summarised(draft: Draft, { target, jump, keepTurns }: Budget, settings: SummaryOptions, signal: AbortSignal | undefined): Promise<boolean> {
  const size = summarySize(draft, settings, target);
  // A turn that was to be kept is split only when it must be.
  const maySplit = keepTurns === 1 || draft.tokens > target;
  const span = draft.surplus(Math.max(0, jump - size.summary), { keepTurns, maySplit, budget: size.chunk });
  // A span that is hardly longer than its summary is better dropped.
  if (span === null || span.tokens <= size.summary || isSummarised(span)) return false;
  try {
    placeSummary(draft, span, SUMMARY_HEADING + (await summaryOf(draft, span, settings, size, signal)));
    return true;
  } catch (error) {
    refuseAborted(signal);
    if (isSerious(error)) throw error;
    draft.noteSkipped(`the summary failed, so older messages are dropped without one: ${quoted(error)}`);
    return false;
  }
}
