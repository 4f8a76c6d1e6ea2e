// The kinds of stores: where each keeps its data, and what its clients are.

import { Database, d1Client, postgresClient, sqliteClient } from "./database.mjs";
import { Disk } from "./disk.mjs";
import { Redis, redisClient } from "./redis.mjs";

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {boolean} hasNetwork true if its clients are on several machines
 * @property {boolean} [isOneProcess] true if no other process can reach the data
 * @property {(world: import("./world.mjs").World, bug: object) => object} open returns the data
 * @property {(parts: object, data: object, actor: object, options: { lease: number }) => object} store returns a store of an actor
 */

/** @type {Kind[]} */
export const KINDS = [
  {
    name: "file",
    hasNetwork: false,
    open: (world) => ({ disk: new Disk(world) }),
    store: ({ fileStore }) => fileStore("/data/chats"),
  },
  {
    name: "sqlite",
    hasNetwork: false,
    open: (world, bug) => new Database(world, bug),
    store: ({ sqliteStore }, data, actor, options) => sqliteStore(sqliteClient(data, actor), options),
  },
  {
    name: "postgres",
    hasNetwork: true,
    open: (world, bug) => new Database(world, bug),
    store: ({ postgresStore }, data, actor, options) => postgresStore(postgresClient(data), options),
  },
  {
    name: "d1",
    hasNetwork: true,
    open: (world, bug) => new Database(world, bug),
    store: ({ d1Store }, data, actor, options) => d1Store(d1Client(data), options),
  },
  {
    name: "redis",
    hasNetwork: true,
    open: (world) => new Redis(world),
    store: ({ redisStore }, data, actor, options) => redisStore(redisClient(data), options),
  },
  {
    name: "memory",
    hasNetwork: false,
    isOneProcess: true,
    open: () => ({ shared: null }),
    store: ({ memoryStore }, data) => (data.shared ??= memoryStore()),
  },
];
