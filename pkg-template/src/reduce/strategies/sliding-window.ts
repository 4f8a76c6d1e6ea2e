// A window over the newest messages.

import { count, picked, unlike } from "../../input/check.js";
import { ownDraft } from "../own-draft.js";
import type { Reducer, SlidingWindowOptions } from "../../types/index.js";
import { goalOf } from "./goal.js";

/** Least share to remove after a refusal without a limit: after a smaller step, the request would be refused again. */
const SMALLEST_STEP = 0.1;

/**
 * Keeps the newest `windowSize` messages (40), not counting the system prompt. The cut moves forward to a user message, or to the next
 * round of the current turn, whose user message stays. If there are at most `windowSize` messages, it drops the two oldest. `windowSize: 0`
 * keeps the system prompt, pinned messages and the current request.
 *
 * After a provider refused the request, it first shortens long tool results, oldest first (`shouldTruncateResults`, default true): texts of
 * more than 450 characters keep 200 at either end; a line replaces media and JSON. In other cases, it shortens results last. Both steps
 * continue until `maxTokens` is met. Without a target, a refused request is reduced by at least a tenth, because a smaller step would be
 * refused again. The first `pinFirst` messages (0) always stay.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 128_000, reduce: slidingWindow({ windowSize: 60, pinFirst: 1 }) });
 */
export function slidingWindow(options: SlidingWindowOptions = {}): Reducer & {
  /** Messages in the window, as given. */
  readonly windowSize: number;
} {
  const given = picked("options", options, ["windowSize", "shouldTruncateResults", "pinFirst"]);
  const { windowSize = 40, shouldTruncateResults = true, pinFirst = 0 } = given;
  const [size, pins] = [count("options.windowSize", windowSize), count("options.pinFirst", pinFirst)];
  if (typeof shouldTruncateResults !== "boolean") {
    throw unlike("options.shouldTruncateResults", "true or false", shouldTruncateResults);
  }
  return {
    name: "sliding-window",
    windowSize: size,
    reduce(context) {
      const draft = ownDraft(context);
      const { target, isRefused } = goalOf(context);
      const goal = target ?? (isRefused ? Math.floor(draft.tokens * (1 - SMALLEST_STEP)) : null);
      const isOver = () => goal !== null && draft.tokens > goal;
      let changed = 0;
      if (isRefused && shouldTruncateResults && goal !== null) changed += draft.shortenUntil(goal, "oldest");
      if (changed > 0 && !isOver()) return true;
      changed += draft.slide(size, pins, goal);
      // Only the current turn is left, and the request still has to fit.
      if (shouldTruncateResults && goal !== null && isOver()) changed += draft.shortenUntil(goal, "oldest");
      return changed > 0;
    },
  };
}
