// The entry `backscroll/store/indexeddb`.

import { count, picked, string } from "../input/check.js";
import type { Store, StoredEntry, ThreadInfo } from "../index.js";
import { type LeaseOptions, type LedgerOperations, leasedLedger } from "./leased-ledger.js";
import { storeOf } from "./store-of.js";
import { numberOf } from "./revision.js";

/**
 * Options of `indexedDbStore`.
 *
 * @example
 * const options: IndexedDbOptions = { name: "chats" };
 */
export interface IndexedDbOptions extends LeaseOptions {
  /** The name of the database. Default `backscroll`. */
  name?: string;
}

/** A thread, by its id. */
interface Head {
  readonly threadId: string;
  readonly revision: string;
  readonly updatedAt: number;
  readonly snapshot: StoredEntry | null;
}

/** A checkpoint, by its id. */
interface CheckpointRow {
  readonly id: string;
  readonly isResumed: boolean;
  readonly owner: string | null;
  readonly leaseUntil: number;
  readonly results: readonly string[];
}

const [THREADS, ENTRIES, CHECKPOINTS] = ["threads", "entries", "checkpoints"];
const VERSION = 1;

/**
 * Makes a store in the browser's IndexedDB, which all tabs and workers of an origin share. Saved data is on the disk. When space is short,
 * browsers may delete an origin's data, unless they granted `navigator.storage.persist()`.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = indexedDbStore();
 * const thread = await conversation.persist(store, "t-42");
 */
export function indexedDbStore(options?: IndexedDbOptions): Store {
  const { name: given = "backscroll", lease } = picked("options", options ?? {}, ["name", "lease"]);
  const name = string("options.name", given);
  let opening: Promise<IDBDatabase> | null = null;
  const close = () => (opening = null);
  /** Runs work in one transaction. The work may only wait for requests of the transaction. */
  const within = async <R>(
    mode: IDBTransactionMode,
    names: readonly string[],
    work: (storeNamed: (name: string) => IDBObjectStore) => Promise<R>,
  ): Promise<R> => {
    opening ??= opened(name, close).catch((error: unknown) => {
      close();
      throw error;
    });
    const transaction = (await opening).transaction(names, mode, { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
    });
    try {
      const result = await work((store) => transaction.objectStore(store));
      await done;
      return result;
    } catch (error) {
      done.catch(() => undefined);
      if (transaction.error === null) tryTo(() => transaction.abort());
      throw error;
    }
  };
  const entriesOf = (threadId: string, from = 0, to: number = Number.MAX_SAFE_INTEGER) =>
    IDBKeyRange.bound([threadId, from], [threadId, to]);
  const operations: Parameters<typeof storeOf>[0] = {
    load: (threadId) =>
      within("readonly", [THREADS, ENTRIES], async (store) => {
        const head = (await answer(store(THREADS).get(threadId))) as Head | undefined;
        if (head === undefined) return null;
        const rows = (await answer(store(ENTRIES).getAll(entriesOf(threadId)))) as StoredEntry[];
        return { revision: head.revision, snapshot: head.snapshot, entries: rows.map(({ revision, data }) => ({ revision, data })) };
      }),
    append: (threadId, expected, { revision, data }) =>
      within("readwrite", [THREADS, ENTRIES], async (store) => {
        const head = (await answer(store(THREADS).get(threadId))) as Head | undefined;
        if (head?.revision === revision) return true;
        if ((head?.revision ?? null) !== expected) return false;
        store(ENTRIES).add({ threadId, number: numberOf(revision), revision, data });
        store(THREADS).put({ threadId, revision, updatedAt: Date.now(), snapshot: head?.snapshot ?? null } satisfies Head);
        return true;
      }),
    snapshot: (threadId, { revision, data }) =>
      within("readwrite", [THREADS, ENTRIES], async (store) => {
        const number = numberOf(revision);
        const head = (await answer(store(THREADS).get(threadId))) as Head | undefined;
        const entry = (await answer(store(ENTRIES).get([threadId, number]))) as StoredEntry | undefined;
        if (head === undefined || entry?.revision !== revision) return;
        store(THREADS).put({ ...head, snapshot: { revision, data } } satisfies Head);
        store(ENTRIES).delete(entriesOf(threadId, 0, number));
      }),
    list: ({ after, limit }) =>
      within("readonly", [THREADS], async (store) => {
        const heads = (await answer(store(THREADS).getAll(after === "" ? null : IDBKeyRange.lowerBound(after, true), limit))) as Head[];
        return heads.map(({ threadId, revision, updatedAt }): ThreadInfo => ({ threadId, revision, updatedAt }));
      }),
    delete: (threadId) =>
      within("readwrite", [THREADS, ENTRIES], async (store) => {
        const isThere = (await answer(store(THREADS).count(threadId))) > 0;
        store(THREADS).delete(threadId);
        store(ENTRIES).delete(entriesOf(threadId));
        return isThere;
      }),
  };
  return storeOf(operations, leasedLedger(ledgerIn(within), lease === undefined ? undefined : count("options.lease", lease, 1_000)));
}

