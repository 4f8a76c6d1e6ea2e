// The simulated servers keep the contract of stores, as the real ones do. So a history shows a fault of a store, and not one of its server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { d1Store } from "backscroll/store/cloudflare";
import { postgresStore } from "backscroll/store/postgres";
import { redisStore } from "backscroll/store/redis";
import { sqliteStore } from "backscroll/store/sqlite";
import { contract } from "../stores/contract.mjs";
import { Database, d1Client, postgresClient, sqliteClient } from "./database.mjs";
import { Redis, redisClient } from "./redis.mjs";
import { refusal } from "../support/basics.mjs";

/** A world of the real time, in which nothing fails. */
const WORLD = {
  get now() {
    return Date.now();
  },
  strikes: () => false,
  note: () => undefined,
  violated: (what) => assert.fail(what),
};
const ACTOR = { name: "actor", isAlive: true, mayDie: () => false };
const near = { send: async (_, execute) => execute(ACTOR) };

const SERVERS = {
  postgres: { make: () => new Database(WORLD), store: (data) => postgresStore(postgresClient(data)), setup: (store) => store.setup() },
  sqlite: { make: () => new Database(WORLD), store: (data) => sqliteStore(sqliteClient(data, ACTOR)) },
  d1: { make: () => new Database(WORLD), store: (data) => d1Store(d1Client(data)) },
  redis: { make: () => new Redis(WORLD), store: (data) => redisStore(redisClient(data)) },
};

const made = (make) => Object.assign(make(), { network: near });

for (const [name, { make, store, setup }] of Object.entries(SERVERS)) {
  contract({
    name: `simulated ${name}`,
    skip: false,
    open: async () => {
      const data = made(make);
      await setup?.(store(data));
      return { client: async () => store(data), close: async () => undefined };
    },
  });
}

test("a statement, a script or a command that the simulation does not know is refused", async () => {
  const data = made(() => new Database(WORLD));
  await assert.rejects(postgresClient(data).query("SELECT revision FROM backscroll_threads"), /does not know/);
  assert.throws(() => sqliteClient(data, ACTOR).prepare("SELECT revision FROM backscroll_threads").all(), /does not know/);
  const redis = made(() => new Redis(WORLD));
  for (const command of [["EVAL", "return 1", "0"], ["GET", "backscroll:{t:t}:head"]]) await assert.rejects(redisClient(redis).sendCommand(command), /does not know/);
});

test("the tables of the simulated PostgreSQL are missing before `setup`", async () => {
  const { message } = await refusal(() => postgresStore(postgresClient(made(() => new Database(WORLD)))).load("t"), "store-failed");
  assert.match(message, /setup/);
});
