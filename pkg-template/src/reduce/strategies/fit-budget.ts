// Reduces to a budget by a sequence of steps, cheapest first.

import { count, invalid, isSerious, oneOf, picked, quoted, unlike } from "../../input/check.js";
import type { Draft, FitLimits } from "../draft.js";
import { ownDraft } from "../own-draft.js";
import { refuseAborted } from "../../input/signal.js";
import { SUMMARY_HEADING, SUMMARY_PROMPT, type SummaryOptions, isSummarised, placeSummary, summaryOf, summaryOptions, summarySize } from "../summary.js";
import type { FitBudgetOptions, ReduceContext, Reducer } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";

const NAMES = ["by", "keepTurns", "summarize", "hold", "jump", "systemPrompt", "summaryTokens", "maxPromptTokens"];

/**
 * The default strategy. Leaves the history alone while it takes at most the share `hold` (1) of `targetTokens`. Then it reduces to the
 * share `jump` (0.7) in one go, so that the cut stays in place for many turns, and a provider's prompt cache can serve the messages
 * before it. It takes each step only while that goal is not met:
 *
 * 1. remove tool results without a call, which no request holds; clear the others, oldest first, all but the newest three;
 * 2. shorten results, largest first; those of the newest round only where they take more than half of the target;
 * 3. with `summarize`, replace the oldest turns by a summary;
 * 4. drop the oldest turns, up to the newest `keepTurns` (1), and as a last resort all but the current one;
 * 5. drop the oldest rounds of the current turn (a round is a message with calls, and their results);
 * 6. only if the target is not met otherwise, cut the remaining results to a few words, drop an earlier summary, and at last drop the
 *    question of a pinned answer that then comes first.
 *
 * After a refused request it reduces to `targetTokens` at once, which is low enough already, and ignores `hold` and `jump`.
 *
 * The system prompt, pinned messages, the current request (the newest user message), the newest message with its calls, and calls without
 * a result always stay. A summary that fails or is refused is reported as `reduction-step-failed`, and the next step is taken.
 * `systemPrompt`, `summaryTokens` and `maxPromptTokens` are those of `summarizing`.
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
  const byAge = oneOf("options.by", given.by ?? "need", ["need", "age"]) === "age";
  const settings = given.summarize === undefined ? noSummary(given) : summaryOptions(given, SUMMARY_PROMPT);

  return {
    name: "fit-budget",
    isDue: ({ tokens, room }) => tokens > hold * room,
    reduce(context) {
      const draft = ownDraft(context);
      const budget = budgetOf(context, draft, { hold, jump, keepTurns, byAge });
      if (budget === null) return false;
      if (settings === null) return draft.fit(budget) > 0;
      const changed = draft.shrinkResults(budget);
      if (draft.tokens <= budget.jump) return changed > 0;
      return summarised(draft, budget, settings, context.signal).then((isPlaced) => changed + draft.giveUpMessages(budget) > 0 || isPlaced);
    },
  };
}

const DEFAULT_JUMP = 0.7;

/** Refuses options of summaries without `summarize`. */
function noSummary(given: Record<string, unknown>): null {
  const idle = ["systemPrompt", "summaryTokens", "maxPromptTokens"].find((name) => given[name] !== undefined);
  if (idle === undefined) return null;
  throw invalid(`\`options.${idle}\` is for summaries: give \`options.summarize\`, too.`);
}

/** Returns the limits of a reduction; null when nothing has to be removed. */
function budgetOf(context: ReduceContext, draft: Draft, { hold, jump, ...rest }: { hold: number; jump: number; keepTurns: number; byAge: boolean }): FitLimits | null {
  const { target, isRefused } = goalOf(context);
  const { tokens } = draft;
  if (isRefused) {
    const goal = target ?? Math.floor(tokens * REACTIVE_GOAL);
    return { target: goal, hold: goal, jump: goal, ...rest };
  }
  if (target === null || tokens <= hold * target) return null;
  return { target, hold: Math.floor(target * hold), jump: Math.floor(target * jump), ...rest };
}

/** Replaces the oldest turns by a summary, and returns true. Reports a summary that failed, and returns false. */
async function summarised(draft: Draft, { target, jump, keepTurns }: FitLimits, settings: SummaryOptions, signal: AbortSignal | undefined): Promise<boolean> {
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

function share(name: string, value: unknown, most: number): number {
  if (typeof value === "number" && value > 0 && value <= most) return value;
  throw unlike(name, `a number above 0, at most ${most}`, value);
}
