// Frames: what an entry says of the change from one to the next, and a snapshot made of a frame and its messages.

import type { StoredThread } from "../index.js";
import type { Frame, KeyedMessage } from "../types/store.js";
import { corrupt, damagedThread } from "./conflict.js";
import { foundIn } from "./damage.js";
import type { Change, EntryData } from "./entry-text.js";

/** A thread that was read. */
export interface ReadThread {
  readonly revision: string;
  readonly frame: Frame;
  readonly messages: ReadonlyMap<number, KeyedMessage[1]>;
  /** The checksum of the newest entry; null if it has none. */
  readonly tip: string | null;
  /** The sizes of the snapshot and of the entries after it, in characters. */
  readonly sizes: readonly [snapshot: number, entries: number];
}

/** Returns the change from one frame to another; null when they are equal. */
export function changeOf(before: Frame, after: Frame): Change | null {
  const set: Record<string, unknown> = {};
  const splice: Record<string, [number, number, ...unknown[]]> = {};
  const unset = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (Array.isArray(value) && Array.isArray(old)) {
      const change = spliceOf(old, value);
      if (change !== null) splice[name] = change;
    } else if (!Object.hasOwn(before, name) || !isEqual(old, value)) set[name] = value;
  }
  const parts = [set, splice, unset].map((part) => Object.keys(part).length > 0);
  if (!parts.includes(true)) return null;
  return { ...(parts[0] && { set }), ...(parts[1] && { splice }), ...(parts[2] && { unset }) };
}

function spliceOf(before: readonly unknown[], after: readonly unknown[]): [number, number, ...unknown[]] | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isEqual(before[start], after[start])) start += 1;
  if (start === before.length && start === after.length) return null;
  let end = 0;
  while (end < shorter - start && isEqual(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  return [start, before.length - start - end, ...after.slice(start, after.length - end)];
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null) return one === other;
  return typeof other === "object" && other !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the frame after a change. */
function changed(frame: Frame, { set, splice, unset = [] }: Change): Frame {
  const lists = Object.entries(splice ?? {}).map(([name, [start, removed, ...items]]) => {
    const list = frame[name];
    if (!Array.isArray(list)) throw new TypeError(`\`${name}\` is no list`);
    return [name, [...list.slice(0, start), ...items, ...list.slice(start + removed)]] as const;
  });
  const next = { ...frame, ...set, ...Object.fromEntries(lists) };
  for (const name of unset) delete next[name];
  return next;
}

/** A thread that is read entry by entry. */
export class ThreadReader {
  frame: Frame = {};
  readonly messages = new Map<number, KeyedMessage[1]>();

  /** Adds an entry. Throws TypeError if it does not follow. */
  add({ whole, messages = [], ...change }: EntryData): void {
    const next = changed(whole === true ? {} : this.frame, change);
    if (whole === true) this.messages.clear();
    for (const [key, message] of messages) this.messages.set(key, message);
    this.frame = next;
  }
}

/** Reads a thread. Throws `invalid-snapshot` if it is corrupt. */
export function readThread(threadId: string, stored: StoredThread): ReadThread {
  const { revision, snapshot, entries } = stored;
  const reader = new ThreadReader();
  let tip: string | null = null;
  for (const found of foundIn(threadId, stored)) {
    if ("damage" in found) throw damagedThread(threadId, found.damage);
    const { entry, read } = found;
    try {
      reader.add(read.data);
    } catch (cause) {
      throw corrupt(threadId, `${entry.revision}: ${(cause as Error).message}`, cause);
    }
    tip = entry === snapshot ? (read.after ?? null) : read.checksum;
  }
  const sizes = [snapshot?.data.length ?? 0, entries.reduce((sum, { data }) => sum + data.length, 0)] as const;
  return { revision, frame: reader.frame, messages: reader.messages, tip, sizes };
}

/** Returns the snapshot of a frame, as JSON text. Throws TypeError if a message of it is missing. */
export function snapshotOf({ frame, messages }: Pick<ReadThread, "frame" | "messages">): string {
  const message = (key: unknown): unknown => {
    const found = messages.get(key as number);
    if (found === undefined) throw new TypeError(`no message has the key ${String(key)}`);
    return found;
  };
  return JSON.stringify({ ...overBodies(frame, message), messages: list(frame.messages).map(message) });
}

/** Returns the keys of a frame's messages, in the order of their numbers; if numbers are equal, in the order of their places. */
export function keysOf(frame: Frame): number[] {
  const numbers = frame.numbers as readonly number[] | undefined;
  const found = list(frame.messages).map((key, place) => [numbers?.[place] ?? place, key as number] as const);
  overBodies(frame, (key, number) => {
    found.push([number, key as number]);
    return key;
  });
  const keys = found.sort(([one], [other]) => one - other).map(([, key]) => key);
  return [...new Set(keys)];
}

/** A unit before a reduction. A number is a message that the reduction put in, and a list names units of another path. */
interface UnitFrame {
  readonly messages: readonly unknown[];
}

/** A path of a frame, with what reductions changed of it. */
interface PathFrame {
  readonly messages?: readonly unknown[];
  readonly reductions?: readonly { readonly units: readonly (number | readonly number[] | UnitFrame)[] }[];
}

/** Returns the frame with other bodies in its pairs of a number and a body, which stand everywhere but in the list of its messages. */
function overBodies(frame: Frame, body: (body: unknown, number: number) => unknown): Frame {
  const numbered = (item: unknown): unknown => (Array.isArray(item) ? [item[0], body(item[1], item[0] as number)] : item);
  const reductionsOf = ({ reductions }: PathFrame) =>
    reductions && {
      reductions: reductions.map((reduction) => ({
        ...reduction,
        units: reduction.units.map((unit) => (isUnit(unit) ? { ...unit, messages: unit.messages.map(numbered) } : unit)),
      })),
    };
  const own = reductionsOf(frame as PathFrame);
  const paths = frame.paths as readonly PathFrame[] | undefined;
  return {
    ...frame,
    ...own,
    ...(paths && { paths: paths.map((path) => ({ ...path, messages: list(path.messages).map(numbered), ...reductionsOf(path) })) }),
  };
}

function isUnit(unit: number | readonly number[] | UnitFrame): unit is UnitFrame {
  return typeof unit === "object" && "messages" in unit;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
