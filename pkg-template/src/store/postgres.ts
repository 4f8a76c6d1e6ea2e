// The entry `backscroll/store/postgres`.

import { count, isObject, picked, unlikeSecret } from "../input/check.js";
import type { Store } from "../index.js";
import { type LeaseOptions, leasedLedger } from "./leased-ledger.js";
import { numberOf } from "./revision.js";
import { ENTRY, SNAPSHOT, partsOf } from "./rows.js";
import { type Dialect, type Run, listed, loaded, sqlLedger, tables } from "./sql.js";
import { asked, storeOf } from "./store-of.js";

/**
 * A pool of `pg`, or a connected client of `pg`.
 *
 * @example
 * const client: PostgresClient = new Pool({ connectionString });
 */
export interface PostgresClient {
  /** Runs one statement. */
  query(
    sql: string,
    values?: unknown[],
  ): Promise<{
    /** The rows that it returns. */
    rows: Record<string, unknown>[];
    /** The number of rows that it changed. */
    rowCount: number | null;
  }>;
}

/**
 * A store in PostgreSQL.
 *
 * @example
 * const store: PostgresStore = postgresStore(pool);
 */
export interface PostgresStore extends Store {
  /**
   * Creates missing tables, whose names begin with `backscroll_`. For your own migration, use the text of `schema`.
   *
   * @throws ConversationError `store-failed`, with the error of `pg` as `cause`.
   * @example
   * const store = postgresStore(pool);
   * await store.setup();
   */
  setup(): Promise<void>;
  /** The statements of `setup`. */
  readonly schema: string;
}

const DIALECT: Dialect = {
  // The order of ids is that of their bytes, whatever the locale of the database.
  key: 'TEXT COLLATE "C"',
  time: "BIGINT",
  now: "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
  serial: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  lock: " FOR UPDATE",
};

/** Locks out a second `setup`: two processes that make one table at the same time fail. */
const LOCK = "SELECT pg_advisory_xact_lock(2026112601)";

/**
 * Makes a store in PostgreSQL 12 or newer. Each operation is one statement, so pools and every mode of PgBouncer work.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = postgresStore(new Pool({ connectionString }));
 * await store.setup(); // once
 */
export function postgresStore(client: PostgresClient, options?: LeaseOptions): PostgresStore {
  if (!isObject(client) || typeof client.query !== "function") throw unlikeSecret("client", "a pool of pg", client);
  const { lease } = picked("options", options ?? {}, ["lease"]);
  const query = async (sql: string, values: unknown[]) => {
    const text = sql.replace(/\?(\d+)/g, "$$$1");
    try {
      return await client.query(text, values);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code === UNDEFINED_TABLE)
        throw new Error("The tables are missing: call `await store.setup()` once, or run the statements of `store.schema`.", {
          cause: error,
        });
      throw error;
    }
  };
  const run: Run = async (sql, values) => (await query(sql, [...values])).rows;
  const operations: Parameters<typeof storeOf>[0] = {
    load: (threadId) => loaded(run, threadId),
    async append(threadId, expected, { revision, data }) {
      const head =
        expected === null
          ? `INSERT INTO backscroll_threads (thread, revision, updated_at) VALUES (?1, ?2, ${DIALECT.now}) ON CONFLICT DO NOTHING RETURNING thread`
          : `UPDATE backscroll_threads SET revision = ?2, updated_at = ${DIALECT.now} WHERE thread = ?1 AND revision = ?5 RETURNING thread`;
      const added = `WITH head AS (${head}) INSERT INTO backscroll_entries (thread, number, kind, part, revision, data)
        SELECT head.thread, ?3, ${ENTRY}, p.part - 1, ?2, p.data FROM head, unnest(?4::text[]) WITH ORDINALITY AS p (data, part)`;
      const { rowCount } = await query(added, [
        threadId,
        revision,
        numberOf(revision),
        partsOf(data),
        ...(expected === null ? [] : [expected]),
      ]);
      if ((rowCount ?? 0) > 0) return true;
      const [newest] = await run("SELECT revision FROM backscroll_threads WHERE thread = ?1", [threadId]);
      return newest?.revision === revision;
    },
    async snapshot(threadId, { revision, data }) {
      // The row of the thread is locked, so that no `delete` comes between.
      const made = `WITH head AS (
          SELECT thread FROM backscroll_threads WHERE thread = ?1 AND EXISTS (
            SELECT 1 FROM backscroll_entries WHERE thread = ?1 AND number = ?3 AND kind = ${ENTRY} AND revision = ?2) FOR UPDATE),
        cleared AS (DELETE FROM backscroll_entries e USING head WHERE e.thread = head.thread AND (e.number < ?3 OR (e.number = ?3 AND e.kind = ${ENTRY})))
        INSERT INTO backscroll_entries (thread, number, kind, part, revision, data)
        SELECT head.thread, ?3, ${SNAPSHOT}, p.part - 1, ?2, p.data FROM head, unnest(?4::text[]) WITH ORDINALITY AS p (data, part) ON CONFLICT DO NOTHING`;
      await query(made, [threadId, revision, numberOf(revision), partsOf(data)]);
    },
    list: ({ after, limit }) => listed(run, after, limit),
    delete: async (threadId) => (await run("DELETE FROM backscroll_threads WHERE thread = ?1 RETURNING thread", [threadId])).length > 0,
  };
  const schema = `${tables(DIALECT).join(";\n")};\n`;
  const setup = () => asked(null, "set up", async () => void (await client.query(`BEGIN; ${LOCK}; ${schema} COMMIT;`)));
  const store = storeOf(
    operations,
    leasedLedger(sqlLedger(run, DIALECT), lease === undefined ? undefined : count("options.lease", lease, 1_000)),
  );
  return { ...store, setup, schema };
}

/** PostgreSQL's code for a missing table. */
const UNDEFINED_TABLE = "42P01";

export type { LeaseOptions };
