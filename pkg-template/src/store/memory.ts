// A store in the memory of one process.

import { MemoryLedger } from "../suspend/ledger.js";
import type { Store, StoredEntry, StoredThread } from "../index.js";
import { storeOf } from "./store-of.js";

/**
 * Makes a store in the memory of this process: for tests, and for programs whose conversations end with the process.
 *
 * @example
 * const store = memoryStore();
 * const thread = await conversation.persist(store, "t-42");
 */
export function memoryStore(): Store {
  const threads = new Map<string, StoredThread & { updatedAt: number }>();
  const operations = {
    load: async (threadId: string) => {
      const thread = threads.get(threadId);
      return thread === undefined ? null : { revision: thread.revision, snapshot: thread.snapshot, entries: [...thread.entries] };
    },
    append: async (threadId: string, expected: string | null, entry: StoredEntry) => {
      const thread = threads.get(threadId);
      if (thread?.revision === entry.revision) return true;
      if ((thread?.revision ?? null) !== expected) return false;
      const entries = thread?.entries ?? [];
      entries.push({ ...entry });
      threads.set(threadId, { revision: entry.revision, snapshot: thread?.snapshot ?? null, entries, updatedAt: Date.now() });
      return true;
    },
    snapshot: async (threadId: string, snapshot: StoredEntry) => {
      const thread = threads.get(threadId);
      if (thread === undefined) return;
      const place = thread.entries.findIndex(({ revision }) => revision === snapshot.revision);
      if (place >= 0) threads.set(threadId, { ...thread, snapshot: { ...snapshot }, entries: thread.entries.slice(place + 1) });
    },
    list: async ({ after, limit }: { after: string; limit: number }) => {
      const ids = [...threads.keys()].filter((id) => id > after).sort();
      return ids.slice(0, limit).flatMap((threadId) => {
        const { revision, updatedAt } = threads.get(threadId) ?? { revision: "", updatedAt: 0 };
        return { threadId, revision, updatedAt };
      });
    },
    delete: async (threadId: string) => threads.delete(threadId),
  };
  return storeOf(operations, new MemoryLedger());
}
