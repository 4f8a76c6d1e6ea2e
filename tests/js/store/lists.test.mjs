// Lists of a program's own whose writes are late, repeated, or acknowledged by nobody: each item is there once.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { StoredList, memoryStore, storeOf } from "backscroll/store";
import { refusal } from "../../support/basics.mjs";

/** More characters than a list has without a snapshot. */
const LARGE = "x".repeat(70_000);

/**
 * A store in memory. `act` is called before each operation with its name and its arguments, and with the operation itself, which it may
 * call, once, twice or later.
 */
function storeWith(act) {
  const store = memoryStore();
  const append = (...given) => store.append(...given).then(() => true, (error) => {
    if (error.code !== "store-conflict") throw error;
    return false;
  });
  const operations = { load: store.load, append, snapshot: store.snapshot, list: store.list, delete: store.delete };
  const acting = Object.fromEntries(Object.entries(operations).map(([name, run]) => [name, (...given) => act(name, () => run(...given))]));
  return { store, acting: storeOf(acting, store.ledger) };
}

const read = (store) => new StoredList(store, "l").load();

describe("an item is there once", () => {
  test("when its lost request arrives between two reads", async () => {
    let late = null;
    const { store, acting } = storeWith(async (name, run) => {
      if (name === "append" && late === null) {
        late = run;
        throw new Error("no connection");
      }
      const value = await run();
      if (name === "load" && late !== null) await late();
      return value;
    });
    await new StoredList(acting, "l").append(["a"]);
    assert.deepEqual(await read(store), ["a"]);
  });

  test("when its lost request arrives before the second one, which then meets a conflict", async () => {
    let late = null;
    const { store, acting } = storeWith(async (name, run) => {
      if (name !== "append") return run();
      if (late === null) {
        late = run;
        throw new Error("no connection");
      }
      await late();
      return run();
    });
    assert.deepEqual(await new StoredList(acting, "l").append(["a"]), ["a"]);
    assert.deepEqual(await read(store), ["a"]);
  });

  for (const [name, others] of [["", ["b"]], [", and a snapshot took the place of both", [LARGE]]]) {
    test(`when its request was repeated, and answered as late as the second time, after another writer's${name}`, async () => {
      let times = 0;
      const { store, acting } = storeWith(async (kind, run) => {
        if (kind !== "append" || (times += 1) > 1) return run();
        await run();
        await new StoredList(store, "l").append(others);
        return run();
      });
      assert.deepEqual(await new StoredList(acting, "l").append(["a"]), ["a", ...others]);
      assert.deepEqual(await read(store), ["a", ...others]);
    });
  }

  test("when its answer was lost, and a snapshot has replaced it", async () => {
    let times = 0;
    const { store, acting } = storeWith(async (kind, run) => {
      if (kind !== "append" || (times += 1) > 1) return run();
      await run();
      await new StoredList(store, "l").append([LARGE]);
      throw new Error("no connection");
    });
    assert.deepEqual(await new StoredList(acting, "l").append(["a"]), ["a", LARGE]);
    assert.deepEqual(await read(store), ["a", LARGE]);
  });
});

test("an item whose answer was lost is acknowledged by the store, or not at all", async () => {
  let [times, isDown] = [0, false];
  const { acting } = storeWith(async (kind, run) => {
    if (kind !== "append") return run();
    times += 1;
    if (isDown) throw new Error("no disk");
    isDown = true;
    await run();
    throw new Error("no disk");
  });
  await refusal(() => new StoredList(acting, "l").append(["a"]), "store-failed");
  assert.equal(times, 4);
});

test("an item is not written again when so many writers came between that nobody knows of it", async () => {
  let times = 0;
  const { store, acting } = storeWith(async (kind, run) => {
    if (kind !== "append" || (times += 1) > 1) return run();
    await run();
    const other = new StoredList(store, "l");
    for (let number = 0; number < 110; number += 1) await other.append([number]);
    await other.append([LARGE]);
    throw new Error("no connection");
  });
  await refusal(() => new StoredList(acting, "l").append(["a"]), "store-failed");
  assert.equal((await read(store)).filter((item) => item === "a").length, 1);
});
