// Entries and snapshots as rows. A row holds a part of them, because some databases limit the size of a row.

import type { StoredEntry, StoredThread } from "../index.js";

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

/** Returns the thread from rows in the order of their numbers, kinds and parts. An entry says if a part of it is missing. */
export function threadOf(revision: string, rows: readonly Row[]): StoredThread {
  let snapshot: Open | null = null;
  let entries: Open[] = [];
  let open: Open | null = null;
  for (const row of rows) {
    if (open === null || row.number !== open.row.number || row.kind !== open.row.kind) {
      open = { row, entry: { revision: row.revision, data: "" }, parts: 0 };
      if (row.kind === ENTRY) entries.push(open);
      else [snapshot, entries] = [open, []];
    }
    if (row.part !== open.parts) open.entry.damage ??= `part ${open.parts} is missing`;
    open.entry.data += row.data;
    open.parts = row.part + 1;
  }
  // A writer may have stored an entry again that a snapshot replaced.
  const first = snapshot?.row.number ?? 0;
  const after = entries.filter(({ row }) => row.number > first).map(({ entry }) => entry);
  return { revision, snapshot: snapshot?.entry ?? null, entries: after };
}

/** An entry whose parts are being read. */
interface Open {
  /** Its first row. */
  readonly row: Row;
  readonly entry: StoredEntry;
  /** The number of the part that follows. */
  parts: number;
}
