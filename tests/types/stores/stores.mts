// Stores take the clients of databases as their own packages declare them.

import BetterSqlite from "better-sqlite3";
import type { D1Database, DurableObjectStorage } from "@cloudflare/workers-types";
import pg from "pg";
import { createClient, createClientPool } from "redis";
import { ConversationManager, MemoryLedger, resume, type Checkpoint, type Store, type StoreOperations, type Thread } from "backscroll";
import { memoryStore, storeOf } from "backscroll/store";
import { d1Store, durableObjectStore } from "backscroll/store/cloudflare";
import { fileStore } from "backscroll/store/file";
import { indexedDbStore } from "backscroll/store/indexeddb";
import { postgresStore } from "backscroll/store/postgres";
import { redisStore } from "backscroll/store/redis";
import { sqliteStore } from "backscroll/store/sqlite";

declare const database: D1Database;
declare const storage: DurableObjectStorage;
declare const operations: StoreOperations;

export const stores: Store[] = [
  memoryStore(),
  fileStore("./chats"),
  sqliteStore(new BetterSqlite("chats.db")),
  postgresStore(new pg.Pool(), { lease: 60_000 }),
  postgresStore(new pg.Client()),
  redisStore(createClient(), { prefix: "chats:" }),
  redisStore(createClientPool()),
  d1Store(database),
  durableObjectStore(storage),
  indexedDbStore({ name: "chats" }),
  storeOf(operations, new MemoryLedger()),
];

export async function saved(conversation: ConversationManager, store: Store, checkpoint: Checkpoint): Promise<string | null> {
  const thread: Thread = await conversation.persist(store, "t-42", { onMerge: ({ theirs }) => console.log(theirs.length), merge: true });
  await resume(checkpoint, { decisions: true, tools: {}, ledger: store.ledger });
  for (const { threadId, updatedAt } of await store.list({ limit: 10 })) if (updatedAt < 0) await store.delete(threadId);
  await thread.save();
  return thread.revision;
}

// @ts-expect-error: a pool, not its settings
postgresStore({ connectionString: "postgres://127.0.0.1" });
// @ts-expect-error: the database of an environment, not the environment
d1Store({ DB: database });
// @ts-expect-error: the storage of an object, not its state
durableObjectStore({ storage });
// @ts-expect-error: a thread has an id
new ConversationManager().persist(memoryStore());
