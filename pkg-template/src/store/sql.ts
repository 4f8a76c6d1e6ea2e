// Tables, statements and the ledger of all stores in SQL.

import type { StoredThread, ThreadInfo } from "../index.js";
import type { Claim, LedgerOperations } from "./leased-ledger.js";
import { type Row, threadOf } from "./rows.js";

/** A value of a statement. */
export type Value = string | number | null;

/** Runs one statement, which is atomic, and returns its rows. Values are `?1`, `?2` and so on. */
export type Run = (sql: string, values: readonly Value[]) => Promise<readonly Record<string, unknown>[]>;

/** Returns a statement and its values for a client that takes `?` in order. */
export function inOrder(sql: string, values: readonly Value[]): readonly [sql: string, values: readonly Value[]] {
  const ordered: Value[] = [];
  const text = sql.replace(/\?(\d+)/g, (_, number) => {
    ordered.push(values[Number(number) - 1] ?? null);
    return "?";
  });
  return [text, ordered];
}

/** The SQL in which databases differ. */
export interface Dialect {
  /** The type of keys, compared by their bytes. */
  readonly key: string;
  /** The type of times: milliseconds since the epoch. */
  readonly time: string;
  /** The time now, by the clock of the database. */
  readonly now: string;
  /** The type of a column that numbers its rows. */
  readonly serial: string;
  /** The end of a query whose rows no other transaction may change; empty where one transaction writes at a time. */
  readonly lock: string;
}

/** Returns the statements that create the tables. They do nothing if the tables exist. */
export function tables({ key, time, serial }: Dialect): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS backscroll_threads (thread ${key} PRIMARY KEY, revision ${key} NOT NULL, updated_at ${time} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS backscroll_entries (thread ${key} NOT NULL REFERENCES backscroll_threads ON DELETE CASCADE, number INTEGER NOT NULL, kind INTEGER NOT NULL, part INTEGER NOT NULL, revision ${key} NOT NULL, data TEXT NOT NULL, PRIMARY KEY (thread, number, kind, part))`,
    `CREATE TABLE IF NOT EXISTS backscroll_checkpoints (checkpoint ${key} PRIMARY KEY, is_resumed INTEGER NOT NULL DEFAULT 0, owner ${key}, lease_until ${time} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS backscroll_results (number ${serial}, checkpoint ${key} NOT NULL, result TEXT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS backscroll_results_checkpoint ON backscroll_results (checkpoint)`,
  ];
}

/** Reads a thread in one statement, so that it is the state of one moment. */
export async function loaded(run: Run, threadId: string): Promise<StoredThread | null> {
  const rows = await run(
    "SELECT t.revision AS head, e.number, e.kind, e.part, e.revision, e.data FROM backscroll_threads t LEFT JOIN backscroll_entries e ON e.thread = t.thread WHERE t.thread = ?1 ORDER BY e.number, e.kind, e.part",
    [threadId],
  );
  const [first] = rows;
  return first === undefined ? null : threadOf(String(first.head), first.number === null ? [] : (rows as unknown as readonly Row[]));
}

/** Lists threads. */
export async function listed(run: Run, after: string, limit: number): Promise<ThreadInfo[]> {
  const rows = await run("SELECT thread, revision, updated_at FROM backscroll_threads WHERE thread > ?1 ORDER BY thread LIMIT ?2", [
    after,
    limit,
  ]);
  return rows.map(({ thread, revision, updated_at: updatedAt }) => ({
    threadId: String(thread),
    revision: String(revision),
    updatedAt: Number(updatedAt),
  }));
}

export function sqlLedger(run: Run, { now, lock }: Dialect): LedgerOperations {
  const isTrue = async (sql: string, values: readonly Value[]) => (await run(sql, values)).length > 0;
  const consumed = (id: string) => isTrue("SELECT 1 AS is_true FROM backscroll_checkpoints WHERE checkpoint = ?1 AND is_resumed = 1", [id]);
  return {
    consumed,
    async claim(id, owner, lease): Promise<Claim> {
      const claim = `INSERT INTO backscroll_checkpoints (checkpoint, owner, lease_until) VALUES (?1, ?2, ${now} + ?3)
        ON CONFLICT (checkpoint) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
        WHERE backscroll_checkpoints.is_resumed = 0 AND (backscroll_checkpoints.owner IS NULL OR backscroll_checkpoints.lease_until < ${now})
        RETURNING checkpoint`;
      if (await isTrue(claim, [id, owner, lease])) return "claimed";
      return (await consumed(id)) ? "consumed" : "held";
    },
    renew: (id, owner, lease) =>
      isTrue(
        `UPDATE backscroll_checkpoints SET lease_until = ${now} + ?3 WHERE checkpoint = ?1 AND owner = ?2 AND is_resumed = 0 RETURNING checkpoint`,
        [id, owner, lease],
      ),
    async commit(id, owner) {
      // A commit whose answer was lost is made again.
      const isCommitted = await isTrue(
        "UPDATE backscroll_checkpoints SET is_resumed = 1 WHERE checkpoint = ?1 AND owner = ?2 RETURNING checkpoint",
        [id, owner],
      );
      if (isCommitted) await run("DELETE FROM backscroll_results WHERE checkpoint = ?1", [id]);
      return isCommitted;
    },
    async release(id, owner) {
      await run("UPDATE backscroll_checkpoints SET owner = NULL WHERE checkpoint = ?1 AND owner = ?2 AND is_resumed = 0", [id, owner]);
    },
    record: (id, owner, result) =>
      isTrue(
        `INSERT INTO backscroll_results (checkpoint, result) SELECT held.checkpoint, ?3 FROM
          (SELECT checkpoint FROM backscroll_checkpoints WHERE checkpoint = ?1 AND owner = ?2 AND is_resumed = 0${lock}) AS held
          RETURNING checkpoint`,
        [id, owner, result],
      ),
    async recorded(id) {
      const rows = await run("SELECT result FROM backscroll_results WHERE checkpoint = ?1 ORDER BY number", [id]);
      return rows.map(({ result }) => String(result));
    },
  };
}
