// Nothing that a store acknowledged is lost, and nothing is stored twice: not when a process is killed, a connection ends, a server dies, or
// a disk is full. With `RUNS=250`, 2,000 processes are killed in 1,000 runs.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ConversationManager } from "backscroll";
import { random } from "../support/random.mjs";
import { CLIENTS } from "./clients.mjs";
import { KINDS } from "./kinds.mjs";
import { proxyTo } from "./proxy.mjs";

const RUNS = Number(process.env.RUNS ?? 8);
const SEED = Number(process.env.SEED ?? 1);
/** Runs on one thread, which the next one then continues. */
const RUNS_OF_THREAD = 10;

const programOf = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
const options = { systemPrompt: "Be brief." };

/** Returns the texts that a store holds of a thread, as another process reads them. */
async function texts(store, threadId) {
  const conversation = new ConversationManager(options);
  await conversation.persist(store, threadId, { autoSave: false });
  const found = conversation.messages.filter(({ role }) => role === "user").map(({ content }) => content);
  conversation.dispose();
  return found;
}

/**
 * Fails unless each writer's messages are stored once and in order, up to the last that was acknowledged, and at most the next one.
 *
 * @param {string[]} stored texts, each the name of a writer and a number
 * @param {Record<string, number>} acknowledged the last number of each writer
 */
function assertStored(stored, acknowledged) {
  const numbers = new Map(Object.keys(acknowledged).map((name) => [name, []]));
  for (const text of stored) {
    const [name, number] = text.split(" ");
    numbers.get(name).push(Number(number));
  }
  for (const [name, found] of numbers) {
    assert.deepEqual(found, Array.from({ length: found.length }, (_, place) => place + 1), name);
    const most = acknowledged[name];
    assert.ok(found.length === most || found.length === most + 1, `${name}: ${most} were acknowledged, ${found.length} are stored`);
  }
}

/** Starts a program with its arguments. `lines` grows with what it prints. */
function started(name, given) {
  const child = spawn(process.execPath, [programOf(name), JSON.stringify(given)], { stdio: ["pipe", "pipe", "pipe"] });
  const process_ = { child, lines: [], errors: "", ended: new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal }))) };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    process_.lines.push(...lines);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => (process_.errors += text));
  child.stdin.on("error", () => undefined);
  return process_;
}

const until = async (isTrue) => {
  while (!isTrue()) await wait(5);
};

const several = KINDS.filter(({ isOneProcess }) => !isOneProcess);

