// A list of a program's own, in a store: for programs and frameworks that keep their messages themselves.

import { callable, isArray, isObject, isOurs, unlike, unlikeSecret } from "../input/check.js";
import { ConversationError } from "../index.js";
import type { Store, StoredEntry } from "../index.js";
import { type Change, entryText } from "./entry-text.js";
import { type ReadThread, changeOf, readThread } from "./frame.js";
import { MOST_CONFLICTS, MOST_FAILURES, isSnapshotDue } from "./limits.js";
import { numberOf, revisionAfter } from "./revision.js";

const EMPTY: ReadThread = { revision: "", frame: { items: [] }, messages: new Map(), tip: null, sizes: [0, 0] };

/** An entry to append, and the list after it. */
interface Write {
  readonly expected: string | null;
  readonly entry: StoredEntry;
  readonly checksum: string;
  readonly items: readonly unknown[];
}

/**
 * An entry whose append failed, or met a conflict. It may still have been stored, or be stored later: its answer may have been lost, or be
 * that of a request which a network repeated.
 */
interface Failed extends Write {
  readonly error: unknown;
  readonly isConflict: boolean;
}

/** The most revisions that a snapshot names of the entries that it replaced, so that their writers find them. */
const MOST_REVISIONS = 100;

/** A list to store, and its change; null if nothing changed. */
interface Next {
  readonly items: readonly unknown[];
  readonly change: Change | null;
}

/**
 * A list of messages as a thread of a store, in the form of a framework or of your program. Items are returned as you gave them. Each is
 * written once. Several processes may change one list: if another process was faster, an update is made again on top of its change, and
 * none is lost.
 *
 * Items are JSON values. Use a thread either for a list or for `conversation.persist`, not for both.
 *
 * @example
 * const rows = new StoredList<ModelMessage>(store, "t-42");
 * await rows.append([{ role: "user", content: "Will it rain?" }]);
 * const { messages } = fit(aiSdk, await rows.load(), { maxTokens: 120_000 });
 */
export class StoredList<Item> {
  /** The id in the store. */
  readonly threadId: string;
  readonly #store: Store;
  /** The last list that this object read; null before. */
  #known: ReadThread | null = null;
  /** The newest revisions of that list, and of those before it. */
  #revisions: readonly string[] = [];
  /** Operations on the store run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @throws ConversationError `invalid-argument`.
   * @example
   * const rows = new StoredList(memoryStore(), "t-42");
   */
  constructor(store: Store, threadId: string) {
    if (!isObject(store) || typeof store.append !== "function") throw unlikeSecret("store", "a store", store);
    this.#store = store;
    this.threadId = threadId;
  }

