// The callback that makes the history smaller, as a user of the package would write it.

/** The share of the real window to reduce to, so that the next rounds have room. */
const SHARE = 0.6;
/** The number of newest turns that stay if they fit. A turn is a user message and everything up to the next one. */
const NEWEST_TURNS = 4;
/** The number of messages to try first when these turns alone are too long. */
const NEWEST_MESSAGES = 64;

/**
 * Removes in this order, until the history fits: the middle of long tool results, the oldest turns, more of the results, and finally
 * messages of the newest turns.
 *
 * The draft collects the edits and knows the resulting size. The edits are checked and applied together when the callback returns. No edit
 * can separate a call from its result, and the system prompt always stays.
 *
 * @param {import("backscroll").ReduceContext} context
 * @returns {boolean} false when there is nothing to remove
 */
export function reduce({ error, draft, targetTokens }) {
  const goal = goalOf(error, draft.tokens) ?? targetTokens;
  const isTooLong = () => draft.tokens > goal;
  if (!isTooLong()) return false;

  draft.shortenToolResults({ head: 2_000, tail: 2_000 });
  for (let turns = draft.turnCount - 1; isTooLong() && turns >= NEWEST_TURNS; turns -= 1) draft.keepRecentTurns(turns);
  if (isTooLong()) draft.shortenToolResults({ head: 300, tail: 300 });
  // One turn of an agent can have a hundred messages.
  for (let messages = NEWEST_MESSAGES; isTooLong() && messages >= 1; messages /= 2) draft.keepRecentMessages(messages);
  return true;
}

/** The phrases in which providers state their limit and their count. */
const OVERFLOWS = [
  /maximum context length is (?<allowed>\d+) tokens.*?(?<counted>\d+) tokens/s,
  /(?<counted>\d+) tokens > (?<allowed>\d+) maximum/,
];

/**
 * Returns the target in tokens of the draft's estimator. The provider counts tokens differently, so only the ratio of its two numbers is used.
 *
 * @returns {number | null} null when there was no error, or the error has no numbers
 */
function goalOf(error, tokens) {
  const numbers = OVERFLOWS.map((pattern) => pattern.exec(error?.message ?? "")?.groups).find(Boolean);
  return numbers ? Math.floor((tokens * SHARE * numbers.allowed) / numbers.counted) : null;
}
