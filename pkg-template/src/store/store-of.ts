// A store, made of the operations of a database.
//
// To add a store: a file beside this one whose function calls `storeOf`, a name in `stores` of `scripts/lib/entries.mjs`, a kind in
// `tests/stores/kinds.mjs`, with which the whole contract runs, one in `tests/simulation/kinds.mjs`, and a chapter of `docs/stores.md`.

import { callable, count, isObject, isOurs, picked, reason, string, unlike } from "../input/check.js";
import { ConversationError } from "../index.js";
import type { CheckpointLedger, Store, StoreOperations } from "../index.js";
import type { StoreHost } from "../types/store.js";
import { conflict } from "./conflict.js";
import { numberOf } from "./revision.js";
import { persist } from "./thread.js";

const OPERATIONS = ["load", "append", "snapshot", "list", "delete"] as const;

/**
 * Makes a store of your own database from five operations, each of which must be atomic, and a ledger. The stores of this package use it,
 * too.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = storeOf({ load, append, snapshot, list, delete: remove }, ledger);
 */
export function storeOf(operations: StoreOperations, ledger: CheckpointLedger): Store {
  for (const name of OPERATIONS) callable(`operations.${name}`, operations[name]);
  if (!isObject(ledger)) throw unlike("ledger", "a ledger, such as `new MemoryLedger()`", ledger);
  const store: Store = {
    ledger,
    load: (threadId) => asked(threadId, "read", () => operations.load(named(threadId))),
    append: async (threadId, expected, entry) => {
      if (numberOf(entry.revision) !== (expected === null ? 0 : numberOf(expected)) + 1)
        throw unlike("entry.revision", `one that follows ${expected}`, entry.revision);
      if (!(await asked(threadId, "stored", () => operations.append(named(threadId), expected, entry)))) throw conflict(threadId, expected);
    },
    snapshot: (threadId, snapshot) => asked(threadId, "stored", () => operations.snapshot(named(threadId), snapshot)),
    list: (options) => {
      const { after = "", limit = 100 } = picked("options", options ?? {}, ["after", "limit"]);
      const checked = { after: string("options.after", after), limit: count("options.limit", limit, 1) };
      return asked(null, "listed", () => operations.list(checked));
    },
    delete: (threadId) => asked(threadId, "deleted", () => operations.delete(named(threadId))),
    persist: (host, threadId, options) => persist(store, host as StoreHost, named(threadId), options),
  };
  return store;
}

/** Calls a database. Its errors become `store-failed`. */
export async function asked<T>(threadId: string | null, what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (isOurs(cause)) throw cause;
    const name = threadId === null ? "The threads" : `The thread ${JSON.stringify(threadId)}`;
    throw new ConversationError("store-failed", `${name} could not be ${what}: ${reason(cause)}`, { cause, details: { threadId } });
  }
}

/** The most characters of a thread's id: every store can have such a key. */
const MOST_ID = 255;

/** Characters that some database refuses in a text. */
const UNUSABLE = /\0|\p{Surrogate}/u;

function named(threadId: unknown): string {
  if (typeof threadId === "string" && threadId !== "" && threadId.length <= MOST_ID && !UNUSABLE.test(threadId)) return threadId;
  throw unlike("threadId", `a text of 1 to ${MOST_ID} characters, without NUL and lone surrogates`, threadId);
}
