// The kinds of stores. Each opens its data, and then any number of clients on them, as processes and tabs would.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createClient } from "redis";
import { memoryStore } from "backscroll/store";
import { postgresPrograms, redisProgram } from "../../scripts/lib/databases.mjs";
import { CLIENTS, betterSqlite, nodeSqlite } from "./clients.mjs";
import { d1, durableObject, miniflare, tabs } from "./elsewhere.mjs";
import { postgresFolder, postgresServer, redisServer } from "./servers.mjs";

/**
 * @typedef {object} Opened
 * @property {(options?: { lease?: number }) => Promise<import("backscroll").Store>} client returns a store of its own on the same data
 * @property {unknown} place where the data are: what another process needs to open them
 * @property {() => Promise<void>} close
 * @property {object} [server]
 * @property {(threadId: string, number?: number, part?: number) => Promise<void>} [remove] removes rows behind the back of the store
 */

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {string | false} skip why this machine cannot test it
 * @property {boolean} [isOneProcess] true if no other process can reach the data
 * @property {(parent?: string) => Promise<Opened>} open `parent`: the folder for the data
 */

const removed = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** @returns {Opened} */
function opened(kind, place, close, server) {
  const ends = [];
  const client = async (options) => {
    const { store, end } = await CLIENTS[kind](place, options);
    ends.push(end);
    return store;
  };
  return {
    client,
    place,
    server,
    remove: DAMAGES[kind] && ((...rows) => DAMAGES[kind](place, ...rows)),
    close: async () => {
      for (const end of ends) await end();
      await close();
    },
  };
}

/**
 * Removes rows behind the back of a store, by the kind of store: those of an entry, or of one of its parts; all when no number is given.
 *
 * @type {Record<string, (place: object, threadId: string, number?: number, part?: number) => Promise<void>>}
 */
const DAMAGES = {
  file: async ({ folder }, threadId, number) => {
    const threads = readdirSync(join(folder, "threads")).map((name) => join(folder, "threads", name));
    for (const path of threads) {
      const [generation, ...id] = readFileSync(join(path, "id"), "utf8").split("\n");
      if (id.join("\n") !== threadId) continue;
      for (const name of readdirSync(path)) if (number === undefined ? /^e\d+\./.test(name) : name === `e${number}.${generation}`) rmSync(join(path, name));
    }
  },
  "better-sqlite3": async ({ file }, ...rows) => rowsOf(new (betterSqlite())(file), ...rows),
  "node:sqlite": async ({ file }, ...rows) => rowsOf(new (await nodeSqlite()).DatabaseSync(file), ...rows),
  postgres: async ({ connectionString }, threadId, number, part) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query("DELETE FROM backscroll_entries WHERE thread = $1 AND ($2::int IS NULL OR number = $2) AND ($3::int IS NULL OR part = $3)", [threadId, number ?? null, part ?? null]);
    await client.end();
  },
  redis: async ({ url }, threadId, number) => {
    const client = await createClient({ url }).connect();
    const [head, entries] = ["head", "entries"].map((name) => `backscroll:{t:${threadId}}:${name}`);
    if (number === undefined) await client.del(head);
    else {
      for (const place of [0, 1]) await client.lSet(entries, 2 * (number - 1) + place, "gone");
      await client.lRem(entries, 0, "gone");
    }
    await client.close();
  },
};

function rowsOf(database, threadId, number = null, part = null) {
  database.prepare("DELETE FROM backscroll_entries WHERE thread = ? AND (? IS NULL OR number = ?) AND (? IS NULL OR part = ?)").run(threadId, number, number, part, part);
  database.close();
}

const inFolder = (kind, placeOf) => async (parent = tmpdir()) => {
  const folder = mkdtempSync(join(parent, "backscroll-store-"));
  return { ...opened(kind, placeOf(folder), async () => removed(folder)), folder };
};

const noMiniflare = miniflare() === null && "miniflare is not installed";

function noPostgres() {
  if (postgresPrograms() === null) return "there is no PostgreSQL (Debian: apt-get install postgresql)";
  return postgresFolder() === null && "PostgreSQL does not run as root, and its user can reach no folder for temporary files";
}

/** @type {Kind[]} */
export const KINDS = [
  {
    name: "memory",
    skip: false,
    isOneProcess: true,
    open: async () => {
      const store = memoryStore();
      return { client: async () => store, place: null, close: async () => undefined };
    },
  },
  { name: "file", skip: false, open: inFolder("file", (folder) => ({ folder })) },
  {
    name: "better-sqlite3",
    skip: betterSqlite() === null && "better-sqlite3 is not installed for this version of Node",
    open: inFolder("better-sqlite3", (folder) => ({ file: join(folder, "chats.db") })),
  },
  {
    name: "node:sqlite",
    skip: (await nodeSqlite()) === null && `this runtime, ${process.version}, has no node:sqlite`,
    open: inFolder("node:sqlite", (folder) => ({ file: join(folder, "chats.db") })),
  },
  {
    name: "postgres",
    skip: noPostgres(),
    open: async (parent) => {
      const server = await postgresServer(parent);
      const data = { ...opened("postgres", { connectionString: server.connectionString }, () => server.remove(), server), folder: server.folder };
      await (await data.client()).setup();
      return data;
    },
  },
  {
    name: "redis",
    skip: redisProgram() === null && "there is no Redis (Debian: apt-get install redis-server)",
    open: async (parent) => {
      const server = await redisServer(parent);
      return { ...opened("redis", { url: server.url }, () => server.remove(), server), folder: server.folder };
    },
  },
  { name: "indexeddb", skip: false, isOneProcess: true, open: tabs },
  { name: "d1", skip: noMiniflare, isOneProcess: true, open: d1 },
  { name: "durable-object", skip: noMiniflare, isOneProcess: true, open: durableObject },
];
