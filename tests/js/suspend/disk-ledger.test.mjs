// The ledger of a store in files.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ConversationManager, resume } from "backscroll";
import { fileStore } from "backscroll/store/file";
import { refusal } from "../../support/basics.mjs";

const CLAIMER = fileURLToPath(new URL("../../support/suspend/claim-once.mjs", import.meta.url));
const RESUMER = fileURLToPath(new URL("../../support/suspend/resume-in-thread.mjs", import.meta.url));
/** The number of processes that try to take the same claim at once. */
const RIVALS = 6;
const IS_LINUX = process.platform === "linux";
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "backscroll-ledger-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const ledger = () => fileStore(folder).ledger;
const taken = (attempt) => refusal(attempt, "checkpoint-already-resumed");

/** Starts a process that is ready to claim. */
async function claimer(id) {
  const child = fork(CLAIMER, [folder, id]);
  await once(child, "message");
  return {
    child,
    claim: async () => {
      child.send("claim");
      return (await once(child, "message"))[0];
    },
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** Starts a thread of this process that claims on command. */
async function threadOn(id) {
  const worker = new Worker(CLAIMER, { argv: [folder, id] });
  await once(worker, "message");
  const claim = async () => {
    worker.postMessage("claim");
    return (await once(worker, "message"))[0];
  };
  return { worker, claim };
}

/** Writes a claim file as another process would. */
function leaveClaim(id, claim) {
  mkdirSync(join(folder, "checkpoints", id), { recursive: true });
  writeFileSync(join(folder, "checkpoints", id, "claim-1"), JSON.stringify(claim));
}

describe("a claim", () => {
  test("is held by one process at a time, and is free after a release", async () => {
    const [id, one, other] = [randomUUID(), ledger(), ledger()];
    await one.claim(id);
    await taken(() => other.claim(id));
    await taken(() => one.claim(id));
    await one.release(id);
    await other.claim(id);
    await taken(() => one.claim(id));
  });

  test("is refused once the checkpoint was resumed", async () => {
    const [id, one] = [randomUUID(), ledger()];
    assert.equal(await one.consumed(id), false);
    await one.claim(id);
    await one.commit(id);
    assert.equal(await ledger().consumed(id), true);
    await taken(() => ledger().claim(id));
    await taken(() => one.claim(id));
  });

  test("is not released by a ledger that does not hold it", async () => {
    const [id, one, other] = [randomUUID(), ledger(), ledger()];
    await one.claim(id);
    await other.release(id);
    await taken(() => other.claim(id));
  });

  for (const [name, claim, isFree] of [
    ["of an earlier process with the id of this one is free: containers begin at 1 again", { host: hostname(), pid: process.pid, startedAt: IS_LINUX ? "boot/1 ticks" : "1 s" }, true],
    ["of a process whose start another runtime has measured otherwise is not", { host: hostname(), pid: process.pid, startedAt: IS_LINUX ? "1 s" : "boot/1 ticks" }, false],
    ["of a process whose start is not known is not", { host: hostname(), pid: process.pid }, false],
    ["of a living process is not", { host: hostname(), pid: process.ppid, startedAt: null }, false],
    ["of a dead process is", { host: hostname(), pid: 2 ** 22 + 1, startedAt: null }, true],
    ["of another machine is not, for nobody can ask", { host: "elsewhere", pid: 2 ** 22 + 1, startedAt: null }, false],
  ]) {
    test(name, async () => {
      const id = randomUUID();
      leaveClaim(id, claim);
      await (isFree ? ledger().claim(id) : taken(() => ledger().claim(id)));
    });
  }

  test("of a killed process is taken by exactly one other process", { timeout: 60_000 }, async () => {
    const id = randomUUID();
    const first = await claimer(id);
    assert.equal(await first.claim(), "got it");
    await taken(() => ledger().claim(id));
    await first.kill();
    const rivals = await Promise.all(Array.from({ length: RIVALS }, () => claimer(id)));
    const answers = await Promise.all(rivals.map(({ claim }) => claim()));
    assert.deepEqual(answers.sort(), [...Array(RIVALS - 1).fill("checkpoint-already-resumed"), "got it"]);
    await Promise.all(rivals.map(({ kill }) => kill()));
  });

  test("of a thread is held while its process lives, for other threads, other copies of the module, and other processes", { timeout: 60_000 }, async () => {
    const copies = [ledger(), createRequire(import.meta.url)("backscroll/store/file").fileStore(folder).ledger];
    for (const holder of [...copies, null]) {
      const id = randomUUID();
      const thread = await threadOn(id);
      if (holder === null) assert.equal(await thread.claim(), "got it");
      else {
        await holder.claim(id);
        assert.equal(await thread.claim(), "checkpoint-already-resumed");
      }
      const other = await threadOn(id);
      assert.equal(await other.claim(), "checkpoint-already-resumed");
      for (const copy of copies) await taken(() => copy.claim(id));
      const process_ = await claimer(id);
      assert.equal(await process_.claim(), "checkpoint-already-resumed");
      // The effect of a thread that was terminated is not known: its claim ends with the process.
      await Promise.all([thread.worker.terminate(), other.worker.terminate(), process_.kill()]);
      await taken(() => ledger().claim(id));
    }
  });

  test("two threads that resume one checkpoint run its tool once", { timeout: 60_000 }, async () => {
    const conversation = new ConversationManager();
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "pay", arguments: "{}" }] });
    const checkpoint = JSON.stringify(conversation.suspend());
    const threads = Array.from({ length: 4 }, () => new Worker(RESUMER, { workerData: { folder, checkpoint } }));
    const answers = await Promise.all(threads.map(async (worker) => (await once(worker, "message"))[0]));
    assert.deepEqual(answers.map(({ runs }) => runs).reduce((sum, runs) => sum + runs, 0), 1);
    assert.deepEqual(answers.map(({ outcome }) => outcome).sort(), [...Array(3).fill("checkpoint-already-resumed"), "resumed"]);
    await Promise.all(threads.map((worker) => worker.terminate()));
  });

  test("is taken once within one process", async () => {
    const id = randomUUID();
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => ledger().claim(id)));
    assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
    assert.ok(answers.every(({ reason }) => reason === undefined || reason.code === "checkpoint-already-resumed"));
    assert.deepEqual(readdirSync(join(folder, "checkpoints", id)), ["claim-1"], "and no draft is left");
  });
});

