// A look at a stored thread that changes nothing: whether it is as it was written, and what of a damaged one is whole.

import { isArray, isObject, unlikeSecret } from "../input/check.js";
import type { ConversationSnapshot, Damage, Message, Store } from "../index.js";
import type { Frame } from "../types/store.js";
import { type Found, foundIn } from "./damage.js";
import type { EntryData } from "./entry-text.js";
import { ThreadReader, snapshotOf } from "./frame.js";
import { numberOf } from "./revision.js";

/**
 * The state of a stored thread.
 *
 * @example
 * const isFine = ({ damages }: Verification) => damages.length === 0;
 */
export interface Verification {
  /** The newest revision. */
  revision: string;
  /** The number of entries that the store has, with the snapshot. */
  entries: number;
  /** How many of them have no checksum, because an earlier version wrote them. Nobody can say whether they are as they were. */
  unproved: number;
  /** What is not as it was written, oldest first; empty for a thread that is whole. */
  damages: Damage[];
}

/**
 * What is whole of a stored thread.
 *
 * @example
 * const messagesOf = ({ snapshot, later }: Salvage) => [...(snapshot?.messages ?? []), ...later];
 */
export interface Salvage {
  /** The conversation up to the first damage, for `ConversationManager.fromJSON`; null if there is none, and for a list. */
  snapshot: ConversationSnapshot | null;
  /** The items of a `StoredList` up to the first damage; null for a conversation. */
  items: unknown[] | null;
  /**
   * The messages of the whole entries after the damage, or the items that they added, oldest first. Their order among the others is lost, and
   * so is what the damaged entries held.
   */
  later: unknown[];
  /** What is not as it was written, oldest first. */
  damages: Damage[];
}

/**
 * Reads a thread, and reports each entry that is damaged, missing, swapped or of another thread. Null if the store has no such thread.
 * Writes nothing. The checksums show damage by disks, programs and people; they are no seal against someone who writes to the database.
 *
 * @throws ConversationError `invalid-argument`; `store-failed`.
 * @example
 * const found = await verify(store, "t-42");
 * for (const { first, detail } of found?.damages ?? []) console.error(`entry ${first}: ${detail}`);
 */
export async function verify(store: Store, threadId: string): Promise<Verification | null> {
  const stored = await loaded(store, threadId);
  if (stored === null) return null;
  const { revision, snapshot, entries } = stored;
  const found: Verification = { revision, entries: entries.length + (snapshot === null ? 0 : 1), unproved: 0, damages: [] };
  const reader = new DamagedReader();
  for (const one of foundIn(threadId, stored)) {
    if ("read" in one && one.read.checksum === null) found.unproved += 1;
    reader.take(one);
  }
  reader.conversation();
  return { ...found, damages: reader.damages };
}

/**
 * Returns what is whole of a thread, and a list of what is not. Null if the store has no such thread. Writes nothing: to go on, delete the
 * thread, and persist the salvaged conversation under its id.
 *
 * @throws ConversationError `invalid-argument`; `store-failed`.
 * @example
 * const found = await salvage(store, "t-42");
 * if (found?.snapshot) {
 *   await store.delete("t-42");
 *   await ConversationManager.fromJSON(found.snapshot).persist(store, "t-42");
 * }
 */
export async function salvage(store: Store, threadId: string): Promise<Salvage | null> {
  const stored = await loaded(store, threadId);
  if (stored === null) return null;
  const reader = new DamagedReader();
  for (const one of foundIn(threadId, stored)) reader.take(one);
  const snapshot = reader.conversation();
  const { later, damages, state } = reader;
  const { items } = state.frame;
  return { snapshot, items: isArray(items) ? [...(items as unknown[])] : null, later, damages };
}

async function loaded(store: Store, threadId: string) {
  if (!isObject(store) || typeof store.load !== "function") throw unlikeSecret("store", "a store", store);
  return store.load(threadId);
}

/** Reads a thread up to its first damage, and from an entry that replaces everything. Collects what the others hold. */
class DamagedReader {
  state = new ThreadReader();
  readonly damages: Damage[] = [];
  later: unknown[] = [];
  #isBroken = false;
  /** That of the last entry. */
  #revision = "";

  take(found: Found): void {
    if ("damage" in found) {
      this.damages.push(found.damage);
      this.#isBroken = true;
      return;
    }
    const { entry, read } = found;
    this.#revision = entry.revision;
    try {
      if (this.#isBroken && read.data.whole !== true) return void this.later.push(...addedBy(read.data));
      // What follows damage that an entry has replaced is whole again.
      if (this.#isBroken) [this.state, this.later, this.#isBroken] = [new ThreadReader(), [], false];
      this.state.add(read.data);
    } catch (error) {
      this.#refuse((error as Error).message);
    }
  }

  /** The conversation up to the first damage; null for a list, and if there is none. Call it once, at the end. */
  conversation(): ConversationSnapshot | null {
    const { frame, messages } = this.state;
    if (isArray(frame.items) || !isArray(frame.messages)) return null;
    try {
      return JSON.parse(snapshotOf(this.state)) as ConversationSnapshot;
    } catch (error) {
      this.#refuse((error as Error).message);
      this.later.unshift(...messages.values());
      return null;
    }
  }

  /** An entry of an earlier version may be damaged, and still be JSON. */
  #refuse(detail: string): void {
    const number = numberOf(this.#revision);
    this.damages.push({ kind: "damaged", first: number, last: number, revision: this.#revision, detail });
    this.#isBroken = true;
  }
}

/** The messages that an entry holds, or the items that it adds to a list. */
function addedBy({ messages = [], set, splice }: EntryData): unknown[] {
  const [, , ...items] = splice?.items ?? [0, 0];
  const all = (set as Frame | undefined)?.items;
  return [...messages.map(([, message]) => message as Message), ...items, ...(isArray(all) ? (all as unknown[]) : [])];
}
