// A store in a database that speaks SQLite: SQLite itself, Cloudflare's D1, and the storage of Durable Objects.

import type { Store } from "../index.js";
import { leasedLedger } from "./leased-ledger.js";
import { numberOf } from "./revision.js";
import { ENTRY, SNAPSHOT, partsOf } from "./rows.js";
import { type Dialect, type Run, type Value, listed, loaded, sqlLedger, tables } from "./sql.js";
import { storeOf } from "./store-of.js";

export type Statement = readonly [sql: string, values: readonly Value[]];

/** A database that runs several statements in one transaction, and returns the rows of each. */
export interface SqliteDatabase {
  readonly batch: (statements: readonly Statement[]) => Promise<readonly (readonly Record<string, unknown>[])[]>;
}

const DIALECT: Dialect = {
  key: "TEXT",
  time: "INTEGER",
  // The milliseconds of `julianday` are exact.
  now: "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
  serial: "INTEGER PRIMARY KEY",
  lock: "",
};

export function sqliteTables({ batch }: SqliteDatabase, lease: number | undefined): Store {
  let made: Promise<unknown> | null = null;
  /** Creates the tables before the first statement. */
  const transact: SqliteDatabase["batch"] = async (statements) => {
    made ??= batch(tables(DIALECT).map((sql) => [sql, []]));
    await made.catch((error: unknown) => {
      made = null;
      throw error;
    });
    return batch(statements);
  };
  const run: Run = async (sql, values) => (await transact([[sql, values]]))[0] ?? [];
  const insert = (threadId: string, kind: number, { revision, data }: { revision: string; data: string }, condition: string): Statement[] =>
    partsOf(data).map((text, part) => [
      `INSERT INTO backscroll_entries (thread, number, kind, part, revision, data) SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ${condition} ON CONFLICT DO NOTHING`,
      [threadId, numberOf(revision), kind, part, revision, text],
    ]);
  const operations: Parameters<typeof storeOf>[0] = {
    load: (threadId) => loaded(run, threadId),
    async append(threadId, expected, entry) {
      const values = [threadId, entry.revision];
      const head: Statement =
        expected === null
          ? [`INSERT INTO backscroll_threads (thread, revision, updated_at) VALUES (?1, ?2, ${DIALECT.now}) ON CONFLICT DO NOTHING`, values]
          : [
              `UPDATE backscroll_threads SET revision = ?2, updated_at = ${DIALECT.now} WHERE thread = ?1 AND revision = ?3`,
              [...values, expected],
            ];
      const isHead = "EXISTS (SELECT 1 FROM backscroll_threads WHERE thread = ?1 AND revision = ?5)";
      const newest: Statement = ["SELECT revision FROM backscroll_threads WHERE thread = ?1", [threadId]];
      const results = await transact([head, ...insert(threadId, ENTRY, entry, isHead), newest]);
      return results.at(-1)?.[0]?.revision === entry.revision;
    },
    async snapshot(threadId, snapshot) {
      const number = numberOf(snapshot.revision);
      const isPast = `EXISTS (SELECT 1 FROM backscroll_entries WHERE thread = ?1 AND number = ?2 AND kind = ${ENTRY} AND revision = ?5)`;
      const isMade = `EXISTS (SELECT 1 FROM backscroll_entries WHERE thread = ?1 AND number = ?2 AND kind = ${SNAPSHOT} AND revision = ?3)`;
      const cleared: Statement = [
        `DELETE FROM backscroll_entries WHERE thread = ?1 AND (number < ?2 OR (number = ?2 AND kind = ${ENTRY})) AND ${isMade}`,
        [threadId, number, snapshot.revision],
      ];
      await transact([...insert(threadId, SNAPSHOT, snapshot, isPast), cleared]);
    },
    list: ({ after, limit }) => listed(run, after, limit),
    async delete(threadId) {
      const [, gone = []] = await transact([
        ["DELETE FROM backscroll_entries WHERE thread = ?1", [threadId]],
        ["DELETE FROM backscroll_threads WHERE thread = ?1 RETURNING thread", [threadId]],
      ]);
      return gone.length > 0;
    },
  };
  return storeOf(operations, leasedLedger(sqlLedger(run, DIALECT), lease));
}
