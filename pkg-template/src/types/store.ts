// The public types of stores.

import type { Message, MessageInit } from "./message.js";
import type { PendingInit, PendingMessage } from "./pending.js";
import type { CheckpointLedger } from "./suspension.js";

/**
 * A change of a stored thread, or a snapshot of the whole thread. A store keeps it as an unchanged row.
 *
 * @example
 * const entry: StoredEntry = { revision: "7-2c1f9a3b5d7e8f01", data: '{"messages":[...]}' };
 */
export interface StoredEntry {
  /** The revision of the thread after this entry: its number, `-`, and 16 hexadecimal digits. */
  revision: string;
  /**
   * JSON text. It holds messages in the form of `conversation.messages`, and a checksum of its characters. Keep it as text: a column of a
   * JSON type may write it in another form.
   */
  data: string;
  /** The reason why the store cannot return the entry whole, such as a missing part. Such an entry is never used. */
  damage?: string;
}

/**
 * An entry of a stored thread that is not as it was written.
 *
 * @example
 * const name = ({ kind, first, detail }: Damage) => `${kind}, entry ${first}: ${detail}`;
 */
export interface Damage {
  /**
   * `damaged`: its text was changed, or cannot be read. `missing`: it is not there. `swapped`: it is whole, and belongs to another place of
   * this thread. `foreign`: it is whole, and belongs to another thread.
   */
  kind: "damaged" | "missing" | "swapped" | "foreign";
  /** The number of the entry in its thread, from 1; of a gap, the first that is missing. */
  first: number;
  /** The last number of a gap; else as `first`. */
  last: number;
  /** The revision under which the store has the entry; null if it is missing. */
  revision: string | null;
  /** What is wrong, for people. */
  detail: string;
}

/**
 * A thread as its store holds it.
 *
 * @example
 * const { revision, entries }: StoredThread = (await store.load("t-42"))!;
 */
export interface StoredThread {
  /** The revision of the newest entry, or of the snapshot if no entry follows it. */
  revision: string;
  /** The newest snapshot; null when there is none. */
  snapshot: StoredEntry | null;
  /** The entries after the snapshot, oldest first. */
  entries: StoredEntry[];
}

/**
 * A thread in the list of `list`.
 *
 * @example
 * const stale = threads.filter(({ updatedAt }: ThreadInfo) => updatedAt < Date.now() - 30 * 86_400_000);
 */
export interface ThreadInfo {
  /** The id that you gave to `persist`. */
  threadId: string;
  /** The newest revision. */
  revision: string;
  /** The time of the newest entry, in milliseconds since the epoch. */
  updatedAt: number;
}

/**
 * The operations from which `storeOf` makes a store of a database. Each operation must be atomic. It may return a promise.
 *
 * @example
 * const store = storeOf({ load, append, snapshot, list, delete: remove }, new MemoryLedger());
 */
export interface StoreOperations {
  /** Returns the thread as of one moment; null if there is none. */
  load(threadId: string): Promise<StoredThread | null>;
  /**
   * Adds an entry to the thread, if the thread's revision is `expected` (null: there is no thread yet), and returns true. Also returns true
   * if the thread already has the revision of `entry`: it was stored, but the answer was lost. Otherwise returns false and changes nothing.
   */
  append(threadId: string, expected: string | null, entry: StoredEntry): Promise<boolean>;
  /** Stores a snapshot, and removes the entries up to its number. Does nothing when there is a newer snapshot, or no thread. */
  snapshot(threadId: string, snapshot: StoredEntry): Promise<void>;
  /** Returns at most `limit` threads in the order of their ids, from the first id after `after`. */
  list(options: {
    /** Only ids after this one; empty for all. */
    after: string;
    /** The most threads to return. */
    limit: number;
  }): Promise<ThreadInfo[]>;
  /** Deletes the thread with everything in it. Returns false when there is none. */
  delete(threadId: string): Promise<boolean>;
}

/**
 * A store of conversations, for `conversation.persist`. Stores of this package have their own entries, such as `backscroll/store/postgres`.
 *
 * @example
 * const store: Store = memoryStore();
 * const thread = await conversation.persist(store, "t-42");
 */
export interface Store {
  /** Returns what is stored of a thread; null when there is nothing. */
  load(threadId: string): Promise<StoredThread | null>;
  /**
   * Adds an entry to a thread whose revision is `expected` (null: there is no thread yet).
   *
   * @throws ConversationError `store-conflict` when the revision is another; `store-failed`.
   */
  append(threadId: string, expected: string | null, entry: StoredEntry): Promise<void>;
  /** Stores a snapshot that replaces the entries up to its number. */
  snapshot(threadId: string, snapshot: StoredEntry): Promise<void>;
  /**
   * Returns threads in the order of their ids. For the next page, give the last id as `after`.
   *
   * @example
   * const [first] = await store.list({ limit: 1 });
   */
  list(options?: {
    /** Only ids after this one. */
    after?: string;
    /** The most threads to return. Default 100. */
    limit?: number;
  }): Promise<ThreadInfo[]>;
  /** Deletes a thread. A process that still has the conversation gets `store-conflict` when it saves. Returns false if there was no thread. */
  delete(threadId: string): Promise<boolean>;
  /** The record of resumed checkpoints, for `resume`. All processes that use the store share the record. */
  readonly ledger: CheckpointLedger;
  /** Called by `conversation.persist`, with the internals of the conversation. */
  persist(host: object, threadId: string, options?: PersistOptions): Promise<Thread>;
}

