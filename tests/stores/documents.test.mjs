// The programs of docs/stores.md, on their databases.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { ConversationManager } from "backscroll";
import { StoredList, memoryStore, salvage, verify } from "backscroll/store";
import { fileStore } from "backscroll/store/file";
import { storePackages } from "../../scripts/lib/databases.mjs";
import { at } from "../../scripts/lib/paths.mjs";
import { programsOf } from "../support/snippets/fences.mjs";
import { tabs, workerOf } from "./elsewhere.mjs";
import { KINDS } from "./kinds.mjs";

const programs = programsOf("docs/stores.md");
const SAID = "Will it rain in Oslo?";

/** Returns the texts that a store holds of the thread of the programs. */
async function said(store) {
  const conversation = new ConversationManager();
  await conversation.persist(store, "t-42", { autoSave: false });
  return conversation.messages.map(({ content }) => content);
}

/** Runs a program in a folder of its own, as a user would who has installed the packages. */
async function ran(code, folder, env) {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const paths = { backscroll: at("node_modules", "backscroll"), pg: at("node_modules", "pg"), redis: at("node_modules", "redis"), "better-sqlite3": join(storePackages, "node_modules", "better-sqlite3") };
  for (const [name, path] of Object.entries(paths)) {
    if (!existsSync(join(folder, "node_modules", name))) symlinkSync(path, join(folder, "node_modules", name), "junction");
  }
  const program = join(folder, "program.mjs");
  // A program with a server that stays connected would not end by itself.
  writeFileSync(program, `${code}\nprocess.exit();\n`);
  await promisify(execFile)(process.execPath, [program], { cwd: folder, env: { ...process.env, ...env }, timeout: 60_000 });
}

