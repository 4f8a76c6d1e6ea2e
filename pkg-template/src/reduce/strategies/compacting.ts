// Replaces all but the newest messages by a summary.

import { count, picked } from "../../input/check.js";
import { ownDraft } from "../own-draft.js";
import {
  COMPACT_PROMPT,
  COMPACT_TOKENS,
  SUMMARY_HEADING,
  SUMMARY_NAMES,
  isBlankSummary,
  isSummarised,
  placeSummary,
  summaryOf,
  summaryOptions,
  summarySize,
} from "../summary.js";
import type { CompactingOptions, Reducer } from "../../types/index.js";
import { REACTIVE_GOAL, goalOf } from "./goal.js";

/**
 * Replaces all but the newest `recentKeep` messages (6) by a summary. Acts when the history takes more than `maxTokens` (12,000 by the
 * estimator `"bytes/3"`) even if it fits the window (`prepare` checks this only with a `tokenLimit`), when it exceeds the context's `maxTokens`, and
 * when a provider refused it. The system prompt, pinned messages and the current request stay. The cut splits no unit. If the summary is
 * blank, the older messages are dropped without a summary, because a shorter history is better than a failed reduction.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const reduce = compacting({ summarize: async ({ system, prompt, maxTokens }) => ask(model, system, prompt, maxTokens), recentKeep: 10 });
 */
export function compacting(options: CompactingOptions): Reducer {
  const given = picked("options", options, [...SUMMARY_NAMES, "maxTokens", "recentKeep"]);
  const settings = summaryOptions({ summaryTokens: COMPACT_TOKENS, ...given }, COMPACT_PROMPT);
  const [most, kept] = [count("options.maxTokens", given.maxTokens ?? 12_000), count("options.recentKeep", given.recentKeep ?? 6)];

  return {
    name: "compacting",
    // A rough check; the exact estimate needs all messages.
    isDue: ({ tokens }) => tokens > most / 2,
    async reduce(context) {
      const draft = ownDraft(context);
      const { target, isRefused } = goalOf(context);
      const mustShrink = isRefused || (target !== null && draft.tokens > target);
      const messages = draft.count - kept;
      if (messages <= 0 || !(mustShrink || draft.estimate(draft.messages(), { estimator: "bytes/3" }) > most)) return false;
      const size = summarySize(draft, settings, target ?? Math.floor(draft.tokens * REACTIVE_GOAL));
      const span = draft.oldest(messages, { rounds: "down", pinFirst: 0, budget: size.chunk });
      if (span === null || isSummarised(span)) return false;
      // When the kept messages alone are over the limit, a summary for each new message would gain nothing.
      if (!mustShrink && span.tokens <= 2 * size.summary) return false;
      try {
        placeSummary(draft, span, SUMMARY_HEADING + (await summaryOf(draft, span, settings, size, context.signal)), settings.atEnd);
      } catch (error) {
        if (!isBlankSummary(error)) throw error;
        draft.noteSkipped("the summary was blank, so older messages are dropped without a summary");
        draft.keepRecentMessages(kept);
      }
      return true;
    },
  };
}
