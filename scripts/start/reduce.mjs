// The callback that makes the history shorter: what a user of the package would write for an application of their own.

/** Share of the real window to get down to, so that the next rounds have room. */
const GOAL = 0.6;
/** Characters that stay at either end of a long tool result: gently first, harder when that was not enough. */
const GENTLY = 2_000;
const HARDER = [800, 300];
/** Turns that stay if they can. */
const LATEST_TURNS = 4;
/** Messages to begin with, when these turns are still too long. */
const LATEST_MESSAGES = 64;

/**
 * Keeps the system prompt and the latest turns: shortens long tool results, drops the oldest turns, and gets harder only when
 * the latest turns alone are too long.
 *
 * The draft collects the changes; they are checked and applied together when the callback returns.
 *
 * @param {import("backscroll").ReduceContext} context
 */
export function reduce({ error, draft, targetTokens }) {
  const goal = goalFrom(error, draft.tokens) ?? targetTokens;
  if (draft.tokens <= goal) return false;

  draft.shortenToolResults({ head: GENTLY, tail: GENTLY });
  for (let turns = draft.turnCount - 1; draft.tokens > goal && turns >= LATEST_TURNS; turns -= 1) draft.keepRecentTurns(turns);
  for (const ends of HARDER) if (draft.tokens > goal) draft.shortenToolResults({ head: ends, tail: ends });
  // A turn of an agent can be a hundred messages long: then the latest of them have to do.
  for (let count = LATEST_MESSAGES; draft.tokens > goal && count >= 1; count = Math.floor(count / 2)) draft.keepRecentMessages(count);
  return true;
}

/**
 * The provider says what it counted and what it allows, in its own measure. Our estimate is another measure, so only the
 * ratio of the two numbers is used. Null when there is no such error, or its text is of another kind.
 */
function goalFrom(error, tokens) {
  const text = error?.message ?? "";
  const openai = /maximum context length is (\d+) tokens.*?(\d+) tokens/s.exec(text);
  if (openai) return Math.floor((tokens * GOAL * Number(openai[1])) / Number(openai[2]));
  const anthropic = /(\d+) tokens > (\d+) maximum/.exec(text);
  if (anthropic) return Math.floor((tokens * GOAL * Number(anthropic[2])) / Number(anthropic[1]));
  return null;
}
