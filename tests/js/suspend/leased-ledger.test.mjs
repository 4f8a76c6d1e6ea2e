// A claim that is a lease, and that was lost: its holder stops. The lease is lost by a fake database, not by the time.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resume } from "backscroll";
import { redisStore } from "backscroll/store/redis";
import { postgresStore } from "backscroll/store/postgres";
import { asking, call, results } from "../../support/suspend/checkpoints.mjs";
import { refusal, state } from "../../support/basics.mjs";

/** Makes a client of Redis that knows the scripts of the ledger, and takes a claim away on command. */
function rival() {
  const fake = { owner: null, isResumed: false, results: [], fails: null };
  const sendCommand = async ([command, script, , , , , ...values]) => {
    if (fake.fails !== null) throw fake.fails;
    const [owner] = values;
    if (command === "EXISTS") return Number(fake.isResumed);
    if (command === "LRANGE") return [];
    if (script.includes('"NX"')) return fake.owner === null ? ((fake.owner = owner), "claimed") : "held";
    if (script.includes('"RPUSH"')) return fake.owner === owner ? (fake.results.push(JSON.parse(values[1])), 1) : 0;
    if (script.includes("PEXPIRE")) return fake.onRenewal?.(), Number(fake.owner === owner);
    if (script.includes('"SET", KEYS[1]')) return fake.owner === owner ? ((fake.isResumed = true), 1) : 0;
    return fake.owner === owner ? ((fake.owner = null), 1) : 0;
  };
  return { fake, ledger: redisStore({ sendCommand }).ledger };
}

const CALLS = ["first", "second", "third"].map((name) => call(name, { name }));

describe("the holder of a lost claim", () => {
  for (const [at, name] of CALLS.entries()) {
    test(`runs no tool after the ${name.name} one, adds nothing, and saves nothing`, async () => {
      for (const concurrency of [1, 2, Infinity]) {
        const { fake, ledger } = rival();
        const runs = [];
        const tools = Object.fromEntries(CALLS.map(({ name: tool }, place) => [tool, async () => {
          runs.push(tool);
          if (place === at) fake.owner = "another process";
          return "done";
        }]));
        const conversation = asking(CALLS);
        const checkpoint = conversation.suspend();
        const before = state(conversation);
        const saved = [];
        await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, conversation, concurrency, save: () => void saved.push(1) }), "checkpoint-already-resumed");
        // A result that came after the loss is not recorded: the other process runs the call.
        if (concurrency === 1) assert.deepEqual(fake.results.map(({ toolCallId }) => toolCallId), CALLS.slice(0, at).map((one) => one.id));
        if (concurrency === 1) assert.deepEqual(runs, CALLS.slice(0, at + 1).map((one) => one.name));
        assert.deepEqual([saved, state(conversation), fake.owner, fake.isResumed], [[], before, "another process", false]);
      }
    });
  }

  test("does not commit when the claim is lost during the save", async () => {
    const { fake, ledger } = rival();
    const checkpoint = asking().suspend();
    const save = () => { fake.owner = "another process"; };
    await refusal(() => resume(checkpoint, { decisions: true, tools: { rm: () => "done" }, ledger, save }), "checkpoint-already-resumed");
    assert.equal(fake.isResumed, false);
  });

  for (const [late, runs] of [[0, ["first"]], [1, ["first"]], [2, ["first"]], [Infinity, []]]) {
    test(`renews it again when the answer came late ${late} times, and runs no tool on an answer that the lease may not have outlived`, async (t) => {
      const { fake, ledger } = rival();
      // The clock of the process, which stands still but for the late answers.
      let [time, left] = [0, late];
      t.mock.method(performance, "now", () => time);
      fake.onRenewal = () => {
        if (left > 0) [time, left] = [time + 20_000, left - 1];
      };
      const ran = [];
      const attempt = resume(asking([CALLS[0]]).suspend(), { decisions: true, tools: { first: () => void ran.push("first") }, ledger });
      if (late === Infinity) await refusal(() => attempt, "checkpoint-already-resumed");
      else await attempt;
      assert.deepEqual(ran, runs);
    });
  }

  test("goes on while it holds the claim", async () => {
    const { fake, ledger } = rival();
    const conversation = await resume(asking(CALLS).suspend(), { decisions: true, tools: { first: () => 1, second: () => 2, third: () => 3 }, ledger });
    assert.deepEqual([results(conversation).length, fake.isResumed], [3, true]);
  });

  test("runs no tool when the database does not answer, and the next resume does", async () => {
    const { fake, ledger } = rival();
    const checkpoint = asking(CALLS).suspend();
    const runs = [];
    const tools = Object.fromEntries(CALLS.map(({ name }) => [name, () => {
      runs.push(name);
      fake.fails = new Error("no connection");
    }]));
    assert.equal((await refusal(() => resume(checkpoint, { decisions: true, tools, ledger }), "ledger-failed")).cause.message, "no connection");
    assert.deepEqual(runs, ["first"]);
  });
});

describe("a ledger of a store throws errors of this package alone", () => {
  for (const method of ["consumed", "claim", "commit", "record", "recorded"]) {
    test(`${method}: ledger-failed, with the error of the database as cause`, async () => {
      const { fake, ledger } = rival();
      if (method === "record") await ledger.claim("c");
      fake.fails = new Error("no connection");
      assert.equal((await refusal(() => ledger[method]("c", {}), "ledger-failed")).cause, fake.fails);
      await refusal(() => ledger[method](""), "invalid-argument");
    });
  }

  test("record without a claim: checkpoint-already-resumed", async () => {
    const { fake, ledger } = rival();
    await refusal(() => ledger.record("c", { toolCallId: "a", content: "1" }), "checkpoint-already-resumed");
    assert.deepEqual(fake.results, []);
  });

  test("so does `setup` of PostgreSQL: store-failed", async () => {
    const cause = Object.assign(new Error("connection to postgres://app:s3cret@db/chats failed"), { code: "28P01" });
    const error = await refusal(() => postgresStore({ query: () => Promise.reject(cause) }).setup(), "store-failed");
    assert.equal(error.cause, cause);
    assert.ok(!error.message.includes("s3cret"), error.message);
  });
});

