// When a thread gets a snapshot, and how often a writer tries.

/** The most conflicts in a row after which a save tries again. */
export const MOST_CONFLICTS = 50;

/** The most failures in a row after which a change of a list tries again. */
export const MOST_FAILURES = 2;

/** A new snapshot is written when the entries since the last one are larger than that snapshot and than this number of characters. */
const LEAST_ENTRIES = 65_536;

/** Returns true if a snapshot should replace the entries. */
export function isSnapshotDue([snapshot, entries]: readonly [snapshot: number, entries: number]): boolean {
  return entries > Math.max(snapshot, LEAST_ENTRIES);
}
