// Replaces the oldest share of the messages by a summary.

import { count, picked, unlike } from "../../input/check.js";
import type { Draft } from "../draft.js";
import { ConversationError } from "../../input/errors.js";
import { ownDraft } from "../own-draft.js";
import { SUMMARY_NAMES, SUMMARY_PROMPT, isSummarised, placeSummary, summaryOf, summaryOptions, summarySize } from "../summary.js";
import type { Reducer, SummarizingOptions } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";

const SHARES = { least: 0.1, most: 0.8 };

const NAMES = ["summaryRatio", "preserveRecentMessages", "pinFirst", "systemPrompt"];

/**
 * Replaces the oldest share `summaryRatio` of the messages (0.3; from 0.1 to 0.8) by a summary, but never the newest
 * `preserveRecentMessages` (10). The summary never separates a call from its results: it then includes them all. It does not include the
 * system prompt, pinned messages, the first `pinFirst` messages (0) or the current request. If a provider refused the request and there are
 * too few messages, it shortens the longest tool results instead.
 *
 * The summary also replaces an earlier summary. `summarize` is asked for at most `summaryTokens` (an eighth of the window, at most 1,000).
 * Text of more than `maxPromptTokens` (the window) is summarized in pieces. A summary that is blank, not a text, more than twice as long as
 * asked for, or no shorter than the messages is refused, and the history stays unchanged. The model gets the summary without a heading.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const reduce = summarizing({ summarize: async ({ system, prompt, maxTokens }) => ask(model, system, prompt, maxTokens) });
 */
export function summarizing(options: SummarizingOptions): Reducer {
  const given = picked("options", options, [...SUMMARY_NAMES, ...NAMES]);
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
      placeSummary(draft, span, await summaryOf(draft, span, settings, size, context.signal), settings.atEnd, pins);
      return true;
    },
  };
}

/** Shortens results: a single new one may be too long, and no summary of older messages helps then. */
function shorten(draft: Draft, target: number): boolean {
  return draft.shortenUntil(target, "largest") > 0;
}

function noSplit(): never {
  throw new ConversationError(
    "summary-refused",
    "Unable to find valid split point for summarization: nothing that is not protected stands before the newest unit.",
  );
}

function share(value: unknown): number {
  if (typeof value === "number" && value >= SHARES.least && value <= SHARES.most) return value;
  throw unlike("options.summaryRatio", `a number from ${SHARES.least} to ${SHARES.most}`, value);
}
