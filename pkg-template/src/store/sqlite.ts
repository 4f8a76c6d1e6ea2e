// The entry `backscroll/store/sqlite`.

import { count, isObject, picked, unlikeSecret } from "../input/check.js";
import type { Store } from "../index.js";
import type { LeaseOptions } from "./leased-ledger.js";
import { inOrder } from "./sql.js";
import { type Statement, sqliteTables } from "./sqlite-tables.js";

/**
 * A database of `node:sqlite` (`DatabaseSync`) or of `better-sqlite3`.
 *
 * @example
 * const database: SqliteClient = new DatabaseSync("chats.db");
 */
export interface SqliteClient {
  /** Runs statements without values. */
  exec(sql: string): unknown;
  /** Compiles a statement. */
  prepare(sql: string): {
    /** Runs the statement and returns its rows. */
    all(...values: unknown[]): unknown[];
    /** Runs the statement. */
    run(...values: unknown[]): unknown;
  };
}

/**
 * Makes a store in an SQLite file, for all processes of one machine. It creates its tables, whose names begin with `backscroll_`, at first
 * use. Open the database with WAL and a time to wait for other writers, as in the example. With `synchronous = FULL`, the default, saved
 * data survives a power cut.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const database = new DatabaseSync("chats.db"); // of node:sqlite; or new Database("chats.db") of better-sqlite3
 * database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 10000");
 * const store = sqliteStore(database);
 */
export function sqliteStore(database: SqliteClient, options?: LeaseOptions): Store {
  if (!isObject(database) || typeof database.prepare !== "function")
    throw unlikeSecret("database", "a database of node:sqlite or better-sqlite3", database);
  const { lease } = picked("options", options ?? {}, ["lease"]);
  const known = new Map<string, ReturnType<SqliteClient["prepare"]>>();
  const prepared = (sql: string) => {
    const statement = known.get(sql) ?? database.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
  const batch = async (statements: readonly Statement[]) => {
    // No other call comes between: nothing in here waits. IMMEDIATE: a transaction that would have to wait for another writer waits at its beginning.
    database.exec("BEGIN IMMEDIATE");
    try {
      const rows = statements.map((statement) => {
        const [sql, values] = inOrder(...statement);
        return ran(prepared(sql), values, RETURNS_ROWS.test(sql));
      });
      database.exec("COMMIT");
      return rows;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  };
  return sqliteTables({ batch }, lease === undefined ? undefined : count("options.lease", lease, 1_000));
}

const RETURNS_ROWS = /^SELECT|RETURNING/;

function ran(statement: ReturnType<SqliteClient["prepare"]>, values: readonly unknown[], returnsRows: boolean): Record<string, unknown>[] {
  if (returnsRows) return statement.all(...values) as Record<string, unknown>[];
  statement.run(...values);
  return [];
}

function rollBack(database: SqliteClient): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // SQLite has rolled back already: it does so when the disk is full.
  }
}

export type { LeaseOptions };
