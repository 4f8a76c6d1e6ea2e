// A conversation that saves itself: after each change, and again after a failure.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ConversationError, ConversationManager } from "backscroll";
import { memoryStore, storeOf } from "backscroll/store";

/** Lets all steps that wait for no timer end. */
const settled = async () => {
  for (let step = 0; step < 10; step += 1) await new Promise(setImmediate);
};

/** A store in memory that notes its entries, and fails with these errors first. */
function observed(...failures) {
  const store = memoryStore();
  const entries = [];
  const append = async (threadId, expected, entry) => {
    entries.push(entry.revision);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    await store.append(threadId, expected, entry);
    return true;
  };
  const { load, snapshot, list, delete: remove } = store;
  return { store: storeOf({ load, append, snapshot, list, delete: remove }, store.ledger), entries };
}

const saidIn = async (store) => {
  const conversation = new ConversationManager();
  await conversation.persist(store, "t", { autoSave: false });
  return conversation.messages.map(({ content }) => content);
};

test("changes are saved without `save`, those of one moment in one entry", async () => {
  const { store, entries } = observed();
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, "t");
  conversation.addMessage("user", "one");
  conversation.addMessage("user", "two");
  await settled();
  assert.equal(entries.length, 1);
  conversation.addMessage("user", "three");
  await settled();
  assert.equal(entries.length, 2);
  assert.deepEqual(await saidIn(store), ["one", "two", "three"]);
  await thread.close();
  conversation.addMessage("user", "four");
  await settled();
  assert.deepEqual(await saidIn(store), ["one", "two", "three"]);
});

test("a failure is told, and the attempt repeated after 200 ms, 400 ms and so on, until it succeeds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const failures = [1, 2, 3].map((number) => new Error(`no answer ${number}`));
    const { store, entries } = observed(...failures);
    const told = [];
    const conversation = new ConversationManager();
    const thread = await conversation.persist(store, "t", { onError: (error) => told.push(error.code) });
    conversation.addMessage("user", "one");
    await settled();
    const attempts = [entries.length];
    for (const wait of [199, 1, 399, 1, 799, 1, 10_000]) {
      mock.timers.tick(wait);
      await settled();
      attempts.push(entries.length);
    }
    assert.deepEqual(attempts, [1, 1, 2, 2, 3, 3, 4, 4]);
    assert.deepEqual(told, ["store-failed", "store-failed", "store-failed"]);
    assert.deepEqual(await saidIn(store), ["one"]);
    conversation.addMessage("user", "two");
    await settled();
    assert.deepEqual(await saidIn(store), ["one", "two"]);
    await thread.close();
  } finally {
    mock.timers.reset();
  }
});

for (const code of ["store-conflict", "invalid-snapshot", "poisoned"]) {
  test(`after \`${code}\`, no attempt is made again`, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { store, entries } = observed(new ConversationError(code, "It is over."));
      const told = [];
      const conversation = new ConversationManager();
      await conversation.persist(store, "t", { merge: false, onError: (error) => told.push(error.code) });
      conversation.addMessage("user", "one");
      await settled();
      conversation.addMessage("user", "two");
      mock.timers.tick(100_000);
      await settled();
      assert.deepEqual([told, entries.length], [[code], 1]);
    } finally {
      mock.timers.reset();
    }
  });
}
