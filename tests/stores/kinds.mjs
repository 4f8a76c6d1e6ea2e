// The kinds of stores. Each opens its data, and then any number of clients on them, as processes and tabs would.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "backscroll/store";
import { postgresPrograms, redisProgram } from "../../scripts/lib/databases.mjs";
import { CLIENTS, betterSqlite, nodeSqlite } from "./clients.mjs";
import { d1, durableObject, miniflare, tabs } from "./elsewhere.mjs";
import { postgresServer, redisServer } from "./servers.mjs";

/**
 * @typedef {object} Opened
 * @property {(options?: { lease?: number }) => Promise<import("backscroll").Store>} client returns a store of its own on the same data
 * @property {unknown} place where the data are: what another process needs to open them
 * @property {() => Promise<void>} close
 * @property {object} [server]
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
    close: async () => {
      for (const end of ends) await end();
      await close();
    },
  };
}

const inFolder = (kind, placeOf) => async (parent = tmpdir()) => {
  const folder = mkdtempSync(join(parent, "backscroll-store-"));
  return { ...opened(kind, placeOf(folder), async () => removed(folder)), folder };
};

const noMiniflare = miniflare() === null && "miniflare is not installed";

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
    skip: postgresPrograms() === null && "there is no PostgreSQL (Debian: apt-get install postgresql)",
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
