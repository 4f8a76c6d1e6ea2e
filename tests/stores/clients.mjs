// Clients of databases that several processes share: a process imports only what its kind needs.

import { createRequire } from "node:module";
import { join } from "node:path";
import { fileStore } from "backscroll/store/file";
import { sqliteStore } from "backscroll/store/sqlite";
import { storePackages } from "../../scripts/lib/databases.mjs";

/** Opens the data that `place` names: in this process, or in another one. */
export const CLIENTS = {
  file: async ({ folder }) => ({ store: fileStore(folder), end: async () => undefined }),
  "better-sqlite3": async ({ file }, options) => sqlite(new (betterSqlite())(file), options),
  "node:sqlite": async ({ file }, options) => sqlite(new (await nodeSqlite()).DatabaseSync(file), options),
  postgres: async ({ connectionString }, options) => {
    const [{ default: pg }, { postgresStore }] = await Promise.all([import("pg"), import("backscroll/store/postgres")]);
    const pool = new pg.Pool({ connectionString, max: 4 });
    pool.on("error", () => undefined);
    return { store: postgresStore(pool, options), end: () => pool.end() };
  },
  redis: async ({ url }, options) => {
    const [{ createClient }, { redisStore }] = await Promise.all([import("redis"), import("backscroll/store/redis")]);
    const client = createClient({ url });
    client.on("error", () => undefined);
    await client.connect();
    return { store: redisStore(client, options), end: () => client.close() };
  },
};

function sqlite(database, options) {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 10000");
  return { store: sqliteStore(database, options), end: async () => database.close() };
}

/** Returns the class of better-sqlite3; null where it is not installed for this version of Node. */
export function betterSqlite() {
  try {
    return createRequire(join(storePackages, "package.json"))("better-sqlite3");
  } catch {
    return null;
  }
}

/** Returns the module `node:sqlite`; null where there is none. */
export async function nodeSqlite() {
  return import("node:sqlite").catch(() => null);
}
