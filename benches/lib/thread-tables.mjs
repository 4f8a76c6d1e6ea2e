// Databases with many threads of one length, each stored by backscroll and as one row that holds the whole array of messages.

import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {object} ThreadTables
 * @property {(count: number) => Promise<void>} fill copies the thread `t0`, and the row `t0`, to `t1` and so on
 * @property {(id: string, json: string) => Promise<unknown>} write replaces a row
 * @property {(id: string) => Promise<string>} read
 * @property {() => Promise<number | null>} written bytes that the database has written so far; null where the machine does not tell
 */

const COLUMNS = "number, kind, part, revision, data";

/** @returns {ThreadTables} */
export function sqliteTables(database) {
  database.exec("CREATE TABLE chats (id TEXT PRIMARY KEY, messages TEXT NOT NULL)");
  const [write, read] = [
    "INSERT INTO chats VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET messages = excluded.messages",
    "SELECT messages FROM chats WHERE id = ?",
  ].map((sql) => database.prepare(sql));
  return {
    async fill(count) {
      const ids = `WITH RECURSIVE g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < ${count})`;
      database.exec(`BEGIN;
        ${ids} INSERT INTO backscroll_threads SELECT 't' || i, revision, updated_at FROM g, backscroll_threads WHERE thread = 't0';
        ${ids} INSERT INTO backscroll_entries (thread, ${COLUMNS}) SELECT 't' || i, ${COLUMNS} FROM g, backscroll_entries WHERE thread = 't0';
        ${ids} INSERT INTO chats SELECT 't' || i, messages FROM g, chats WHERE id = 't0';
        COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`);
    },
    write: async (id, json) => write.run(id, json),
    read: async (id) => read.get(id).messages,
    written: async () => (existsSync("/proc/self/io") ? Number(/wchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))[1]) : null),
  };
}

/** @returns {Promise<ThreadTables>} */
export async function postgresTables(pool) {
  await pool.query("CREATE TABLE chats (id TEXT PRIMARY KEY, messages JSONB NOT NULL)");
  return {
    async fill(count) {
      const ids = `generate_series(1, ${count}) i`;
      await pool.query(
        `INSERT INTO backscroll_threads SELECT 't' || i, revision, updated_at FROM ${ids}, backscroll_threads WHERE thread = 't0'`,
      );
      await pool.query(
        `INSERT INTO backscroll_entries (thread, ${COLUMNS}) SELECT 't' || i, ${COLUMNS} FROM ${ids}, backscroll_entries WHERE thread = 't0'`,
      );
      await pool.query(`INSERT INTO chats SELECT 't' || i, messages FROM ${ids}, chats WHERE id = 't0'`);
      await pool.query("CHECKPOINT");
      await pool.query("VACUUM ANALYZE");
    },
    write: (id, json) =>
      pool.query("INSERT INTO chats VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET messages = excluded.messages", [id, json]),
    read: async (id) => (await pool.query("SELECT messages::text AS text FROM chats WHERE id = $1", [id])).rows[0].text,
    written: async () => Number((await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")).rows[0].bytes),
  };
}

/** @returns {ThreadTables} */
export function redisTables(client) {
  const fill = `for i = 1, tonumber(ARGV[1]) do
    for _, ends in ipairs({ "head", "entries" }) do redis.call("COPY", "backscroll:{t:t0}:" .. ends, "backscroll:{t:t" .. i .. "}:" .. ends) end
    redis.call("COPY", "chat:t0", "chat:t" .. i)
  end`;
  return {
    fill: (count) => client.sendCommand(["EVAL", fill, "0", String(count)]),
    write: (id, json) => client.sendCommand(["SET", `chat:${id}`, json]),
    read: (id) => client.sendCommand(["GET", `chat:${id}`]),
    written: async () => Number(/aof_current_size:(\d+)/.exec(await client.sendCommand(["INFO", "persistence"]))?.[1] ?? 0),
  };
}