for (const { name: kind, skip, open } of several) {
  describe(kind, { skip }, () => {
    let data;
    let store;
    before(async () => {
      data = await open();
      store = await data.client();
    });
    after(() => data?.close());

    test(`two writers of a thread are killed at any time, in ${RUNS} runs`, async () => {
      const { below, chance } = random(SEED);
      let acknowledged = {};
      let total = 0;
      for (let run = 0; run < RUNS; run += 1) {
        if (run % RUNS_OF_THREAD === 0) acknowledged = {};
        const threadId = `killed ${Math.floor(run / RUNS_OF_THREAD)}`;
        const writers = ["a", "b"].map((side) => ({ name: `${side}${run}`, ...started("writer", { kind, place: data.place, threadId, name: `${side}${run}` }) }));
        const isEarly = chance(0.2);
        if (isEarly) await wait(60 + below(200));
        else await until(() => writers.some(({ lines, child }) => lines.length > 0 || child.exitCode !== null));
        for (const { child } of writers) {
          await wait(below(25));
          child.kill("SIGKILL");
        }
        for (const { name, lines, errors, ended } of writers) {
          const { signal } = await ended;
          assert.equal(signal, "SIGKILL", errors);
          acknowledged[name] = lines.length;
          total += lines.length;
        }
        assertStored(await texts(store, threadId), acknowledged);
      }
      assert.ok(total > RUNS, `${total} messages`);
    });

    test("eight processes resume a checkpoint once", async () => {
      await resumedBy(data.place, (processes) => until(() => processes.every(({ child }) => child.exitCode !== null)), (said) => {
        assert.deepEqual(said.filter((line) => line !== "ready").sort(), ["first", "resumed", "second"]);
      });
    });

    test("the process that resumes a checkpoint is killed in a tool, and one of the seven others completes it", async () => {
      const kill = async (processes) => {
        const holder = () => processes.find(({ lines }) => lines.includes("second"));
        await until(() => holder() !== undefined);
        holder().child.kill("SIGKILL");
        await until(() => processes.every(({ child }) => child.exitCode !== null || child.signalCode !== null));
      };
      await resumedBy(data.place, kill, (said) => {
        // The result of the first tool was recorded. The second one was not finished.
        assert.deepEqual(said.filter((line) => line !== "ready").sort(), ["first", "resumed", "second", "second"]);
      }, 400, 3_000);
    });

    /** @param {number} [lease] the default of the stores: no process of these tests waits for it but those that take over from a dead one */
    async function resumedBy(place, act, check, slow = 20, lease = 30_000) {
      const conversation = new ConversationManager();
      conversation.addMessage("assistant", null, { toolCalls: ["first", "second"].map((name) => ({ id: name, name, arguments: "{}" })) });
      const checkpoint = JSON.stringify(conversation.suspend());
      const processes = Array.from({ length: 8 }, () => started("resumer", { kind, place, checkpoint, slow, lease }));
      await until(() => processes.every(({ lines, child }) => lines.includes("ready") || child.exitCode !== null));
      for (const { child } of processes) child.stdin.write("go\n");
      await act(processes);
      await Promise.all(processes.map(({ ended }) => ended));
      assert.deepEqual(processes.map(({ errors }) => errors).filter(Boolean), []);
      check(processes.flatMap(({ lines }) => lines));
    }
  });
}

for (const { name: kind, skip, open } of several.filter(({ name }) => ["postgres", "redis"].includes(name))) {
  describe(`${kind}, over a network`, { skip }, () => {
    let data;
    let proxy;
    let ends;
    /** A client whose connections go through the proxy. */
    const client = async (options) => {
      const [[name, address]] = Object.entries(data.place);
      const { store, end } = await CLIENTS[kind]({ [name]: address.replace(String(data.server.port), String(proxy.port)) }, options);
      ends.push(end);
      return store;
    };
    before(async () => {
      data = await open();
      proxy = await proxyTo(data.server.port);
      ends = [];
    });
    after(async () => {
      for (const end of ends ?? []) await end().catch(() => undefined);
      await proxy?.close();
      await data?.close();
    });

    /** Two conversations of one thread, which add and save messages while `act` runs. It is given a wait for so many more that were acknowledged. */
    async function written(threadId, act) {
      const acknowledged = { a: 0, b: 0 };
      const failures = [];
      let [isOver, last] = [false, 0];
      const tried = async (work) => {
        for (;;) {
          try {
            return await work();
          } catch (error) {
            assert.equal(error.code, "store-failed", error.stack);
            if (isOver && Date.now() > last) throw error;
            failures.push(error.cause?.message);
            await wait(10);
          }
        }
      };
      const writing = ["a", "b"].map(async (name) => {
        const [conversation, own] = [new ConversationManager(options), await client()];
        const thread = await tried(() => conversation.persist(own, threadId, { autoSave: false }));
        while (!isOver) {
          conversation.addMessage("user", `${name} ${acknowledged[name] + 1}`);
          await tried(() => thread.save());
          acknowledged[name] += 1;
          await wait(2);
        }
      });
      const count = () => acknowledged.a + acknowledged.b;
      const more = (number) => {
        const enough = count() + number;
        return Promise.race([until(() => count() >= enough), Promise.all(writing)]);
      };
      try {
        await act(more);
      } finally {
        [isOver, last] = [true, Date.now() + 20_000];
        await Promise.all(writing);
      }
      const found = await texts(await data.client(), threadId);
      assert.equal(found.length, count());
      assertStored(found, acknowledged);
      return failures;
    }

    test("connections end at any time", async () => {
      const { below } = random(SEED);
      const failures = await written("cut", async (more) => {
        for (let time = 0; time < 40; time += 1) {
          await wait(5 + below(40));
          proxy.cut();
        }
        await more(1);
      });
      assert.ok(failures.length > 0, "no save failed");
    });

    test("the server is killed, and comes back", async () => {
      await written("server killed", async (more) => {
        for (let time = 0; time < 3; time += 1) {
          await more(8);
          await data.server.stop("SIGKILL");
          await wait(100);
          await data.server.start();
        }
        await more(1);
      });
    });

    test("a slow server delays no message, and changes made meanwhile are saved together", async () => {
      const conversation = new ConversationManager(options);
      const thread = await conversation.persist(await client(), "slow");
      proxy.delay(150);
      for (let number = 1; number <= 20; number += 1) {
        conversation.addMessage("user", `a ${number}`);
        await wait(5);
      }
      await thread.save();
      proxy.delay(0);
      const { entries } = await (await data.client()).load("slow");
      assert.ok(entries.length <= 3, `${entries.length} entries`);
      assertStored(await texts(await data.client(), "slow"), { a: 20 });
      await thread.close();
    });

    test("a claim lasts as long as its tool, also on a slow server", async () => {
      const [holder, other] = [await client({ lease: 1_000 }), await data.client({ lease: 1_000 })];
      await holder.ledger.claim("slow tool");
      proxy.delay(100);
      await wait(2_500);
      await assert.rejects(other.ledger.claim("slow tool"), { code: "checkpoint-already-resumed" });
      await holder.ledger.commit("slow tool");
      proxy.delay(0);
      assert.equal(await other.ledger.consumed("slow tool"), true);
    });
  });
}

