// Getting down to a budget by a ladder of means, cheapest first.

import { count, describe, invalid, isSerious, picked, quoted } from "../../input/check.js";
import type { Draft } from "../draft.js";
import { ownDraft } from "../own-draft.js";
import { refuseAborted } from "../../input/signal.js";
import { SUMMARY_HEADING, SUMMARY_PROMPT, type SummaryOptions, isSummarised, placeSummary, summaryOf, summaryOptions, summarySize } from "../summary.js";
import type { FitBudgetOptions, ReduceContext, Reducer } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";

const NAMES = ["keepTurns", "summarize", "hold", "jump", "systemPrompt", "summaryTokens", "maxPromptTokens"];

/** How far to go. */
interface Climb {
  /** Tokens that the next request may hold. */
  readonly target: number;
  /** Tokens to get down to once something has to go. */
  readonly jump: number;
  /** Turns that go last. */
  readonly keepTurns: number;
}

/**
 * The default. Leaves the history alone while it takes at most `hold` (1) of the target, then gets down to `jump` (0.7) of it in one go,
 * so that the cut stays where it is for many turns, and with it what a provider's prompt cache can serve. Each step is taken only while
 * the goal is not met:
 *
 * 1. tool results without a call go, which no request holds; the others are cleared, oldest first, all but the newest three;
 * 2. results are shortened, largest first; those of the newest round only where they take more than half of the target;
 * 3. with `summarize`, the oldest turns become a summary;
 * 4. the oldest turns are dropped, up to the newest `keepTurns` (1), and as a last resort those but for the current one;
 * 5. the oldest rounds of the current turn are dropped;
 * 6. what is left of the results is cut down to a few words, and an earlier summary is given up, if the target is not met otherwise; at
 *    last goes the question of a pinned answer that comes first without it.
 *
 * A refused request goes down to the target at once: that is low enough already, and `hold` and `jump` play no part.
 *
 * The system prompt, pinned messages, the current request, the newest message with its calls and calls without a result are never given
 * up. A summary that fails, or is refused, is reported as `reduction-step-failed`, and the next step is taken. `systemPrompt`, `summaryTokens`
 * and `maxPromptTokens` are those of `summarizing`.
 *
 * @throws ConversationError `invalid-argument` unless 0 < `jump` <= `hold` <= 1, and `keepTurns` is a whole number, 1 or more.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 200_000, reduce: fitBudget({ keepTurns: 3, jump: 0.5 }) });
 */
export function fitBudget(options: FitBudgetOptions = {}): Reducer {
  const given = picked("options", options, NAMES);
  const keepTurns = count("options.keepTurns", given.keepTurns ?? 1, 1);
  const hold = share("options.hold", given.hold ?? 1, 1);
  const jump = share("options.jump", given.jump ?? Math.min(DEFAULT_JUMP, hold), hold);
  const settings = given.summarize === undefined ? noSummary(given) : summaryOptions(given, SUMMARY_PROMPT);

  return {
    name: "fit-budget",
    isDue: ({ tokens, room }) => tokens > hold * room,
    reduce(context) {
      const draft = ownDraft(context);
      const climb = climbOf(context, draft, { hold, jump, keepTurns });
      if (climb === null) return false;
      const changed = draft.shrinkResults(climb.target, climb.jump);
      if (settings === null || draft.tokens <= climb.jump) return changed + giveUp(draft, climb) > 0;
      return summarised(draft, climb, settings, context.signal).then((isPlaced) => changed + giveUp(draft, climb) > 0 || isPlaced);
    },
  };
}

const DEFAULT_JUMP = 0.7;

/** Options of summaries make no sense without them. */
function noSummary(given: Record<string, unknown>): null {
  const idle = ["systemPrompt", "summaryTokens", "maxPromptTokens"].find((name) => given[name] !== undefined);
  if (idle === undefined) return null;
  throw invalid(`\`options.${idle}\` is for summaries: give \`options.summarize\`, too.`);
}

/** Null: nothing has to go. */
function climbOf(context: ReduceContext, draft: Draft, { hold, jump, keepTurns }: { hold: number; jump: number; keepTurns: number }): Climb | null {
  const { target, isRefused } = goalOf(context);
  const { tokens } = draft;
  if (isRefused) {
    const goal = target ?? Math.floor(tokens * REACTIVE_GOAL);
    return { target: goal, jump: goal, keepTurns };
  }
  if (target === null || tokens <= hold * target) return null;
  return { target, jump: Math.floor(target * jump), keepTurns };
}

function giveUp(draft: Draft, { target, jump, keepTurns }: Climb): number {
  return draft.giveUpMessages(target, jump, keepTurns);
}

/** Whether a summary stands in the place of the oldest messages now. That it failed is reported, and the next step is taken. */
async function summarised(draft: Draft, { target, jump, keepTurns }: Climb, settings: SummaryOptions, signal: AbortSignal | undefined): Promise<boolean> {
  const size = summarySize(draft, settings, target);
  // Rounds of turns that were to be kept become a summary only when they must.
  const maySplit = keepTurns === 1 || draft.tokens > target;
  const span = draft.surplus(Math.max(0, jump - size.summary), { keepTurns, maySplit, budget: size.chunk });
  // What is hardly longer than its summary is dropped more cheaply.
  if (span === null || span.tokens <= size.summary || isSummarised(span)) return false;
  try {
    placeSummary(draft, span, SUMMARY_HEADING + (await summaryOf(draft, span, settings, size, signal)));
    return true;
  } catch (error) {
    refuseAborted(signal);
    if (isSerious(error)) throw error;
    draft.noteSkipped(`the summary failed, so older messages go without one: ${quoted(error)}`);
    return false;
  }
}

function share(name: string, value: unknown, most: number): number {
  if (typeof value === "number" && value > 0 && value <= most) return value;
  throw invalid(`\`${name}\` must be a number above 0, at most ${most}; given was ${describe(value)}.`);
}
