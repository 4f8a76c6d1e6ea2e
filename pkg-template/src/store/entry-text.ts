// The text of an entry, which proves itself: a checksum of the rest, the thread and the revision to which the entry belongs, and the
// checksum of the entry that it follows.
//
//   {"checksum":"<of the rest>","thread":"<checksum of the id>","revision":"7-…","after":"<checksum of the entry before>", ...}
//
// Entries of earlier versions have no checksum. They are read, and the next entry begins the chain.

import type { Frame, KeyedMessage } from "../types/store.js";
import { checksumOf } from "./checksum.js";

/** The change of a frame: changed fields, replaced ranges of lists, and removed fields. */
export interface Change {
  readonly set?: Frame;
  readonly splice?: Readonly<Record<string, readonly [start: number, removed: number, ...items: unknown[]]>>;
  readonly unset?: readonly string[];
}

/** The data of an entry, or of a snapshot, whose frame is a change from none. */
export interface EntryData extends Change {
  /** True if the entry replaces everything before it. */
  readonly whole?: true;
  readonly messages?: readonly KeyedMessage[];
}

/** What the text of an entry says of its place. Entries of earlier versions say nothing. */
interface Place {
  /** The checksum of the thread's id. */
  readonly thread?: string;
  readonly revision?: string;
  /** The checksum of the entry before; in a snapshot, of the entry whose revision it has. Null if that entry has none. */
  readonly after?: string | null;
}

/** An entry that was read. */
export interface ReadEntry extends Place {
  /** Null for an entry of an earlier version. */
  readonly checksum: string | null;
  readonly data: EntryData;
}

/** The text of an entry, and its checksum. */
export interface EntryText {
  readonly text: string;
  readonly checksum: string;
}

const START = '{"checksum":"';
/** The start, the digits, and the comma before the rest. */
const HEAD = /^\{"checksum":"([\da-f]{16})",/;

/** Returns the text of an entry of this revision that follows the entry with the checksum `after`. */
export function entryText(threadId: string, revision: string, after: string | null, data: EntryData): EntryText {
  const place: Place = { thread: checksumOf(threadId), revision, after };
  const rest = JSON.stringify({ ...place, ...data }).slice(1);
  const checksum = checksumOf(rest);
  return { text: `${START}${checksum}",${rest}`, checksum };
}

/**
 * Reads the text of an entry.
 *
 * @throws SyntaxError if it is no JSON; TypeError if it does not match its checksum.
 */
export function entryOf(text: string): ReadEntry {
  const [head = "", checksum = null] = HEAD.exec(text) ?? [];
  if (checksum !== null && checksum !== checksumOf(text.slice(head.length))) throw new TypeError("its text does not match its checksum");
  const { checksum: _, thread, revision, after, ...data } = JSON.parse(text) as Place & EntryData & { checksum?: string };
  return { checksum, data, ...(checksum !== null && { thread, revision, after }) } as ReadEntry;
}
