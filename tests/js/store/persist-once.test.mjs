// A conversation is kept by one thread of one store at a time, and every thread that was saved can be read.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { StoredList, memoryStore, storeOf } from "backscroll/store";
import { fileStore } from "backscroll/store/file";
import { chat, contents, refusal } from "../../support/basics.mjs";

const folder = mkdtempSync(join(tmpdir(), "backscroll-persist-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a thread as another process would. */
async function read(store, threadId) {
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, threadId, { autoSave: false });
  const texts = contents(conversation);
  await thread.close();
  return texts;
}

for (const [kind, make] of [["memory", memoryStore], ["files", () => fileStore(join(folder, String(Math.random())))]]) {
  describe(`a second \`persist\` of one conversation: ${kind}`, () => {
    const other = memoryStore();
    const seconds = { "the same thread": (store) => [store, "t"], "another thread": (store) => [store, "u"], "another store": () => [other, "t"], "a store that fails": () => [failing, "t"] };
    const failing = { ...other, load: () => Promise.reject(new Error("down")) };
    for (const [name, of] of Object.entries(seconds)) {
      test(`to ${name} is refused while the first is open, also when both begin at once`, async () => {
        for (const isAtOnce of [false, true]) {
          const [store, conversation] = [make(), chat(new ConversationManager(), 2)];
          const first = conversation.persist(store, "t");
          if (!isAtOnce) await first;
          const { details } = await refusal(() => conversation.persist(...of(store)), "already-persisted");
          assert.deepEqual(details, { threadId: "t" });
          conversation.addMessage("user", "More");
          await (await first).save();
          assert.deepEqual(await read(store, "t"), contents(conversation));
        }
      });
    }

    test("is allowed after `close`, and both threads can be read", async () => {
      const [store, conversation] = [make(), chat(new ConversationManager(), 2)];
      await (await conversation.persist(store, "t")).close();
      const before = contents(conversation);
      conversation.addMessage("user", "For the second alone");
      const second = await conversation.persist(store, "u");
      await second.save();
      assert.deepEqual(await read(store, "t"), before);
      assert.deepEqual(await read(store, "u"), contents(conversation));
      await second.close();
      await (await conversation.persist(store, "t")).close();
      assert.deepEqual((await read(store, "t")).slice(0, before.length), before);
    });

    test("is allowed after one that failed", async () => {
      const [store, conversation] = [make(), chat(new ConversationManager(), 1)];
      await refusal(() => conversation.persist(storeOf({ load: () => Promise.reject(new Error("down")), append() {}, snapshot() {}, list() {}, delete() {} }, {}), "t"), "store-failed");
      await refusal(() => conversation.persist(store, "\0"), "invalid-argument");
      await (await conversation.persist(store, "t")).close();
      assert.deepEqual(await read(store, "t"), contents(conversation));
    });

    test("a thread that was closed saves again, unless another one keeps the conversation", async () => {
      const [store, conversation] = [make(), chat(new ConversationManager(), 1)];
      const first = await conversation.persist(store, "t", { autoSave: false });
      await first.close();
      const second = await conversation.persist(store, "u", { autoSave: false });
      conversation.addMessage("user", "Later");
      for (const call of ["save", "compact", "refresh"]) await refusal(() => first[call](), "already-persisted");
      await second.close();
      for (const call of ["save", "compact", "refresh", "save"]) await first[call]();
      conversation.addMessage("assistant", "Last");
      await first.save();
      for (const threadId of ["t", "u"]) assert.equal((await read(store, threadId)).at(-1), threadId === "t" ? "Last" : "Later");
    });
  });

  describe(`copies on one thread work as other processes do: ${kind}`, () => {
    const COPIES = {
      "a fork": (conversation) => conversation.fork(),
      "a copy through JSON": (conversation) => ConversationManager.fromJSON(JSON.stringify(conversation)),
      "a copy with another path": (conversation) => {
        const copy = ConversationManager.fromJSON(conversation.toJSON());
        copy.edit(copy.messages.at(-2).id, "Other words");
        return copy;
      },
    };
    for (const [name, copyOf] of Object.entries(COPIES)) {
      test(`${name}: nothing is lost or stored twice`, async () => {
        const [store, conversation] = [make(), chat(new ConversationManager(), 3)];
        const first = await conversation.persist(store, "t", { autoSave: false });
        await first.save();
        const copy = copyOf(conversation);
        const second = await copy.persist(store, "t", { autoSave: false });
        conversation.addMessage("user", "By the first");
        copy.addMessage("user", "By the copy");
        await Promise.all([first.save(), second.save()]);
        await first.save();
        const texts = await read(store, "t");
        for (const text of ["By the first", "By the copy"]) assert.equal(texts.filter((one) => one === text).length, 1, text);
        assert.equal(new Set(conversation.messages.map(({ id }) => id)).size, conversation.messageCount);
        const own = await copy.persist(store, "own").catch(({ code }) => code);
        assert.equal(own, "already-persisted");
      });
    }

    test("two lists of one thread lose nothing, and a list and a conversation refuse each other's thread", async () => {
      const store = make();
      const lists = [1, 2].map(() => new StoredList(store, "list"));
      await Promise.all(Array.from({ length: 20 }, (_, item) => lists[item % 2].append([item])));
      assert.deepEqual((await lists[0].load()).sort((one, two) => one - two), Array.from({ length: 20 }, (_, item) => item));
      const conversation = chat(new ConversationManager(), 1);
      await refusal(() => conversation.persist(store, "list"), "invalid-snapshot");
      await (await conversation.persist(store, "t")).close();
      await refusal(() => new StoredList(store, "t").load(), "invalid-snapshot");
    });
  });
}

test("a save resolves when everything is stored and only the snapshot failed, which the next save tries again", async () => {
  const inner = memoryStore();
  let failures = 2;
  const errors = [];
  const store = storeOf(
    {
      ...inner,
      append: async (...given) => (await inner.append(...given), true),
      snapshot: (...given) => (failures-- > 0 ? Promise.reject(new Error("too large")) : inner.snapshot(...given)),
    },
    inner.ledger,
  );
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, "t", { autoSave: false, onError: (error) => errors.push(error.code) });
  for (let message = 0; message < 3; message += 1) {
    conversation.addMessage("user", `${message} ${"word ".repeat(20_000)}`);
    await thread.save();
    assert.equal(thread.error, null);
  }
  assert.deepEqual(errors, ["store-failed", "store-failed"]);
  assert.notEqual((await inner.load("t")).snapshot, null);
  failures = 1;
  await refusal(() => thread.compact(), "store-failed");
  await thread.compact();
  assert.equal((await read(inner, "t")).length, 3);
});

