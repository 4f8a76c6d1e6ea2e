// What a store of files has acknowledged is there after a power cut, of which the disk keeps nothing that was not synced.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Disk } from "./disk.mjs";
import { within } from "./globals.mjs";
import { Actor, Machine, Process } from "./machine.mjs";
import { partsWith } from "./parts.mjs";
import { World } from "./world.mjs";

const parts = await partsWith();
const entry = (number) => ({ revision: `${number}-00000000000000aa`, data: JSON.stringify({ set: { items: [number] } }) });

/** A machine whose disk keeps nothing that was not synced. */
function machine() {
  const world = new World(1);
  // Of random choices between what may be kept, each is the least.
  Object.assign(world.random, { chance: () => false, below: () => 0, pick: ([first]) => first });
  const own = new Machine(world, "host", new Disk(world));
  /** Runs a program in a process of its own. `path` and `fails`: the call that fails, by its path and its place among the calls with that path. */
  const run = async (program, { fails = null } = {}) => {
    let [value, calls] = [undefined, 0];
    const actor = new Actor(new Process(own), "actor", () => undefined);
    world.strikes = (name, detail) => name === "ioError" && fails !== null && fails.call.test(detail) && (calls += 1) === fails.time;
    world.start(actor, async () => (value = await program(parts.fileStore("/data/chats"))));
    await world.run();
    assert.deepEqual(world.violations, []);
    return value;
  };
  return { world, run, cutPower: () => own.cutPower() };
}

/** Runs programs one after the other, with a power cut after each. Returns the value of the last one. */
function survivors(...programs) {
  const { world, run, cutPower } = machine();
  return within(world, async () => {
    let value;
    for (const program of programs) {
      value = await run(program);
      cutPower();
    }
    return value;
  });
}

describe("a power cut takes nothing that was acknowledged:", () => {
  test("the first entry of a thread, and the next one", async () => {
    const { entries } = await survivors(
      async (store) => {
        await store.append("t", null, entry(1));
        await store.append("t", entry(1).revision, entry(2));
      },
      (store) => store.load("t"),
    );
    assert.deepEqual(entries, [entry(1), entry(2)]);
  });

  test("a thread in folders that another process has created a moment ago, and not synced", async () => {
    const { world, run, cutPower } = machine();
    await within(world, async () => {
      // It dies after it has created the folders.
      await run((store) => store.append("t", null, entry(1)).catch(() => undefined), { fails: { call: /^open \/data\/chats\/threads$/, time: 1 } });
      await run((store) => store.append("t", null, entry(1)));
      cutPower();
      assert.deepEqual((await run((store) => store.load("t")))?.entries, [entry(1)]);
    });
  });

  test("a snapshot", async () => {
    const { snapshot, entries } = await survivors(
      async (store) => {
        await store.append("t", null, entry(1));
        await store.snapshot("t", entry(1));
      },
      (store) => store.load("t"),
    );
    assert.deepEqual([snapshot, entries], [entry(1), []]);
  });

  test("the deletion of a thread", async () => {
    const threads = await survivors(
      (store) => store.append("t", null, entry(1)),
      (store) => store.delete("t"),
      async (store) => [await store.load("t"), await store.list()],
    );
    assert.deepEqual(threads, [null, []]);
  });

  test("the results of tools", async () => {
    const results = await survivors(
      async ({ ledger }) => {
        await ledger.claim("c");
        await ledger.record("c", { toolCallId: "one", content: "1" });
      },
      async ({ ledger }) => {
        await ledger.claim("c");
        await ledger.record("c", { toolCallId: "two", content: "2" });
      },
      ({ ledger }) => ledger.recorded("c"),
    );
    assert.deepEqual(results.map(({ toolCallId }) => toolCallId), ["one", "two"]);
  });

  test("the results of tools whose checkpoint nobody claimed", async () => {
    const results = await survivors(({ ledger }) => ledger.record("c", { toolCallId: "one", content: "1" }), ({ ledger }) => ledger.recorded("c"));
    assert.equal(results.length, 1);
  });

  test("the end of a resume", async () => {
    const isConsumed = await survivors(
      async ({ ledger }) => {
        await ledger.claim("c");
        await ledger.commit("c");
      },
      ({ ledger }) => ledger.consumed("c"),
    );
    assert.equal(isConsumed, true);
  });
});

describe("an entry whose folder could not be synced is not acknowledged", () => {
  for (const [name, call] of [["the folder cannot be opened", /^open \/data\/chats\/threads\/t$/], ["the sync fails", /^sync \/data\/chats\/threads\/t$/]]) {
    test(`${name}, and it is synced before the second attempt succeeds`, async () => {
      const { world, run, cutPower } = machine();
      await within(world, async () => {
        await run((store) => store.append("t", null, entry(1)));
        const attempt = async (store) => {
          await assert.rejects(store.append("t", entry(1).revision, entry(2)), { code: "store-failed" });
          await store.append("t", entry(1).revision, entry(2));
        };
        await run(attempt, { fails: { call, time: 1 } });
        cutPower();
        assert.deepEqual((await run((store) => store.load("t"))).entries, [entry(1), entry(2)]);
      });
    });

    test(`${name}: the item of a list, too`, async () => {
      const { world, run, cutPower } = machine();
      await within(world, async () => {
        await run((store) => new parts.StoredList(store, "t").append(["a"]));
        await run((store) => new parts.StoredList(store, "t").append(["b"]), { fails: { call, time: 1 } });
        cutPower();
        assert.deepEqual(await run((store) => new parts.StoredList(store, "t").load()), ["a", "b"]);
      });
    });
  }
});