describe("results", () => {
  test("are returned in order, with any content", async () => {
    const id = randomUUID();
    const results = [{ toolCallId: "a\n", content: "line\nline\u2028" }, { toolCallId: "a\n", content: [{ type: "text", text: "🙂" }], isError: true }];
    assert.deepEqual(await ledger().recorded(id), []);
    const own = ledger();
    await own.claim(id);
    for (const result of results) await own.record(id, result);
    assert.deepEqual(await ledger().recorded(id), results);
  });

  test("are recorded only under the claim that is the newest", async () => {
    const [id, one, other] = [randomUUID(), ledger(), ledger()];
    const [result, late] = ["1", "2"].map((content) => ({ toolCallId: "a", content }));
    await refusal(() => one.record(id, late), "checkpoint-already-resumed");
    await one.claim(id);
    await refusal(() => other.record(id, late), "checkpoint-already-resumed");
    await one.record(id, result);
    await one.release(id);
    await other.claim(id);
    await refusal(() => one.record(id, late), "checkpoint-already-resumed");
    // The file of another claim, as a process would make it that believes this one dead.
    writeFileSync(join(folder, "checkpoints", id, "claim-3"), "{}");
    await refusal(() => other.record(id, late), "checkpoint-already-resumed");
    assert.deepEqual(await one.recorded(id), [result]);
  });

  test("are read around a line that a crash cut short", async () => {
    const [id, one] = [randomUUID(), ledger()];
    await one.claim(id);
    await one.record(id, { toolCallId: "a", content: "1" });
    appendFileSync(join(folder, "checkpoints", id, "results.jsonl"), '\n{"toolCallId":"b","cont');
    await one.record(id, { toolCallId: "c", content: "3" });
    assert.deepEqual((await one.recorded(id)).map(({ toolCallId }) => toolCallId), ["a", "c"]);
  });
});

test("no id leaves the folder, and an empty one is refused", async () => {
  for (const id of ["..", "../other", "a/b", "a".repeat(200), "A", "\0"]) {
    const before = readdirSync(join(folder, "checkpoints")).length;
    await ledger().claim(id);
    assert.equal(readdirSync(join(folder, "checkpoints")).length, before + 1, id);
  }
  assert.deepEqual(readdirSync(folder), ["checkpoints"]);
  await refusal(() => ledger().claim(""), "invalid-argument");
});

test("a double click runs a tool once", async () => {
  const conversation = new ConversationManager();
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "pay", arguments: "{}" }] });
  const checkpoint = conversation.suspend();
  let paid = 0;
  const click = () => resume(checkpoint, { decisions: true, tools: { pay: () => (paid += 1) }, ledger: ledger() });
  const answers = await Promise.allSettled([click(), click(), click()]);
  assert.deepEqual([paid, answers.filter(({ status }) => status === "fulfilled").length], [1, 1]);
  await taken(click);
});
