// The entry `backscroll/store/cloudflare`.

import { count, isObject, picked, unlikeSecret } from "../input/check.js";
import type { Store } from "../index.js";
import type { LeaseOptions } from "./leased-ledger.js";
import { inOrder } from "./sql.js";
import { sqliteTables } from "./sqlite-tables.js";

/**
 * A database of D1.
 *
 * @example
 * const database: D1Client = env.DB;
 */
export interface D1Client {
  /** Compiles a statement. */
  prepare(sql: string): {
    /** Gives the statement its values. */
    bind(...values: unknown[]): any;
  };
  /** Runs statements in one transaction. */
  batch(statements: any[]): Promise<
    {
      /** The rows of a statement. */
      results?: unknown;
    }[]
  >;
}

/**
 * The storage of a Durable Object: `ctx.storage`, of a class that is declared with `new_sqlite_classes`.
 *
 * @example
 * const storage: DurableStorage = context.storage;
 */
export interface DurableStorage {
  /** The database of the object. */
  sql: {
    /** Runs a statement. */
    exec(
      sql: string,
      ...values: any[]
    ): {
      /** Returns the rows. */
      toArray(): unknown[];
    };
  };
  /** Runs work in one transaction. */
  transactionSync<R>(work: () => R): R;
}

/**
 * Makes a store in a database of Cloudflare's D1. It creates its tables, whose names begin with `backscroll_`, at first use.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = d1Store(env.DB);
 */
export function d1Store(database: D1Client, options?: LeaseOptions): Store {
  if (!isObject(database) || typeof database.batch !== "function") throw unlikeSecret("database", "a database of D1", database);
  return sqliteTables(
    {
      batch: async (statements) => {
        const results = await database.batch(
          statements.map((statement) => {
            const [sql, values] = inOrder(...statement);
            return database.prepare(sql).bind(...values);
          }),
        );
        return results.map(({ results: rows }) => (rows ?? []) as Record<string, unknown>[]);
      },
    },
    leaseOf(options),
  );
}

/**
 * Makes a store in the storage of a Durable Object, for the threads of this object. It creates its tables, whose names begin with
 * `backscroll_`, at first use.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = durableObjectStore(context.storage); // `this.ctx` of a DurableObject
 */
export function durableObjectStore(storage: DurableStorage, options?: LeaseOptions): Store {
  if (!isObject(storage) || typeof storage.transactionSync !== "function")
    throw unlikeSecret("storage", "the storage of a Durable Object", storage);
  return sqliteTables(
    {
      batch: async (statements) =>
        storage.transactionSync(() =>
          statements.map((statement) => {
            const [sql, values] = inOrder(...statement);
            return storage.sql.exec(sql, ...values).toArray() as Record<string, unknown>[];
          }),
        ),
    },
    leaseOf(options),
  );
}

function leaseOf(options: LeaseOptions | undefined): number | undefined {
  const { lease } = picked("options", options ?? {}, ["lease"]);
  return lease === undefined ? undefined : count("options.lease", lease, 1_000);
}

export type { LeaseOptions };
