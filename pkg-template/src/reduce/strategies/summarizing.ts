// A summary in place of the oldest share of the messages.

import { count, describe, invalid, picked } from "../../input/check.js";
import type { Draft } from "../draft.js";
import { ConversationError } from "../../input/errors.js";
import { ownDraft } from "../own-draft.js";
import { SUMMARY_PROMPT, isSummarised, placeSummary, summaryOf, summaryOptions, summarySize } from "../summary.js";
import type { Reducer, SummarizingOptions } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";

const SHARES = { least: 0.1, most: 0.8 };

const NAMES = ["summarize", "summaryRatio", "preserveRecentMessages", "systemPrompt", "pinFirst", "summaryTokens", "maxPromptTokens"];

/**
 * Puts a summary in place of the oldest `summaryRatio` of the messages (0.3; from 0.1 to 0.8), but never of the newest
 * `preserveRecentMessages` (10) as long as no call is split from its results; then the span goes on to the end of the unit. The system
 * prompt, pinned messages, the first `pinFirst` (0) and the current request are no part of it. What a refused request cannot lose that
 * way, because there are too few messages, its longest tool results lose.
 *
 * The summary takes the place of an earlier one, and `summarize` is asked for at most `summaryTokens` (an eighth of the window, 1,000 at
 * most); a longer span than `maxPromptTokens` (the window) is summarised in pieces. A summary that is blank, no text, more than twice as
 * long as asked for, or no shorter than what it stands for is refused, and the history stays as it was. It goes to the model as it is,
 * without a heading.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const reduce = summarizing({ summarize: async ({ system, prompt, maxTokens }) => ask(model, system, prompt, maxTokens) });
 */
export function summarizing(options: SummarizingOptions): Reducer {
  const given = picked("options", options, NAMES);
  const { summaryRatio = 0.3, preserveRecentMessages = 10, pinFirst = 0 } = given;
  const settings = summaryOptions(given, SUMMARY_PROMPT);
  const ratio = share(summaryRatio);
  const [preserved, pins] = [count("options.preserveRecentMessages", preserveRecentMessages), count("options.pinFirst", pinFirst)];

  return {
    name: "summarizing",
    async reduce(context) {
      const draft = ownDraft(context);
      const { target, isRefused } = goalOf(context);
      const window = target ?? Math.floor(draft.tokens * REACTIVE_GOAL);
      const all = draft.count;
      const messages = Math.min(Math.max(1, Math.floor(all * ratio)), all - preserved);
      if (messages <= 0) return isRefused && shorten(draft, window);
      const size = summarySize(draft, settings, window);
      const span = draft.oldest(messages, { rounds: "up", pinFirst: pins, budget: size.chunk });
      if (span === null) return isRefused && (shorten(draft, window) || noSplit());
      if (isSummarised(span)) return isRefused && shorten(draft, window);
      placeSummary(draft, span, await summaryOf(draft, span, settings, size, context.signal), pins);
      return true;
    },
  };
}

/** One fresh result may be the whole trouble, and no summary of what stands before it helps. */
function shorten(draft: Draft, target: number): boolean {
  return draft.shortenUntil(target, "largest") > 0;
}

function noSplit(): never {
  throw new ConversationError("summary-refused", "Unable to find valid split point for summarization: nothing that is not protected stands before the newest unit.");
}

function share(value: unknown): number {
  if (typeof value === "number" && value >= SHARES.least && value <= SHARES.most) return value;
  throw invalid(`\`options.summaryRatio\` must be a number from ${SHARES.least} to ${SHARES.most}; given was ${describe(value)}.`);
}