/**
 * Options of `persist`.
 *
 * @example
 * const thread = await conversation.persist(store, "t-42", { onError: (error) => log.warn(error) });
 */
export interface PersistOptions {
  /** True, the default: each change is saved at once. False: only `thread.save()` saves. */
  autoSave?: boolean;
  /**
   * The reaction of a save if another writer changed the thread. True, the default: it takes over these changes, adds your new messages
   * after them, and saves again. False: it rejects with `store-conflict`.
   */
  merge?: boolean;
  /** Called after the conversation took over the changes of another writer. */
  onMerge?: (merged: Merged) => void;
  /**
   * Called when an automatic save fails; the save is tried again later. Without `onError`, an error that persists after 5 attempts becomes
   * an unhandled rejection. Also called when the changes were stored, but a snapshot that was due failed; the next save tries the snapshot
   * again.
   */
  onError?: (error: unknown) => void;
}

/**
 * The report of a merge with the changes of another writer.
 *
 * @example
 * const tell = ({ theirs }: Merged) => console.log(`${theirs.length} new messages`);
 */
export interface Merged {
  /** The ids of the messages that the other writer added. */
  theirs: string[];
  /** The ids of this conversation's own new messages, which now follow `theirs`. */
  mine: string[];
}

/**
 * A conversation that is saved in a store.
 *
 * @example
 * const thread = await conversation.persist(store, "t-42");
 * await thread.save(); // everything up to here is stored
 */
export interface Thread {
  /** The id in the store. */
  readonly threadId: string;
  /** The newest revision that this conversation stored or read; null before the first. */
  readonly revision: string | null;
  /** The error of the last save; null if it did not fail. */
  readonly error: unknown;
  /**
   * Resolves when all changes up to this call are stored.
   *
   * @throws ConversationError `store-failed`, with the store's own error as `cause`; `store-conflict` when the thread was deleted, or with
   * `merge: false`; `already-persisted` when the thread was closed, and another one keeps the conversation; `disposed`.
   */
  save(): Promise<void>;
  /** Takes over what other writers stored, as a save does after a conflict. Saves nothing. */
  refresh(): Promise<void>;
  /** Saves, and replaces all entries by a snapshot: what the conversation no longer holds is then deleted from the store, too. */
  compact(): Promise<void>;
  /** Saves for the last time. The conversation can still be used, and persisted elsewhere. Call `close` before `dispose`. */
  close(): Promise<void>;
}

/** @internal A conversation, as a store needs it. */
export interface StoreHost {
  readonly conversation: StorableConversation;
  /** Adds a message at the end. */
  append(message: MessageInit): void;
  /** Lets one thread at a time keep the conversation. Returns the function that ends it. Throws `already-persisted`. */
  hold(threadId: string): () => void;
  /** Returns the messages that are new since the last call, or all, each with its key, and the frame. */
  journal(isWhole: boolean): Journal;
  /** Replaces the content of the conversation. Its functions, and a run, stay. */
  become(snapshot: string): void;
  /** Gives the keys under which all messages were saved. Returns false, and starts a new journal, if they do not fit. */
  continueJournal(keys: readonly number[], nextKey: number): boolean;
  /** Registers a suspension of a frame. Returns false if its calls do not wait, or wait for another checkpoint. */
  suspend(suspension: object): boolean;
}

/** @internal */
export interface StorableConversation extends StorableSettings {
  readonly transcript: readonly { readonly message: Message }[];
  readonly pending: readonly PendingMessage[];
  enqueue(message: PendingInit): unknown;
  withdraw(pendingId: number): boolean;
  subscribe(listener: () => void): () => void;
}

/** @internal The settings that a store keeps. */
export interface StorableSettings {
  systemPrompt: string | null;
  tokenLimit: number | "auto" | null;
  reserveTokens: number | "auto";
}

/** @internal A snapshot with a key in place of each message. */
export type Frame = Readonly<Record<string, unknown>>;

/** @internal A message with its key. A message whose content changed gets another key. */
export type KeyedMessage = readonly [key: number, message: { readonly id: string }];

/** @internal */
export interface Journal {
  readonly added: readonly KeyedMessage[];
  readonly frame: Frame;
}
