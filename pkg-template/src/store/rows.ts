// Entries and snapshots as rows. A row holds a part of them, because some databases limit the size of a row.

import type { StoredEntry, StoredThread } from "../index.js";
import { corrupt } from "./conflict.js";
import { numberOf } from "./revision.js";

/** UTF-16 units of a part: at most 1.8 MB as UTF-8, where Cloudflare allows 2 MB. */
const MOST_UNITS = 600_000;

export const SNAPSHOT = 0;
export const ENTRY = 1;

/** A row of the table of entries. */
export interface Row {
  readonly number: number;
  /** `SNAPSHOT` or `ENTRY`. */
  readonly kind: number;
  readonly part: number;
  readonly revision: string;
  readonly data: string;
}

/** Returns the parts of a text. No part ends within a surrogate pair. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length || parts.length === 0; ) {
    let end = start + MOST_UNITS;
    const isPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    if (isPair) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/**
 * Returns the thread from rows in the order of their numbers, kinds and parts.
 *
 * @throws ConversationError `invalid-snapshot` if a part is missing, which the text alone may not show.
 */
export function threadOf(threadId: string, revision: string, rows: readonly Row[]): StoredThread {
  const thread: StoredThread = { revision, snapshot: null, entries: [] };
  let open: StoredEntry | null = null;
  /** The number of its next part. */
  let next = 0;
  for (const row of rows) {
    if (row.part === 0 || open?.revision !== row.revision) next = 0;
    if (row.part !== next) throw corrupt(threadId, `${row.revision}: part ${next} is missing`);
    next += 1;
    if (row.part > 0 && open !== null) {
      open.data += row.data;
      continue;
    }
    open = { revision: row.revision, data: row.data };
    if (row.kind === SNAPSHOT) {
      thread.snapshot = open;
      thread.entries = thread.entries.filter((entry) => numberOf(entry.revision) > numberOf(row.revision));
    } else thread.entries.push(open);
  }
  const { snapshot } = thread;
  if (snapshot !== null) thread.entries = thread.entries.filter((entry) => numberOf(entry.revision) > numberOf(snapshot.revision));
  return thread;
}
