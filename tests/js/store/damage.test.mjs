// Damage of a stored thread: it is found, named, never written over, and what is whole can be salvaged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, MemoryLedger } from "backscroll";
import { StoredList, salvage, storeOf, verify } from "backscroll/store";
import { refusal } from "../../support/basics.mjs";

const THREAD = "t-42";

/** A store whose entries the test may change. */
function openStore() {
  const threads = new Map();
  const thread = (id) => threads.get(id) ?? null;
  const store = storeOf(
    {
      load: async (id) => structuredClone(thread(id)),
      append: async (id, expected, entry) => {
        const stored = thread(id) ?? { revision: null, snapshot: null, entries: [] };
        if (stored.revision === entry.revision) return true;
        if (stored.revision !== expected) return false;
        threads.set(id, { ...stored, revision: entry.revision, entries: [...stored.entries, { ...entry }] });
        return true;
      },
      snapshot: async (id, snapshot) => {
        const stored = thread(id);
        const place = stored.entries.findIndex(({ revision }) => revision === snapshot.revision);
        if (place >= 0) threads.set(id, { ...stored, snapshot: { ...snapshot }, entries: stored.entries.slice(place + 1) });
      },
      list: async () => [],
      delete: async (id) => threads.delete(id),
    },
    new MemoryLedger(),
  );
  return { store, threads };
}

/** Saves `count` messages, an entry each, with a snapshot after `compacted` of them. */
async function written(store, { id = THREAD, count = 5, compacted = 0, say = "message" } = {}) {
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, id, { autoSave: false });
  for (let number = 1; number <= count; number += 1) {
    conversation.addMessage("user", `${say} ${number}`);
    await thread.save();
    if (number === compacted) await thread.compact();
  }
  await thread.close();
  conversation.dispose();
}

async function read(store, id = THREAD) {
  const conversation = new ConversationManager();
  try {
    await conversation.persist(store, id, { autoSave: false });
    return conversation.messages.map(({ content }) => content);
  } finally {
    conversation.dispose();
  }
}

const says = (...numbers) => numbers.map((number) => `message ${number}`);
const contents = (messages) => messages.map(({ content }) => content);
const flipped = (text, at) => `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ 1)}${text.slice(at + 1)}`;

/** The changes of a stored thread of five entries: its damages, the messages up to them, and the messages after them. */
const DAMAGES = [
  ["a character of an entry is changed", ({ entries }) => void (entries[2].data = entries[2].data.replace("message 3", "message 8")), [["damaged", 3, 3]], [1, 2], [4, 5]],
  ["an entry ends early", ({ entries }) => void (entries[2].data = entries[2].data.slice(0, -5)), [["damaged", 3, 3]], [1, 2], [4, 5]],
  ["an entry is empty", ({ entries }) => void (entries[2].data = ""), [["damaged", 3, 3]], [1, 2], [4, 5]],
  ["the store says that an entry is damaged", ({ entries }) => void (entries[2].damage = "part 1 is missing"), [["damaged", 3, 3]], [1, 2], [4, 5]],
  ["a revision is changed", ({ entries }) => void (entries[2].revision = "3-00000000000000aa"), [["swapped", 3, 3]], [1, 2], [4, 5]],
  ["a revision is no revision", ({ entries }) => void (entries[2].revision = "three"), [["damaged", 3, 3]], [1, 2], [4, 5]],
  ["an entry is missing", ({ entries }) => void entries.splice(2, 1), [["missing", 3, 3]], [1, 2], [4, 5]],
  ["entries are missing", ({ entries }) => void entries.splice(1, 2), [["missing", 2, 3]], [1], [4, 5]],
  ["the first entry is missing", ({ entries }) => void entries.shift(), [["missing", 1, 1]], null, [2, 3, 4, 5]],
  ["the newest entry is missing", ({ entries }) => void entries.pop(), [["missing", 5, 5]], [1, 2, 3, 4], []],
  ["all entries are missing", (thread) => void (thread.entries = []), [["missing", 1, 5]], null, []],
  ["the head names another newest entry", (thread) => void (thread.revision = "5-00000000000000aa"), [["damaged", 5, 5]], [1, 2, 3, 4, 5], []],
  [
    "two entries are exchanged",
    ({ entries }) => void entries.splice(1, 2, entries[2], entries[1]),
    [
      ["missing", 2, 2],
      ["swapped", 2, 2],
    ],
    [1],
    [3, 4, 5],
  ],
  [
    "the data of two entries are exchanged",
    ({ entries }) => void ([entries[1].data, entries[2].data] = [entries[2].data, entries[1].data]),
    [
      ["swapped", 2, 2],
      ["swapped", 3, 3],
    ],
    [1],
    [4, 5],
  ],
  ["an entry is there twice", ({ entries }) => void entries.splice(2, 0, entries[1]), [["swapped", 2, 2]], [1, 2], [3, 4, 5]],
  [
    "two entries are damaged",
    ({ entries }) => [1, 3].forEach((at) => void (entries[at].data = flipped(entries[at].data, 60))),
    [
      ["damaged", 2, 2],
      ["damaged", 4, 4],
    ],
    [1],
    [3, 5],
  ],
];

