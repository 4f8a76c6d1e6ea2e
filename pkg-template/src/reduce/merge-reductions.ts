// Several reductions in a row, as one report.

import type { Message, Reduction, Repair } from "../types/index.js";

/**
 * Merges the reports of successive `reductions` into one; null if there are none. `order` has the ids of the history before the first. As
 * in each report, the kept, the removed and the original messages together are the whole history before.
 */
export function mergeReductions(reductions: readonly Reduction[], order: readonly string[] = []): Reduction | null {
  const [first] = reductions;
  const last = reductions.at(-1);
  if (first === undefined || last === undefined) return null;
  if (first === last) return last;
  const shortened = shortenings(reductions);
  const removed = reductions.flatMap((reduction) => reduction.removed);
  const isGone = new Set(removed.map(({ id }) => id));
  const summaries = reductions.flatMap(({ summary }) => (summary === null ? [] : [summary]));
  const made = new Set(summaries.map(({ id }) => id));
  const changed = reductions.flatMap(({ firstChangedIndex }) => (firstChangedIndex === null ? [] : [firstChangedIndex]));
  return {
    reduced: true,
    tokensBefore: first.tokensBefore,
    tokensAfter: last.tokensAfter,
    // A summary that a later one replaced is not listed. A result that was shortened and then removed is listed as it was at first.
    removed: sorted(removed, order)
      .filter(({ id }) => !made.has(id))
      .map((message): Message => shortened.get(message.id)?.original ?? message),
    shortened: [...shortened.values()].filter(({ messageId }) => !isGone.has(messageId)),
    summary: summaries.filter(({ id }) => !isGone.has(id)).at(-1) ?? null,
    firstChangedIndex: changed.length === 0 ? null : Math.min(...changed),
    repairs: reductions.flatMap((reduction) => reduction.repairs),
    steps: reductions.flatMap((reduction) => reduction.steps),
    // The last word about a message counts; a map keeps the order of the first.
    choices: [...new Map(reductions.flatMap(({ choices }) => choices).map((choice) => [choice.messageId, choice])).values()].filter(
      ({ messageId, why }) => why === "unneeded" || !isGone.has(messageId),
    ),
  };
}

/** Sorts messages by `order`; messages that are not in it come last. */
function sorted(messages: readonly Message[], order: readonly string[]): Message[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const place = ({ id }: Message) => places.get(id) ?? order.length;
  return [...messages].sort((one, other) => place(one) - place(other));
}

/** Returns the messages that were changed in place, by id, with their original before the first change and their size after the last. */
function shortenings(reductions: readonly Reduction[]): Map<string, Reduction["shortened"][number]> {
  const all = new Map<string, Reduction["shortened"][number]>();
  for (const entry of reductions.flatMap((reduction) => reduction.shortened)) {
    const before = all.get(entry.messageId);
    all.set(entry.messageId, before === undefined ? entry : { ...before, tokensAfter: entry.tokensAfter });
  }
  return all;
}

/** Returns the reports of failed steps, such as a summary: messages may have been dropped without a summary. */
export function skippedSteps(reduction: Reduction | null): Repair[] {
  return (reduction?.repairs ?? []).filter(({ code }) => code === "reduction-step-failed");
}
