// A thread in files from which files are missing, and what other processes do to its files while it is read.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { StoredList, storeOf } from "backscroll/store";
import { fileStore } from "backscroll/store/file";
import { refusal } from "../../support/basics.mjs";

const folder = mkdtempSync(join(tmpdir(), "backscroll-gaps-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const entry = (number) => ({ revision: `${number}-00000000000000aa`, data: JSON.stringify({ set: { items: [number] } }) });
let made = 0;

/** Makes a thread of these many entries. Returns its store, and the path of a file of it. */
async function threadOf(entries, snapshot) {
  const root = join(folder, String((made += 1)));
  const store = fileStore(root);
  for (let number = 1; number <= entries; number += 1) {
    await store.append("t", number === 1 ? null : entry(number - 1).revision, entry(number));
    if (number === snapshot) await store.snapshot("t", entry(number));
  }
  const [name] = readdirSync(join(root, "threads"));
  const [generation] = readFileSync(join(root, "threads", name, "id"), "utf8").split("\n");
  return { store, path: (file, of = generation) => join(root, "threads", name, `${file}.${of}`) };
}

// A read waits for what another process may be writing, so the tests wait together.
describe("a file that is missing", { concurrency: true }, () => {
  for (const [name, entries, snapshot, gone, missing] of [
    ["the first entry", 4, undefined, ["e1"], 1],
    ["an entry in the middle", 4, undefined, ["e3"], 3],
    ["two entries", 4, undefined, ["e2", "e3"], 2],
    ["an entry behind a snapshot", 6, 3, ["e5"], 5],
    ["the entry right behind a snapshot", 6, 3, ["e4"], 4],
    ["the snapshot", 6, 3, ["s3"], 1],
    ["the newest entry", 4, undefined, ["e4"], 4],
    ["the two newest entries", 6, 3, ["e5", "e6"], 5],
    ["everything", 6, 3, ["s3", "e4", "e5", "e6"], 1],
  ]) {
    test(`${name}: the error says which`, async () => {
      const { store, path } = await threadOf(entries, snapshot);
      assert.deepEqual(await new StoredList(store, "t").load(), [entries]);
      for (const file of gone) rmSync(path(file));
      for (const read of [() => new StoredList(store, "t").load(), () => new StoredList(store, "t").append([1]), () => new ConversationManager().persist(store, "t")]) {
        const { message, details } = await refusal(read, "invalid-snapshot");
        assert.match(message, new RegExp(`entr(y|ies) ${missing}( to \\d)? (is|are) missing`));
        assert.deepEqual([details.threadId, details.damage.kind, details.damage.first], ["t", "missing", missing]);
      }
      // It is listed, so that it can be found and deleted.
      assert.deepEqual((await store.list()).map(({ threadId }) => threadId), ["t"]);
      assert.equal(await store.delete("t"), true);
    });
  }
});

describe("a gap that another process closes is no damage", () => {
  test("it is removing its entry, because it had not seen a snapshot or a deletion", async () => {
    const { store, path } = await threadOf(3);
    writeFileSync(path("e7"), "7-00000000000000ee\n{}");
    setTimeout(() => rmSync(path("e7")), 30);
    assert.deepEqual(await new StoredList(store, "t").load(), [3]);
  });

  test("its entry comes later than the next one, in the list of the folder", async () => {
    const { store, path } = await threadOf(3);
    rmSync(path("e2"));
    setTimeout(() => writeFileSync(path("e2"), `${entry(2).revision}\n${entry(2).data}`), 30);
    assert.deepEqual(await new StoredList(store, "t").load(), [3]);
  });

  test("its snapshot takes the place of the entries", async () => {
    const { store, path } = await threadOf(4);
    for (const file of ["e1", "e2"]) rmSync(path(file));
    setTimeout(() => writeFileSync(path("s3"), `${entry(3).revision}\n${entry(3).data}`), 30);
    assert.deepEqual(await new StoredList(store, "t").load(), [4]);
    assert.ok(existsSync(path("e3")));
  });
});

test("what a late process writes to a thread that was deleted, and created again, is no part of the new one", async () => {
  const { store, path } = await threadOf(3);
  for (const file of ["e2", "e4", "e9", "s5"]) writeFileSync(path(file, "00000000000000ff"), `${file.slice(1)}-00000000000000ee\n{}`);
  const list = new StoredList(store, "t");
  assert.deepEqual(await list.load(), [3]);
  await list.append([4]);
  assert.deepEqual(await new StoredList(store, "t").load(), [3, 4]);
  assert.equal((await store.load("t")).revision.startsWith("4-"), true);
});

test("operations of a program's own that leave out an entry are found out", async () => {
  const entries = [entry(1), entry(3)];
  const operations = { load: async () => ({ revision: entry(3).revision, snapshot: null, entries }), append: async () => true, snapshot: async () => undefined, list: async () => [], delete: async () => true };
  const store = storeOf(operations, {});
  assert.match((await refusal(() => new StoredList(store, "t").load(), "invalid-snapshot")).message, /entry 2 is missing/);
  entries.pop();
  assert.match((await refusal(() => new StoredList(store, "t").load(), "invalid-snapshot")).message, /entries 2 to 3 are missing/);
});

describe("a thread that an earlier version wrote, whose files name no generation", () => {
  /** Makes such a thread of these many entries. */
  async function earlier(entries, snapshot) {
    const { store, path } = await threadOf(entries, snapshot);
    const own = join(path("id"), "..");
    for (const name of readdirSync(own)) if (name.includes(".")) renameSync(join(own, name), join(own, name.split(".")[0]));
    rmSync(join(own, "head"));
    writeFileSync(join(own, "id"), "t");
    return { store, own };
  }

  for (const snapshot of [undefined, 2, 4]) {
    test(`is read, continued, compacted and deleted, with a snapshot ${snapshot === undefined ? "nowhere" : `at ${snapshot}`}`, async () => {
      const { store, own } = await earlier(4, snapshot);
      assert.deepEqual(await new StoredList(store, "t").load(), [4]);
      assert.deepEqual((await store.list()).map(({ threadId }) => threadId), ["t"]);
      await refusal(() => store.append("t", entry(2).revision, { ...entry(3), revision: "3-00000000000000bb" }), "store-conflict");
      await store.append("t", entry(4).revision, entry(5));
      assert.ok(existsSync(join(own, "e5")));
      assert.deepEqual(await new StoredList(store, "t").load(), [5]);
      await store.snapshot("t", entry(5));
      assert.deepEqual(readdirSync(own).sort(), ["head", "id", "s5"]);
      assert.deepEqual(await new StoredList(store, "t").load(), [5]);
      assert.equal(await store.delete("t"), true);
      await store.append("t", null, entry(1));
      assert.ok(!existsSync(join(own, "e1")), "a new thread has a generation");
    });
  }

  test("shows its gaps", async () => {
    const { store, own } = await earlier(4);
    rmSync(join(own, "e2"));
    assert.match((await refusal(() => new StoredList(store, "t").load(), "invalid-snapshot")).message, /entry 2 is missing/);
  });
});