describe("a damaged thread is refused and named, stays as it is, and its whole part is salvaged", () => {
  for (const [name, change, damages, whole, later] of DAMAGES) {
    test(name, async () => {
      const { store, threads } = openStore();
      await written(store);
      change(threads.get(THREAD));
      await checkDamage(store, threads, damages, whole, later);
    });
  }

  test("an entry of another thread", async () => {
    const { store, threads } = openStore();
    await written(store);
    await written(store, { id: "t-43", say: "another" });
    const [own, other] = [THREAD, "t-43"].map((id) => threads.get(id).entries);
    own[2] = { revision: own[2].revision, data: other[2].data };
    await checkDamage(store, threads, [["foreign", 3, 3]], [1, 2], [4, 5]);
  });

  test("an entry of another history of the thread", async () => {
    const { store, threads } = openStore();
    await written(store);
    const before = structuredClone(threads.get(THREAD));
    await store.delete(THREAD);
    await written(store);
    threads.get(THREAD).entries[2] = before.entries[2];
    await checkDamage(
      store,
      threads,
      [
        ["swapped", 3, 3],
        ["swapped", 4, 4],
      ].slice(0, 1),
      [1, 2],
      [4, 5],
    );
  });

  test("the snapshot", async () => {
    const { store, threads } = openStore();
    await written(store, { compacted: 3 });
    const stored = threads.get(THREAD);
    stored.snapshot.data = flipped(stored.snapshot.data, stored.snapshot.data.indexOf("message 2"));
    await checkDamage(store, threads, [["damaged", 3, 3]], null, [4, 5]);
  });

  test("a snapshot of another history", async () => {
    const { store, threads } = openStore();
    await written(store, { compacted: 3 });
    const { snapshot } = threads.get(THREAD);
    await store.delete(THREAD);
    await written(store, { compacted: 3 });
    threads.get(THREAD).snapshot = snapshot;
    await checkDamage(store, threads, [["swapped", 4, 4]], [1, 2, 3], [5]);
  });
});

async function checkDamage(store, threads, damages, whole, later) {
  const before = structuredClone(threads.get(THREAD));
  const found = await verify(store, THREAD);
  assert.deepEqual(
    found.damages.map(({ kind, first, last }) => [kind, first, last]),
    damages,
  );
  const { message, details } = await refusal(() => read(store), "invalid-snapshot");
  assert.deepEqual(details, { threadId: THREAD, damage: found.damages[0] });
  assert.ok(message.includes(found.damages[0].detail) && message.includes("salvage"), message);
  const salvaged = await salvage(store, THREAD);
  assert.deepEqual(salvaged.damages, found.damages);
  assert.deepEqual(salvaged.snapshot && contents(salvaged.snapshot.messages), whole && says(...whole));
  assert.deepEqual(contents(salvaged.later), says(...later));
  assert.deepEqual(threads.get(THREAD), before, "nothing was written");
  if (salvaged.snapshot === null) return;
  const conversation = ConversationManager.fromJSON(salvaged.snapshot);
  assert.deepEqual(contents(conversation.messages), says(...whole));
  await store.delete(THREAD);
  await (await conversation.persist(store, THREAD)).close();
  assert.deepEqual(await read(store), says(...whole));
  assert.deepEqual((await verify(store, THREAD)).damages, []);
}

