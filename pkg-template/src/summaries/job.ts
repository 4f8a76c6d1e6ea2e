// A summary that runs while the conversation goes on.

import type { Draft, Span } from "../reduce/draft.js";
import { SUMMARY_HEADING, type SummaryOptions, isSummarised, placeSummary, summaryOf, summarySize } from "../reduce/summary.js";

/** A summary, and what it covers. */
export interface Job {
  /** The first message of the last unit that it covers. */
  readonly through: string;
  /** The covered messages, as JSON text. */
  readonly covered: string;
  /** The number of rewrites of the history up to which the covered messages were found unchanged. */
  rewrites: number;
  /** The summary; null before it has arrived. */
  text: string | null;
  failure?: { readonly error: unknown };
  /** Resolves when the summary has arrived, or failed. Never rejects. */
  done: Promise<void>;
}

/** A span as large as any: its text is not cut into pieces. */
const WHOLE = 1e9;

interface Goals {
  readonly settings: SummaryOptions;
  readonly reduceTo: number;
  readonly keepTurns: number;
}

/** Starts a summary of the oldest turns: of as many that a history of `target` tokens shrinks to `reduceTo`. Null: it would gain nothing. */
export function started(draft: Draft, target: number, { settings, reduceTo, keepTurns }: Goals): Job | null {
  const size = summarySize(draft, settings, target);
  const goal = Math.max(0, Math.floor(draft.tokens - target * (1 - reduceTo) - size.summary));
  const span = draft.surplus(goal, { keepTurns, maySplit: keepTurns === 1, budget: size.chunk });
  if (span === null || span.tokens <= 2 * size.summary || isSummarised(span)) return null;
  const covered = JSON.stringify(span.messages);
  const job: Job = { through: span.through, covered, rewrites: draft.rewrites, text: null, done: Promise.resolve() };
  job.done = summaryOf(draft, span, settings, size, undefined).then(
    (text) => void (job.text = SUMMARY_HEADING + text),
    (error: unknown) => void (job.failure = { error }),
  );
  return job;
}

/** Returns true if the covered messages are as they were. They are read only after a rewrite of the history. */
export function isCurrent(draft: Draft, job: Job): boolean {
  if (draft.rewrites === job.rewrites) return true;
  if (spanNow(draft, job) === null) return false;
  job.rewrites = draft.rewrites;
  return true;
}

/** Returns true if the history holds the summary. */
export function isPlaced(draft: Draft, { text }: Job): boolean {
  return draft.messages().some(({ isSummary, content }) => isSummary === true && content === text);
}

/** Puts the summary in place of what it covers. Returns the reason if it cannot: the draft is then unchanged. */
export function adopted(draft: Draft, job: Job, atEnd: boolean): { readonly error: unknown } | null {
  const span = spanNow(draft, job);
  if (span === null) return { error: new Error(OUTDATED) };
  try {
    placeSummary(draft, span, job.text ?? "", atEnd);
    return null;
  } catch (error) {
    return { error };
  }
}

export const OUTDATED = "The messages that the summary covers have changed.";

/** Returns the covered span as it is now; null if it differs. A pin, or a message that is no longer pinned, changes it, too. */
function spanNow(draft: Draft, { through, covered }: Job): Span | null {
  const messages = draft.messages().filter(({ role, isSummary }) => role !== "system" || isSummary === true);
  const place = messages.findIndex(({ id }) => id === through);
  if (place < 0) return null;
  const span = draft.oldest(place + 1, { rounds: "up", pinFirst: 0, budget: WHOLE });
  return span !== null && span.through === through && JSON.stringify(span.messages) === covered ? span : null;
}
