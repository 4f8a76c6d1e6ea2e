// The callback that makes the history shorter: what a user of the package writes for an application of their own.

/** Share of the real window to get down to: the next rounds need room too. */
const SHARE = 0.6;
/** Turns that stay when they fit. A turn is a user message and all that follows it up to the next one. */
const NEWEST_TURNS = 4;
/** Messages to begin with when these turns alone are too long. */
const NEWEST_MESSAGES = 64;

/**
 * From gentle to harsh: the middle of long tool results goes first, then the oldest turns, then more of the results, and only
 * when all that was not enough, messages of the newest turns.
 *
 * The draft collects the edits and knows the size that they would lead to. They are checked and applied together when the
 * callback returns, and none of them can part a call from its result. The system prompt stays by itself.
 *
 * @param {import("backscroll").ReduceContext} context
 * @returns {boolean} false: there is nothing to do
 */
export function reduce({ error, draft, targetTokens }) {
  const goal = goalOf(error, draft.tokens) ?? targetTokens;
  const isTooLong = () => draft.tokens > goal;
  if (!isTooLong()) return false;

  draft.shortenToolResults({ head: 2_000, tail: 2_000 });
  for (let turns = draft.turnCount - 1; isTooLong() && turns >= NEWEST_TURNS; turns -= 1) draft.keepRecentTurns(turns);
  if (isTooLong()) draft.shortenToolResults({ head: 300, tail: 300 });
  // One turn of an agent can be a hundred messages long.
  for (let messages = NEWEST_MESSAGES; isTooLong() && messages >= 1; messages /= 2) draft.keepRecentMessages(messages);
  return true;
}

/** The phrases in which providers name their limit and their count. */
const OVERFLOWS = [
  /maximum context length is (?<allowed>\d+) tokens.*?(?<counted>\d+) tokens/s,
  /(?<counted>\d+) tokens > (?<allowed>\d+) maximum/,
];

/**
 * The provider counts in its own measure and the draft in another, so only the ratio of the provider's two numbers is used.
 *
 * @returns {number | null} tokens as the draft counts them; null when there was no error, or it names no numbers
 */
function goalOf(error, tokens) {
  const numbers = OVERFLOWS.map((pattern) => pattern.exec(error?.message ?? "")?.groups).find(Boolean);
  return numbers ? Math.floor((tokens * SHARE * numbers.allowed) / numbers.counted) : null;
}