describe("a whole thread", () => {
  for (const compacted of [0, 1, 3, 5]) {
    test(`is verified, with a snapshot after ${compacted} messages`, async () => {
      const { store } = openStore();
      await written(store, { compacted });
      const { revision, ...found } = await verify(store, THREAD);
      assert.match(revision, /^5-/);
      assert.deepEqual(found, { entries: compacted === 0 ? 5 : 6 - compacted, unproved: 0, damages: [] });
      const salvaged = await salvage(store, THREAD);
      assert.deepEqual(contents(salvaged.snapshot.messages), says(1, 2, 3, 4, 5));
      assert.deepEqual([salvaged.items, salvaged.later, salvaged.damages], [null, [], []]);
    });
  }

  test("that is not there is null", async () => {
    const { store } = openStore();
    assert.deepEqual([await verify(store, THREAD), await salvage(store, THREAD)], [null, null]);
  });

  test("may have two writers", async () => {
    const { store } = openStore();
    const writers = await Promise.all(
      ["one", "two"].map(async (name) => {
        const conversation = new ConversationManager();
        return { name, conversation, thread: await conversation.persist(store, THREAD, { autoSave: false }) };
      }),
    );
    for (let round = 0; round < 4; round += 1) {
      for (const { name, conversation, thread } of writers) {
        conversation.addMessage("user", `${name} ${round}`);
        await thread.save();
        if (round === 2 && name === "two") await thread.compact();
      }
    }
    const found = await verify(store, THREAD);
    assert.deepEqual([found.unproved, found.damages], [0, []]);
    assert.equal((await read(store)).length, 8);
  });
});

test("a change of any character is found, or changes nothing that is read", async () => {
  const { store, threads } = openStore();
  await written(store, { count: 3, compacted: 2 });
  const stored = threads.get(THREAD);
  const expected = await read(store);
  let found = 0;
  for (const entry of [stored.snapshot, ...stored.entries]) {
    const { data } = entry;
    for (let at = 0; at < data.length; at += 1) {
      entry.data = flipped(data, at);
      const { damages } = await verify(store, THREAD);
      if (damages.length > 0) {
        assert.equal(damages[0].revision, entry.revision);
        found += 1;
      } else assert.deepEqual(await read(store), expected, `character ${at} of ${data}`);
    }
    entry.data = data;
  }
  assert.ok(found > 500, String(found));
});

/** The text of an entry as an earlier version wrote it. */
function withoutChecksum(entry) {
  const { checksum: _, thread: __, revision: ___, after: ____, ...data } = JSON.parse(entry.data);
  entry.data = JSON.stringify(data);
}

describe("entries of an earlier version", () => {
  for (const [name, of, unproved] of [
    ["all of them", ({ snapshot, entries }) => [snapshot, ...entries], 3],
    ["the snapshot", ({ snapshot }) => [snapshot], 1],
    ["one in between", ({ entries }) => [entries[0]], 1],
    ["the newest", ({ entries }) => [entries[1]], 1],
  ]) {
    test(`are read, and the chain begins after them: ${name}`, async () => {
      const { store, threads } = openStore();
      await written(store, { compacted: 3 });
      of(threads.get(THREAD)).forEach(withoutChecksum);
      assert.deepEqual(await read(store), says(1, 2, 3, 4, 5));
      const conversation = new ConversationManager();
      const thread = await conversation.persist(store, THREAD, { autoSave: false });
      for (const number of [6, 7]) {
        conversation.addMessage("user", `message ${number}`);
        await thread.save();
      }
      const found = await verify(store, THREAD);
      assert.deepEqual([found.unproved, found.damages], [unproved, []]);
      const { entries } = threads.get(THREAD);
      entries.at(-2).data = entries.at(-2).data.replace("message 6", "message 9");
      assert.deepEqual(
        (await verify(store, THREAD)).damages.map(({ kind, first }) => [kind, first]),
        [["damaged", 6]],
      );
      await thread.compact();
      assert.deepEqual({ ...(await verify(store, THREAD)), revision: "" }, { revision: "", entries: 1, unproved: 0, damages: [] });
    });
  }
});

/** Changes of entries that have no checksum, and are JSON all the same. */
const UNPROVED = [
  ["an entry is no object", (entries) => void (entries[2].data = "null"), 3, [1, 2], [4, 5]],
  ["its messages are no list", (entries) => void (entries[2].data = '{"messages":5}'), 3, [1, 2], [4, 5]],
  ["a later entry is no list, behind damage", (entries) => [2, 3].forEach((at) => void (entries[at].data = '{"messages":5}')), 3, [1, 2], [5]],
  ["it replaces a part of what is no list", (entries) => void (entries[2].data = '{"splice":{"gone":[0,0,1]}}'), 3, [1, 2], [4, 5]],
  ["a message is not there", (entries) => void (entries[2].data = entries[2].data.replace(/"messages":\[\[.*?\]\],/, "")), 5, null, [1, 2, 4, 5]],
];