/** A file system of its own, of so many megabytes; null where this process may not mount one. */
function mounted(megabytes) {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=777`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const remove = () => {
    execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  };
  return { folder, remove };
}

/** Megabytes of the disk, and of the file that is deleted later to make room: for a snapshot, which a client may send a second time by itself. */
const DISKS = { file: [6, 4], "better-sqlite3": [6, 4], "node:sqlite": [6, 4], postgres: [160, 100], redis: [6, 4] };

for (const { name: kind, skip, open } of several) {
  test(`${kind}: a full disk refuses a save, which works when there is room again`, { skip }, async (t) => {
    const [size, room] = DISKS[kind];
    const disk = mounted(size);
    if (disk === null) return t.skip("only root can mount a disk of its own");
    t.after(disk.remove);
    const filler = join(disk.folder, "filler");
    writeFileSync(filler, Buffer.alloc(room * 1_048_576, 1));
    const data = await open(disk.folder);
    try {
      const conversation = new ConversationManager(options);
      const thread = await conversation.persist(await data.client(), "full", { autoSave: false });
      let number = 0;
      const failure = await (async () => {
        for (;;) {
          // A server would keep a text that repeats itself in little room.
          conversation.addMessage("user", `a ${number + 1} ${randomBytes(kind === "postgres" ? 150_000 : 25_000).toString("hex")}`);
          try {
            await thread.save();
          } catch (error) {
            return error;
          }
          number += 1;
          assert.ok(number < 2_000, "the disk never fills");
        }
      })();
      assert.equal(failure.code, "store-failed", failure.stack);
      assert.equal(conversation.messages.length, number + 2, "the conversation keeps what it could not save");
      truncateSync(filler, 0);
      rmSync(filler);
      if (data.server !== undefined) {
        // Some servers end when they cannot write.
        await data.server.stop("SIGKILL");
        await data.server.start();
      }
      const client = await data.client();
      assertStored(await texts(client, "full"), { a: number });
      for (let attempt = 1; ; attempt += 1) {
        try {
          await thread.save();
          break;
        } catch (error) {
          if (attempt === 20) throw error;
          await wait(50);
        }
      }
      assertStored(await texts(client, "full"), { a: number + 1 });
    } finally {
      await data.close();
    }
  });
}
