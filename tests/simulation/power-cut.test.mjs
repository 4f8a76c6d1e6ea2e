// A store of files, power cuts and processes that are late: everything acknowledged is there, although the disk kept nothing that was not synced.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Disk } from "./disk.mjs";
import { within } from "./globals.mjs";
import { Actor, Machine, Process } from "./machine.mjs";
import { partsWith } from "./parts.mjs";
import { World } from "./world.mjs";

const parts = await partsWith();
const entry = (number) => ({ revision: `${number}-00000000000000aa`, data: JSON.stringify({ set: { items: [number] } }) });

/**
 * A machine. `seed`: of what its disk keeps when the power fails; without it, the disk keeps nothing that was not synced.
 *
 * @param {{ seed?: number }} [options]
 */
function machine({ seed } = {}) {
  const world = new World(seed ?? 1);
  // Of random choices between what may be kept, each is the least.
  if (seed === undefined) Object.assign(world.random, { chance: () => false, below: () => 0, pick: ([first]) => first });
  const own = new Machine(world, "host", new Disk(world));
  /** The calls that something happens to, by the name and the path of the call. */
  let [fails, dies, pauses, isDying, follows] = [null, null, null, false, null];
  world.strikes = (name, detail) => {
    if (name === "kill") return isDying;
    if (name !== "ioError") return false;
    isDying = dies?.test(detail) ?? false;
    if (pauses?.test(detail)) {
      world.current.pausedUntil = world.now + 5_000;
      pauses = null;
    }
    if (follows?.test(detail)) follows = null;
    if (follows !== null || !fails?.test(detail)) return false;
    fails = null;
    return true;
  };
  /** Runs a program in a process of its own. The first call with `fails` fails (after one with `follows`), the process dies after the first one with `dies`, and waits after the one with `pauses`. */
  const run = async (program, calls = {}) => {
    let value;
    [fails, dies, pauses, isDying, follows] = [calls.fails, calls.dies, calls.pauses, false, calls.follows ?? null];
    const start = (each) => world.start(new Actor(new Process(own), "actor", () => undefined), each);
    start(async () => (value = await program(parts.fileStore("/data/chats"))));
    // Others come while it waits.
    if (calls.others !== undefined) world.after(1_000, null, () => start(() => calls.others(parts.fileStore("/data/chats"))));
    await world.run();
    for (const each of own.processes) each.die();
    // In a container without Linux's clock of processes, the next process may have the same id, and is known by its later start.
    world.now += 10_000;
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
      await run((store) => store.append("t", null, entry(1)).catch(() => undefined), { fails: /^open \/data\/chats\/threads$/ });
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

/** The file of the second entry gets its name. */
const LINKED = /^link .*\/e2\./;

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
        await run(attempt, { fails: call });
        cutPower();
        assert.deepEqual((await run((store) => store.load("t"))).entries, [entry(1), entry(2)]);
      });
    });

    test(`${name}, and it is synced before a process has read it`, async () => {
      const { world, run, cutPower } = machine();
      await within(world, async () => {
        await run((store) => store.append("t", null, entry(1)));
        await run((store) => assert.rejects(store.append("t", entry(1).revision, entry(2)), { code: "store-failed" }), { fails: call, follows: LINKED });
        assert.deepEqual((await run((store) => store.load("t"))).entries, [entry(1), entry(2)]);
        cutPower();
        assert.deepEqual((await run((store) => store.load("t"))).entries, [entry(1), entry(2)]);
      });
    });

    test(`${name}: the item of a list, too`, async () => {
      const { world, run, cutPower } = machine();
      await within(world, async () => {
        await run((store) => new parts.StoredList(store, "t").append(["a"]));
        await run((store) => new parts.StoredList(store, "t").append(["b"]), { fails: call, follows: LINKED });
        cutPower();
        assert.deepEqual(await run((store) => new parts.StoredList(store, "t").load()), ["a", "b"]);
      });
    });
  }
});

describe("whatever a disk keeps of calls that were not synced, by seed:", () => {
  /** Runs a program with many seeds. */
  const always = async (work) => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const own = machine({ seed });
      await within(own.world, () => work(own));
    }
  };

  test("a thread can be read, although two processes died before they synced their entries", () =>
    always(async ({ run, cutPower }) => {
      await run((store) => store.append("t", null, entry(1)));
      for (const number of [2, 3]) await run((store) => store.append("t", entry(number - 1).revision, entry(number)), { dies: new RegExp(`^link .*/e${number}\\.`) });
      cutPower();
      assert.ok((await run((store) => new parts.StoredList(store, "t").load()))[0] >= 1);
    }));

  test("a recorded result stays, although a process died while it recorded the next one", () =>
    always(async ({ run, cutPower }) => {
      const record = (id) => async ({ ledger }) => {
        await ledger.claim("c");
        await ledger.record("c", { toolCallId: id, content: "done" });
      };
      await run(record("one"));
      await run(record("two"), { dies: /^write .*results/ });
      cutPower();
      assert.equal((await run(({ ledger }) => ledger.recorded("c")))[0]?.toolCallId, "one");
    }));
});

test("a process that was late removes nothing of a thread that was deleted and created again", async () => {
  const { world, run } = machine({ seed: 1 });
  await within(world, async () => {
    await run((store) => store.append("t", null, entry(1)));
    const again = [entry(1), entry(2)].map(({ revision, data }) => ({ revision: revision.replace("aa", "bb"), data }));
    const others = async (store) => {
      await store.delete("t");
      await store.append("t", null, again[0]);
      await store.append("t", again[0].revision, again[1]);
    };
    const late = (store) => assert.rejects(store.append("t", entry(1).revision, entry(2)), { code: "store-conflict" });
    await run(late, { pauses: /^link .*\/e2\./, others });
    assert.deepEqual((await run((store) => store.load("t"))).entries, again);
  });
});