describe("a damaged entry of an earlier version is found where it can be", () => {
  for (const [name, change, first, whole, later] of UNPROVED) {
    test(name, async () => {
      const { store, threads } = openStore();
      await written(store);
      const { entries } = threads.get(THREAD);
      entries.forEach(withoutChecksum);
      change(entries);
      const found = await verify(store, THREAD);
      assert.equal(found.damages[0]?.first, first);
      assert.match((await refusal(() => read(store), "invalid-snapshot")).message, /"t-42"/);
      const salvaged = await salvage(store, THREAD);
      assert.deepEqual(salvaged.damages, found.damages);
      assert.deepEqual(salvaged.snapshot && contents(salvaged.snapshot.messages), whole && says(...whole));
      assert.deepEqual(contents(salvaged.later), says(...later));
    });
  }

  test("a snapshot without a revision", async () => {
    const { store, threads } = openStore();
    await written(store, { compacted: 3 });
    threads.get(THREAD).snapshot.revision = "three";
    await checkDamage(store, threads, [["damaged", 3, 3]], null, [4, 5]);
  });
});

test("an entry that holds everything ends the damage before it", async () => {
  const { store, threads } = openStore();
  await written(store, { count: 2 });
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, THREAD, { autoSave: false });
  await thread.close();
  conversation.addMessage("user", "message 3");
  await thread.save();
  const [first, ...rest] = threads.get(THREAD).entries;
  assert.match(rest.at(-1).data, /"whole":true/);
  first.data = "";
  const { snapshot, later, damages } = await salvage(store, THREAD);
  assert.deepEqual([contents(snapshot.messages), later, damages.map(({ first: at }) => at)], [says(1, 2, 3), [], [1]]);
});

describe("a list", () => {
  const items = async (store, change) => {
    const list = new StoredList(store, THREAD);
    for (const item of ["a", "b", "c", "d"]) await list.append([item]);
    change?.();
    return list;
  };

  test("is verified", async () => {
    const { store } = openStore();
    await items(store);
    assert.deepEqual((await verify(store, THREAD)).damages, []);
    assert.deepEqual(await salvage(store, THREAD), { snapshot: null, items: ["a", "b", "c", "d"], later: [], damages: [] });
  });

  test("is refused when an entry is damaged, and the others are salvaged", async () => {
    const { store, threads } = openStore();
    await items(store, () => void (threads.get(THREAD).entries[1].data = "{}x"));
    await refusal(() => new StoredList(store, THREAD).load(), "invalid-snapshot");
    const { items: whole, later, damages } = await salvage(store, THREAD);
    assert.deepEqual([whole, later, damages.map(({ first }) => first)], [["a"], ["c", "d"], [2]]);
  });
});

test("entries that an earlier process wrote are whole: neither their form nor their checksums may change", async () => {
  const entries = [
    { revision: "1-7f2c3730acbb2944", data: `{"checksum":"601a823951e496a5","thread":"4bbaed0e64cb52ee","revision":"1-7f2c3730acbb2944","after":null,"messages":[[0,{"id":"msg-77uj9frt-0","role":"user","content":"Zählt 3 Äpfel 🍎.","createdAt":1}]],"set":{"version":4,"settings":{},"estimator":"script","limits":{"messageBytes":33554432,"depth":128},"messages":[0],"answers":[],"repeated":[],"prefixChanged":[],"suspensions":[],"pending":{"lastId":0,"waiting":[]}}}` },
    { revision: "2-cb1714f101703564", data: `{"checksum":"8e6f70a4269689d3","thread":"4bbaed0e64cb52ee","revision":"2-cb1714f101703564","after":"601a823951e496a5","messages":[[1,{"id":"msg-77uj9frt-1","role":"assistant","content":"Three.","createdAt":2}]],"splice":{"messages":[1,0,1]}}` },
  ];
  const store = storeOf({ load: async () => ({ revision: entries[1].revision, snapshot: null, entries }), append: async () => false, snapshot: async () => {}, list: async () => [], delete: async () => false }, new MemoryLedger());
  const conversation = new ConversationManager();
  await conversation.persist(store, "kept", { autoSave: false });
  assert.deepEqual(conversation.messages.map(({ content }) => content), ["Zählt 3 Äpfel 🍎.", "Three."]);
});

test("what is no store is refused", async () => {
  for (const look of [verify, salvage]) await refusal(() => look({}, THREAD), "invalid-argument");
});
