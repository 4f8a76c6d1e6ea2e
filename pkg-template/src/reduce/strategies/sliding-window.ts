// A window over the newest messages.

import { count, describe, invalid, picked } from "../../input/check.js";
import { ownDraft } from "../own-draft.js";
import type { Reducer, SlidingWindowOptions } from "../../types/index.js";
import { goalOf } from "./goal.js";

/** Without a limit, a refused request has to lose this share at least: a step that is too small is refused again. */
const SMALLEST_STEP = 0.1;

/**
 * Keeps the newest `windowSize` messages (40), the system prompt not counted. The cut moves forward to a message of the user, or to the
 * next round of the current turn, whose request stays. When there are no more than that, the two oldest messages go. `windowSize: 0`
 * keeps the system prompt, pinned messages and the current request.
 *
 * When the model refused the request, long tool results are shortened first, oldest first (`shouldTruncateResults`, default true): the
 * middle of a text of more than 450 characters goes, 200 stay at either end; media and JSON become a line that names them. With a
 * target, both go on until it is met; when nothing was refused, results are shortened last. `pinFirst` messages at the start (0) are
 * never given up. Without a target, a refused request goes down to nine tenths of its size at least: what is hardly shorter is refused
 * again.
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
    throw invalid(`\`options.shouldTruncateResults\` must be true or false; given was ${describe(shouldTruncateResults)}.`);
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
      // What is left is the current turn: the request that is to be made has to fit all the same.
      if (shouldTruncateResults && goal !== null && isOver()) changed += draft.shortenUntil(goal, "oldest");
      return changed > 0;
    },
  };
}