type Within = <R>(
  mode: IDBTransactionMode,
  names: readonly string[],
  work: (store: (name: string) => IDBObjectStore) => Promise<R>,
) => Promise<R>;

function ledgerIn(within: Within): LedgerOperations {
  const none = (id: string): CheckpointRow => ({ id, isResumed: false, owner: null, leaseUntil: 0, results: [] });
  /** Changes the row of a checkpoint, and returns the old row. If `change` returns null, writes no row. */
  const change = (id: string, changed: (row: CheckpointRow) => Partial<CheckpointRow> | null): Promise<CheckpointRow> =>
    within("readwrite", [CHECKPOINTS], async (store) => {
      const row = ((await answer(store(CHECKPOINTS).get(id))) as CheckpointRow | undefined) ?? none(id);
      const fields = changed(row);
      if (fields !== null) store(CHECKPOINTS).put({ ...row, ...fields });
      return row;
    });
  const read = (id: string) => change(id, () => null);
  const isFree = ({ isResumed, owner, leaseUntil }: CheckpointRow) => !isResumed && (owner === null || leaseUntil < Date.now());
  return {
    async claim(id, owner, lease) {
      const row = await change(id, (before) => (isFree(before) ? { owner, leaseUntil: Date.now() + lease } : null));
      return row.isResumed ? "consumed" : row.owner === null || row.leaseUntil < Date.now() ? "claimed" : "held";
    },
    renew: async (id, owner, lease) =>
      (await change(id, (row) => (row.owner === owner && !row.isResumed ? { leaseUntil: Date.now() + lease } : null))).owner === owner,
    commit: async (id, owner) =>
      (await change(id, (row) => (row.owner === owner ? { isResumed: true, results: [] } : null))).owner === owner,
    async release(id, owner) {
      await change(id, (row) => (row.owner === owner && !row.isResumed ? { owner: null } : null));
    },
    consumed: async (id) => (await read(id)).isResumed,
    async record(id, owner, result) {
      const isHeld = (row: CheckpointRow) => row.owner === owner && !row.isResumed;
      return isHeld(await change(id, (row) => (isHeld(row) ? { results: [...row.results, result] } : null)));
    },
    recorded: async (id) => [...(await read(id)).results],
  };
}

function opened(name: string, forget: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(THREADS, { keyPath: "threadId" });
    request.result.createObjectStore(ENTRIES, { keyPath: ["threadId", "number"] });
    request.result.createObjectStore(CHECKPOINTS, { keyPath: "id" });
  };
  return answer(request).then((database) => {
    // A tab with a later version of the package waits until this one lets go.
    database.onversionchange = () => {
      database.close();
      forget();
    };
    database.onclose = forget;
    return database;
  });
}

function answer<R>(request: IDBRequest<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The transaction has ended already.
  }
}

export type { LeaseOptions };
