// Aligns two lists from their first difference on: messages that were removed, inserted, or replaced by one.

/** A stretch of the first list that a stretch of the second replaces. */
export interface Stretch {
  readonly removed: number;
  readonly inserted: number;
}

/** Items that must be the same after the stretch, where the lists are long enough. */
const RUN = 2;
/** Items that a stretch has at most. */
const MOST = 2_000;

/**
 * Returns the shortest stretch after which the lists go on alike; null if they never do. The lists differ at `from`, which both have.
 * `before` and `after` are prints: equal texts stand for equal items.
 */
export function stretchAt(before: readonly string[], after: readonly string[], from: number): Stretch | null {
  const isAlike = (one: number, other: number) => {
    const run = Math.min(RUN, before.length - one, after.length - other);
    return run > 0 && Array.from({ length: run }, (_, step) => before[one + step] === after[other + step]).every(Boolean);
  };
  // Nothing but an insertion, then nothing but a removal, then one item in place of several.
  for (let inserted = 1; inserted <= Math.min(MOST, after.length - from - 1); inserted += 1)
    if (isAlike(from, from + inserted)) return { removed: 0, inserted };
  for (let removed = 1; removed <= Math.min(MOST, before.length - from - 1); removed += 1)
    if (isAlike(from + removed, from)) return { removed, inserted: 0 };
  for (let removed = 1; removed <= Math.min(MOST, before.length - from - 1); removed += 1)
    if (isAlike(from + removed, from + 1)) return { removed, inserted: 1 };
  return null;
}
