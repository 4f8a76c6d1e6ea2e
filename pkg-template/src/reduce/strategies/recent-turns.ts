// Keeps the newest turns.

import { count, picked } from "../../input/check.js";
import type { Reducer } from "../../types/index.js";

/**
 * Keeps the newest `keep` turns, the system prompt, pinned messages and the current request. A turn is a user message and everything up to
 * the next one.
 *
 * @throws ConversationError `invalid-argument` unless `keep` is a whole number, 0 or more.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 128_000, reduce: recentTurns({ keep: 6 }) });
 */
export function recentTurns(options: {
  /** Turns to keep, 0 or more. */
  keep: number;
}): Reducer {
  const keep = count("options.keep", picked("options", options, ["keep"]).keep);
  return { name: "recent-turns", reduce: ({ draft }) => draft.keepRecentTurns(keep) > 0 };
}