describe("docs/stores.md", () => {
  test("has a program for each store", () => {
    const kinds = KINDS.map(({ name }) => name).filter((name) => name !== "memory");
    assert.deepEqual(kinds.filter((name) => !programs.has(name)), []);
  });

  for (const { name, skip, open } of KINDS.filter(({ isOneProcess }) => !isOneProcess)) {
    test(`the program for ${name} saves its conversation`, { skip }, async (t) => {
      const data = await open();
      t.after(() => data.close());
      const { connectionString, url } = data.place;
      const folder = data.place.folder ?? data.folder;
      await ran(programs.get(name), folder, { DATABASE_URL: connectionString, REDIS_URL: url });
      const store = name === "file" ? fileStore(join(folder, "chats")) : await data.client();
      assert.deepEqual(await said(store), [SAID]);
    });
  }

  test("the program for indexeddb saves its conversation, and another tab reads it", async (t) => {
    const browser = await tabs(programs.get("indexeddb"));
    t.after(() => browser.close());
    assert.deepEqual(await said(await browser.client()), [SAID]);
  });

  for (const name of ["d1", "durable-object"]) {
    const { skip } = KINDS.find((kind) => kind.name === name);
    test(`the worker for ${name} saves its conversation, and finds it at the next request`, { skip }, async (t) => {
      const worker = await workerOf(programs.get(name), { d1Databases: ["DB"], ...(name === "durable-object" && { durableObjects: { CHATS: { className: "Chat", useSQLite: true } } }) });
      t.after(() => worker.dispose());
      for (const text of [SAID, "And tomorrow?"]) {
        const response = await worker.dispatchFetch("http://127.0.0.1/", { method: "POST", body: text });
        assert.equal(await response.text(), text);
      }
    });
  }

  test("the program for lists keeps its messages", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "backscroll-list-"));
    t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const file = join(folder, "chats");
    for (const length of [1, 2]) {
      await ran(programs.get("list"), folder, {});
      assert.equal((await new StoredList(fileStore(file), "t-42").load()).length, length);
    }
  });

  /** Runs a piece of code with these names, and returns what it declares as `result`. */
  const piece = async (name, given, result = "undefined") => {
    const AsyncFunction = (async () => undefined).constructor;
    // A function takes no imports and exports: its names are given.
    const code = programs.get(name).replace(/^import .*$/gm, "").replace(/^export /gm, "");
    return new AsyncFunction(...Object.keys(given), `${code}\nreturn ${result};`)(...Object.values(given));
  };

  async function filled(store, ids) {
    for (const id of ids) {
      const conversation = new ConversationManager();
      const thread = await conversation.persist(store, id, { autoSave: false });
      conversation.addMessage("user", SAID);
      await thread.close();
      conversation.dispose();
    }
  }
  const ids = async (store) => (await store.list({ limit: 10_000 })).map(({ threadId }) => threadId);

  test("the code for retention deletes threads by their last change", async () => {
    const store = memoryStore();
    await filled(store, Array.from({ length: 501 }, (_, number) => `t-${number}`));
    await piece("retention", { store });
    assert.equal((await ids(store)).length, 501, "none is old");
    await piece("retention", { store, Date: { now: () => Date.now() + 91 * 86_400_000 } });
    assert.deepEqual(await ids(store), []);
  });

  test("the code for a person's data deletes that person's threads", async () => {
    const store = memoryStore();
    await filled(store, ["user-6/t-1", ...Array.from({ length: 120 }, (_, number) => `user-7/t-${number}`), "user-70/t-1", "user-8/t-1"]);
    const forget = await piece("person", {}, "forget");
    await forget(store, "user-7");
    assert.deepEqual(await ids(store), ["user-6/t-1", "user-70/t-1", "user-8/t-1"]);
  });

  test("the code for an import stores a snapshot, and an array of messages", async () => {
    const store = memoryStore();
    const conversation = new ConversationManager();
    conversation.addMessage("user", SAID);
    const imported = await piece("import", { ConversationManager }, "imported");
    for (const messages of [JSON.stringify(conversation), JSON.stringify(conversation.messages)]) {
      await imported({ id: "t-42", messages }, store);
      assert.deepEqual(await said(store), [SAID]);
      await store.delete("t-42");
    }
  });

  test("the code for damage keeps what is whole, and leaves a whole thread alone", async () => {
    const store = memoryStore();
    const conversation = new ConversationManager();
    const thread = await conversation.persist(store, "t-42", { autoSave: false });
    for (const text of [SAID, "And tomorrow?", "And then?"]) {
      conversation.addMessage("user", text);
      await thread.save();
    }
    const repaired = await piece("salvage", { ConversationManager, salvage, verify }, "repaired");
    assert.equal(await repaired(store, "t-42"), null);
    assert.equal(await repaired(store, "gone"), null);
    const stored = await store.load("t-42");
    stored.entries[1].data = "damaged";
    const load = async (id) => (stored.entries.length === 0 ? store.load(id) : stored);
    const remove = async (id) => {
      stored.entries = [];
      return store.delete(id);
    };
    const { lost, later } = await repaired({ ...store, load, delete: remove }, "t-42");
    assert.deepEqual([lost.map(({ first }) => first), later.map(({ content }) => content)], [[2], ["And then?"]]);
    assert.deepEqual(await said(store), [SAID]);
  });

  test("the code for one message removes it from the store, and keeps the others", async () => {
    const store = memoryStore();
    const conversation = new ConversationManager();
    const thread = await conversation.persist(store, "t-42", { autoSave: false });
    const [, secret] = ["My name is Ada.", "My code is 1234.", "What is my name?"].map((text) => {
      conversation.addMessage("user", text);
      return conversation.messages.at(-1);
    });
    await thread.close();
    const forgetMessage = await piece("message", { ConversationManager }, "forgetMessage");
    await forgetMessage(store, "t-42", secret.id);
    assert.deepEqual(await said(store), ["My name is Ada.", "What is my name?"]);
    assert.doesNotMatch(JSON.stringify(await store.load("t-42")), /1234/);
  });

  test("the code for many threads opens each once, and closes those that were not used", async () => {
    const [store, signals] = [memoryStore(), new Map()];
    const host = { process: { on: (signal, act) => signals.set(signal, act), exit: () => signals.set("exited", true) }, setInterval: () => undefined };
    const { open, opened, closeIdle } = await piece("fleet", { ...host, store, ConversationManager }, "{ open, opened, closeIdle }");
    const [one, same, other] = await Promise.all(["t-42", "t-42", "t-43"].map(opened));
    assert.equal(one, same);
    for (const conversation of [one, other]) conversation.addMessage("user", SAID);
    await closeIdle(Date.now() - 60_000);
    assert.equal(open.size, 2);
    await signals.get("SIGTERM")();
    assert.deepEqual([open.size, signals.get("exited"), await ids(store)], [0, true, ["t-42", "t-43"]]);
    const again = await opened("t-42");
    assert.deepEqual(again.messages.map(({ content }) => content), ["Be brief.", SAID]);
  });

  test("a conversation moves from one store to another", async () => {
    const [one, other] = [memoryStore(), memoryStore()];
    await filled(one, ["t-42"]);
    const conversation = new ConversationManager();
    for (const store of [one, other]) await (await conversation.persist(store, "t-42")).close();
    assert.deepEqual(await said(other), [SAID]);
    assert.deepEqual((await other.load("t-42")).entries.length, 1);
  });
});
