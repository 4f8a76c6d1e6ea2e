// Reduces to a budget by a sequence of steps, cheapest first.

import { count, picked } from "../../input/check.js";
import { renamed } from "../../input/former-names.js";
import { POLICY_OPTIONS, isByAge } from "../../input/options.js";
import { ownDraft } from "../own-draft.js";
import type { FitBudgetOptions, Reducer } from "../../types/index.js";
import { JUMP, areEnough, climb, limitsOf, summariesOf } from "./ladder.js";
import { SUMMARY_NAMES } from "../summary.js";
import { policiesOf } from "./policies.js";
import { share, shareOrTokens, tokensIn } from "./share.js";
import { linkOf, take } from "./take.js";

const NAMES = ["by", "keepTurns", "reduceAbove", "reduceTo", "firstStep", "systemPrompt"];

const FORMER = { hold: "reduceAbove", jump: "reduceTo", first: "firstStep" };

/**
 * The default strategy. Leaves the history alone while it takes at most the share `reduceAbove` (1) of `maxTokens`. Above that, it reduces
 * to `reduceTo` (0.6 of `maxTokens`) at once, so the history then stays unchanged for many turns, and a provider's prompt cache can serve
 * it. Each step is taken only if the steps before did not reach that goal:
 *
 * 0. carry out all of your policies: `pin`, `instructions`, `tools` and `pictures` (see `PolicyOptions`);
 * 1. with `firstStep`, run that strategy, such as `offload()`;
 * 2. remove tool results without a call, which no request holds; shorten results of the newest round that take more than half of the target;
 * 3. with `summarize`, leave out results and parts of them; if that is not enough, replace the oldest turns by a summary of their original
 *    text, and leave out results only as far as still needed;
 * 4. choose what stays, by need: first results and messages with ids, paths, names or amounts of the current request, then those with
 *    recent and repeated ones. Messages, results and parts of results are chosen separately. The newest `keepTurns` (1) turns stay; as a
 *    last resort, only the current turn. Each run of removed messages leaves a note with their number and the names of some of their calls;
 * 5. only if the target is not met otherwise, cut the remaining results to a few words, drop an earlier summary, and at last drop the
 *    question of a pinned answer that then comes first.
 *
 * In step 4, `reduceTo` is a share of the room that the protected messages leave.
 *
 * With `by: "age"`, the oldest goes first, and there are no notes. Instead of step 4, the strategy clears all results but the newest three,
 * oldest first, and shortens the others, largest first; with `summarize`, the summary comes next. Then it drops the oldest turns, and then
 * the oldest rounds of the current turn (a round is a message with calls, and their results).
 *
 * After a refused request, it reduces to `maxTokens`, which is already low enough, and ignores `reduceAbove` and
 * `reduceTo`.
 *
 * The system prompt, pinned messages, the current request (the newest user message), the newest message with its calls, and calls without a
 * result always stay. If a summary fails or is refused, `reduction-step-failed` reports it, and the next step is taken. For `systemPrompt`,
 * `summaryTokens`, `maxPromptTokens` and `summaryPlace`, see `summarizing`.
 *
 * @throws ConversationError `invalid-argument` unless 0 < `reduceTo` <= `reduceAbove` <= 1 or `reduceTo` is a whole number above 1, and
 * `keepTurns` is a whole number, 1 or more.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 200_000, reduce: fitBudget({ keepTurns: 3, reduceTo: 0.5 }) });
 */
export function fitBudget(options: FitBudgetOptions = {}): Reducer {
  const given = picked("options", renamed("options", options, FORMER), [...NAMES, ...SUMMARY_NAMES, ...POLICY_OPTIONS]);
  const keepTurns = count("options.keepTurns", given.keepTurns ?? 1, 1);
  const above = share("options.reduceAbove", given.reduceAbove ?? 1, 1);
  const to = shareOrTokens("options.reduceTo", given.reduceTo ?? Math.min(JUMP, above), above);
  const rest = { keepTurns, byAge: isByAge(given.by) };
  const summaries = summariesOf(given);
  const first = given.firstStep === undefined ? null : linkOf("options.firstStep", given.firstStep);
  const policies = policiesOf(given);
  // The provider's cache is lost in any case: a reduction that would come soon costs less now.
  const dueAt = (room: number, isCold: boolean | undefined) =>
    isCold === true ? (room * above + tokensIn(room, to, above)) / 2 : room * above;

  return {
    name: "fit-budget",
    isDue: ({ tokens, room, isCold }) => tokens > dueAt(room, isCold),
    reduce(context) {
      const goal = (target: number, tokens: number) => {
        const due = dueAt(target, context.isCold);
        return tokens > due ? { hold: Math.floor(due), jump: Math.floor(tokensIn(target, to, above)) } : null;
      };
      const limits = limitsOf(context, goal, rest);
      if (limits === null) return false;
      const draft = ownDraft(context);
      if (areEnough(policies, draft, limits)) return draft.isEdited;
      if (first === null) return climb(context, limits, summaries);
      const { error, model, signal, isCold } = context;
      const taken = take(first, draft, { error, model, signal, isCold, maxTokens: limits.jump });
      return taken
        .then(() => draft.tokens > limits.jump && climb(context, limits, summaries))
        .then((isChanged) => isChanged || draft.isEdited);
    },
  };
}