describe("a suspension that no entry holds yet, when another writer was faster", () => {
  const LATER = {
    "nothing": () => undefined,
    "an answer of the assistant": (conversation) => conversation.addMessage("assistant", "Aside"),
    "a question of the user": (conversation) => conversation.addMessage("user", "And?"),
  };
  for (const [name, add] of Object.entries(LATER)) {
    for (const isStored of [true, false]) {
      test(`stays, with ${name} behind its calls, which the store ${isStored ? "has" : "has not"}`, async () => {
        const store = memoryStore();
        const conversation = chat(new ConversationManager(), 1);
        const thread = await conversation.persist(store, "t", { autoSave: false });
        await thread.save();
        conversation.addMessage({ role: "assistant", content: null, toolCalls: [{ id: "c1", name: "rm", arguments: "{}" }] });
        if (isStored) await thread.save();
        const { checkpointId } = conversation.suspend();
        add(conversation);
        const other = new ConversationManager();
        const others = await other.persist(store, "t", { autoSave: false });
        other.addMessage("user", "By another writer");
        await others.close();
        await thread.save();
        assert.deepEqual(conversation.checkpoints.map((checkpoint) => checkpoint.checkpointId), [checkpointId]);
        assert.ok((await read(store, "t")).includes("By another writer"));
      });
    }
  }

  test("is given up when the other writer has answered its calls", async () => {
    const store = memoryStore();
    const conversation = chat(new ConversationManager(), 1);
    conversation.addMessage({ role: "assistant", content: null, toolCalls: [{ id: "c1", name: "rm", arguments: "{}" }] });
    const thread = await conversation.persist(store, "t", { autoSave: false });
    await thread.save();
    conversation.suspend();
    const other = new ConversationManager();
    const others = await other.persist(store, "t", { autoSave: false });
    other.addMessage({ role: "tool", toolCallId: "c1", content: "done" });
    await others.close();
    await thread.save();
    assert.deepEqual(conversation.checkpoints, []);
  });
});
