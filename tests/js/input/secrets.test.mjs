// No error quotes a key, or the password of an address.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager } from "backscroll";
import * as clients from "backscroll/clients";
import { StoredList, memoryStore, storeOf } from "backscroll/store";
import { d1Store, durableObjectStore } from "backscroll/store/cloudflare";
import { postgresStore } from "backscroll/store/postgres";
import { redisStore } from "backscroll/store/redis";
import { sqliteStore } from "backscroll/store/sqlite";
import { checkpointOn } from "../../support/suspend/checkpoints.mjs";
import { refusal } from "../../support/basics.mjs";

const SECRET = "hunter2hunter2";
const ADDRESSES = [`postgres://app:${SECRET}@db.example/chats`, `redis://:${SECRET}@cache:6379`, `host=db user=app password=${SECRET}`, `mysql://app:p@${SECRET}@db/chats`, `https://app:a/${SECRET}@db/chats`];
const conversation = new ConversationManager();

const TAKERS = {
  "seal": (value) => checkpointOn().seal(value),
  "Checkpoint.open": (value) => Checkpoint.open("backscroll-checkpoint-1.e30.e30", value),
  "postgresStore": postgresStore,
  "redisStore": redisStore,
  "sqliteStore": sqliteStore,
  "d1Store": d1Store,
  "durableObjectStore": durableObjectStore,
  "persist": (value) => conversation.persist(value, "t"),
  "StoredList": (value) => new StoredList(value, "t"),
  "withHistory": (value) => clients.withHistory(conversation, "openai-chat", value, {}),
};

describe("a secret that is given in a wrong place is not quoted", () => {
  for (const [name, take] of Object.entries(TAKERS)) {
    for (const value of [SECRET, ...ADDRESSES]) {
      test(`${name}: ${value.replaceAll(SECRET, "…")}`, async () => {
        const error = await refusal(() => take(value), "invalid-argument");
        assert.ok(!String(error.message).includes(SECRET.slice(0, 6)), error.message);
      });
    }
  }

  test("addresses anywhere lose their password", async () => {
    for (const address of ADDRESSES.filter((one) => one.includes("://"))) {
      for (const ask of [() => conversation.toRequest("openai-chat", address), () => conversation.toRequest(address), () => new ConversationManager({ [address]: 1 }), () => memoryStore().load(address.padEnd(300))]) {
        const { message } = await refusal(ask);
        assert.ok(!message.includes(SECRET.slice(0, 6)), message);
      }
    }
  });
});

describe("an error of a database is quoted without the password of its address", () => {
  for (const address of ADDRESSES.filter((one) => one.includes("://"))) {
    test(address.replaceAll(SECRET, "…"), async () => {
      const cause = new Error(`cannot connect to ${address}: refused`);
      const failing = () => Promise.reject(cause);
      const store = storeOf({ load: failing, append: failing, snapshot: failing, list: failing, delete: failing }, {});
      for (const ask of [() => store.load("t"), () => store.list(), () => store.delete("t"), () => conversation.persist(store, "t")]) {
        const error = await refusal(ask, "store-failed");
        assert.ok(!error.message.includes(SECRET.slice(0, 6)) && error.message.includes("cannot connect"), error.message);
        assert.equal(error.cause, cause);
      }
    });
  }

  test("other words stay", async () => {
    const failing = () => Promise.reject(new Error("see https://example.org/a?b=c: mail a@b.example"));
    const store = storeOf({ load: failing, append: failing, snapshot: failing, list: failing, delete: failing }, {});
    assert.match((await refusal(() => store.load("t"), "store-failed")).message, /see https:\/\/example.org\/a\?b=c: mail a@b.example/);
  });
});
