// When a thread gets a snapshot, and how often a writer tries.

/** Conflicts in a row that a save goes through. */
export const MOST_CONFLICTS = 50;

/** Failures in a row that a change of a list goes through. */
export const MOST_FAILURES = 2;

/** A snapshot is written when the entries since the last one are larger than it, and than this, in characters. */
const LEAST_ENTRIES = 65_536;

/** Returns true when a snapshot should take the place of the entries. */
export function isSnapshotDue([snapshot, entries]: readonly [snapshot: number, entries: number]): boolean {
  return entries > Math.max(snapshot, LEAST_ENTRIES);
}