  /**
   * Returns the items that the store has now.
   *
   * @throws ConversationError `store-failed`; `invalid-snapshot` when the thread holds a conversation.
   * @example
   * const items = await rows.load();
   */
  load(): Promise<Item[]> {
    return this.#alone(async () => {
      await this.#read();
      return this.#items();
    });
  }

  /**
   * Adds items at the end, and returns all.
   *
   * @throws ConversationError `store-failed`, after three attempts: the items may still have been stored.
   * @example
   * await rows.append([{ role: "user", content: "And tomorrow?" }]);
   */
  append(items: readonly Item[]): Promise<Item[]> {
    if (!isArray(items)) throw unlike("items", "an array", items);
    const own = copied(items);
    // Nothing that is there has to be compared.
    return this.#put((all) => ({
      items: [...all, ...own],
      change: own.length === 0 ? null : { splice: { items: [all.length, 0, ...own] } },
    }));
  }

  /**
   * Replaces the list by the result of a function, and returns it. Equal items are not written again. The function is called again if
   * another process changed the list meanwhile.
   *
   * @throws ConversationError `store-failed`; what the function throws.
   * @example
   * const rows = new StoredList(store, "t-42");
   * await rows.update((items) => items.slice(0, -1));
   */
  update(change: (items: Item[]) => readonly Item[]): Promise<Item[]> {
    callable("change", change);
    return this.#put((all) => {
      const items = copied(change(copied(all) as Item[]));
      return { items, change: changeOf({ items: all }, { items }) };
    });
  }

  /** Stores the next list, which is made again if another process changed the list meanwhile. */
  #put(make: (all: readonly unknown[]) => Next): Promise<Item[]> {
    return this.#alone(async () => {
      /** All of them are looked for, because a late one may be stored between two attempts, and then be the reason for a conflict. */
      const failed: Failed[] = [];
      for (let attempts = 0; ; attempts += 1) {
        // The answer may have been lost: then the entry is there, perhaps with others behind it.
        if (failed.length > 0 && (await this.#holds(failed))) return this.#items();
        const known = this.#known ?? (await this.#read());
        const write = writeOf(this.threadId, known, make(itemsOf(known)));
        if (write === null) return this.#items();
        try {
          await this.#write(known, write);
          return this.#items();
        } catch (error) {
          this.#known = null;
          const code = isOurs(error) ? error.code : null;
          if (code !== "store-conflict" && code !== "store-failed") throw error;
          if (attempts === (code === "store-conflict" ? MOST_CONFLICTS : MOST_FAILURES)) throw error;
          failed.push({ ...write, error, isConflict: code === "store-conflict" });
        }
      }
    });
  }

  /**
   * Deletes the thread.
   *
   * @throws ConversationError `store-failed`.
   * @example
   * await rows.clear();
   */
  clear(): Promise<void> {
    return this.#alone(async () => {
      this.#known = null;
      await this.#store.delete(this.threadId);
    });
  }

  async #read(): Promise<ReadThread> {
    const stored = await this.#store.load(this.threadId);
    const read = stored === null ? EMPTY : readThread(this.threadId, stored);
    if (!isArray(read.frame.items)) {
      const message = `The thread ${JSON.stringify(this.threadId)} holds no list. Read it with \`conversation.persist\`, or use another id for the list.`;
      throw new ConversationError("invalid-snapshot", message, { details: { threadId: this.threadId } });
    }
    const replaced = (read.frame.revisions ?? []) as readonly string[];
    this.#revisions = [...replaced, ...[stored?.snapshot, ...(stored?.entries ?? [])].flatMap((entry) => entry?.revision ?? [])];
    return (this.#known = read);
  }

  /** Reads the thread again, and reports whether it has one of the entries. Throws its error if nobody knows. */
  async #holds(failed: readonly Failed[]): Promise<boolean> {
    await this.#read();
    const found = failed.find(({ entry }) => this.#revisions.includes(entry.revision));
    if (found !== undefined) {
      await this.#acknowledge(found);
      return true;
    }
    // A snapshot has replaced the entries of its number, and does not name them any more.
    const first = numberOf(this.#revisions[0] ?? "1-0000000000000000");
    const unknown = failed.find(({ entry, isConflict }) => !isConflict && numberOf(entry.revision) < first);
    if (unknown !== undefined) throw unknown.error;
    return false;
  }

  /** Lets the store acknowledge an entry that it has: a file may be there, and not be on the disk yet. */
  async #acknowledge({ expected, entry }: Write): Promise<void> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await this.#store.append(this.threadId, expected, entry);
      } catch (error) {
        const code = isOurs(error) ? error.code : null;
        // Others have added theirs.
        if (code === "store-conflict") return;
        if (code !== "store-failed" || attempts === MOST_FAILURES) throw error;
      }
    }
  }

  /** A copy of the known items. */
  #items(): Item[] {
    return copied(itemsOf(this.#known ?? EMPTY)) as Item[];
  }

  async #write(known: ReadThread, { expected, entry, checksum: tip, items }: Write): Promise<void> {
    await this.#store.append(this.threadId, expected, entry);
    const [snapshot, entries] = known.sizes;
    this.#revisions = [...this.#revisions.slice(1 - MOST_REVISIONS), entry.revision];
    this.#known = {
      revision: entry.revision,
      frame: { items },
      messages: known.messages,
      tip,
      sizes: [snapshot, entries + entry.data.length],
    };
    if (isSnapshotDue(this.#known.sizes)) await this.#snapshot(this.#known);
  }

  async #snapshot({ revision, frame: { items }, messages, tip }: ReadThread): Promise<void> {
    this.#revisions = this.#revisions.slice(-MOST_REVISIONS);
    const frame = { items, revisions: this.#revisions };
    const { text: data } = entryText(this.threadId, revision, tip, { set: frame });
    try {
      await this.#store.snapshot(this.threadId, { revision, data });
      this.#known = { revision, frame, messages, tip, sizes: [data.length, 0] };
    } catch {
      // The items are stored. The next update tries again.
    }
  }

  #alone<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Returns the entry that stores the next list; null if nothing changed. */
function writeOf(threadId: string, known: ReadThread, { items, change }: Next): Write | null {
  if (change === null) return null;
  const expected = known.revision === "" ? null : known.revision;
  const revision = revisionAfter(expected);
  const { text: data, checksum } = entryText(threadId, revision, known.tip, expected === null ? { set: { items } } : change);
  return { expected, entry: { revision, data }, checksum, items };
}

function itemsOf({ frame }: ReadThread): readonly unknown[] {
  return frame.items as readonly unknown[];
}

/** Returns a copy that shares nothing: neither the store nor a caller may change the other's items. */
function copied(items: readonly unknown[]): unknown[] {
  if (!isArray(items)) throw unlike("what `change` returns", "an array", items);
  return JSON.parse(JSON.stringify(items)) as unknown[];
}
