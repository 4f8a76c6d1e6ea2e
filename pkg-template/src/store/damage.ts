// The entries of a thread, read one by one, and what is wrong with them.

import type { Damage, StoredEntry, StoredThread } from "../index.js";
import { checksumOf } from "./checksum.js";
import { type ReadEntry, entryOf } from "./entry-text.js";
import { isRevision, numberOf } from "./revision.js";

/** An entry of a thread: what it holds, or what is wrong. */
export type Found = { readonly entry: StoredEntry; readonly read: ReadEntry } | { readonly damage: Damage };

/** Reads the snapshot and the entries of a thread, oldest first. What is missing stands in its place. */
export function* foundIn(threadId: string, { revision, snapshot, entries }: StoredThread): Generator<Found> {
  const thread = checksumOf(threadId);
  /** The number of the entry before. That of a snapshot without a revision is the one before the first entry's. */
  let number = snapshot === null ? 0 : (numbered(snapshot.revision) ?? (numbered(entries[0]?.revision ?? "") ?? 2) - 1) - 1;
  /** The checksum that the next entry names; null if it is not known. */
  let tip: string | null = null;
  for (const entry of [...(snapshot === null ? [] : [snapshot]), ...entries]) {
    const own = numbered(entry.revision) ?? number + 1;
    if (own > number + 1) {
      yield { damage: missing(number + 1, own - 1) };
      tip = null;
    }
    const isLate = own <= number;
    const found: Found = isLate ? damaged("swapped", own, entry, `it follows entry ${number}`) : readEntry(entry, own, thread, tip);
    yield found;
    number = Math.max(number, own);
    tip = "damage" in found ? null : entry === snapshot ? (found.read.after ?? null) : found.read.checksum;
  }
  const newest = (entries.at(-1) ?? snapshot)?.revision;
  const head = numbered(revision) ?? number;
  if (head > number) yield { damage: missing(number + 1, head) };
  else if (revision !== newest) {
    const detail = `the revision of the thread is ${JSON.stringify(revision)}, and its newest entry ${newest ?? "missing"}`;
    yield { damage: { kind: "damaged", first: number, last: number, revision: newest ?? null, detail } };
  }
}

function readEntry(entry: StoredEntry, number: number, thread: string, tip: string | null): Found {
  const refused = (kind: Damage["kind"], detail: string) => damaged(kind, number, entry, detail);
  if (entry.damage !== undefined) return refused("damaged", entry.damage);
  if (numbered(entry.revision) === null) return refused("damaged", `its revision is ${JSON.stringify(entry.revision)}`);
  let read: ReadEntry;
  try {
    read = entryOf(entry.data);
  } catch (error) {
    return refused("damaged", (error as Error).message);
  }
  if (read.checksum === null) return { entry, read };
  if (read.thread !== thread) return refused("foreign", "it was written for another thread");
  if (read.revision !== entry.revision) return refused("swapped", `it was written as ${read.revision}`);
  if (tip !== null && read.after !== tip) return refused("swapped", `it was written after another entry ${number - 1}`);
  return { entry, read };
}

function damaged(kind: Damage["kind"], number: number, { revision }: StoredEntry, detail: string): Found {
  return { damage: { kind, first: number, last: number, revision, detail } };
}

function missing(first: number, last: number): Damage {
  const what = first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;
  return { kind: "missing", first, last, revision: null, detail: what };
}

function numbered(revision: string): number | null {
  return isRevision(revision) ? numberOf(revision) : null;
}
