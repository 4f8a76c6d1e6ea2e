// Checkpoints that expire, and checkpoints of another thread.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";
import { asking, call, checkpointOn, recordingTools, reread, results } from "../../support/suspend/checkpoints.mjs";
import { refusal, state } from "../../support/basics.mjs";

const HOUR = 3_600_000;

/** Runs `work` at a time that is so much later. */
async function later(milliseconds, work) {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

describe("a checkpoint that expires", () => {
  test("has a time in its JSON, and one that does not has none", () => {
    const { requestedAt, expiresAt } = checkpointOn([call()], { expiresIn: HOUR });
    assert.equal(Date.parse(expiresAt) - Date.parse(requestedAt), HOUR);
    assert.equal(reread(checkpointOn([call()], { expiresIn: HOUR })).expiresAt.length, expiresAt.length);
    assert.equal(checkpointOn().expiresAt, null);
    assert.ok(!("expiresAt" in checkpointOn().toJSON()));
    assert.equal(new Date(checkpointOn([call()], { expiresIn: Number.MAX_SAFE_INTEGER }).expiresAt).getTime(), 8.64e15);
  });

  for (const expiresIn of [0, -1, 1.5, NaN, Infinity, "1", null]) {
    test(`does not expire in ${JSON.stringify(expiresIn)}`, () => {
      const conversation = asking();
      const before = state(conversation);
      refusal(() => conversation.suspend({ expiresIn }), "invalid-argument");
      assert.equal(state(conversation), before);
    });
  }

  for (const [name, decisions, after, isRefused] of [
    ["is approved in time", true, HOUR - 60_000, false],
    ["is approved too late", true, HOUR + 60_000, true],
    ["is approved call by call, too late", { c1: true, c2: false }, HOUR + 60_000, true],
    ["is approved with other arguments, too late", { c1: false, c2: { approved: true, args: { path: "/x" } } }, HOUR + 60_000, true],
    ["is denied in time", false, HOUR - 60_000, false],
    ["is denied too late", false, HOUR + 60_000, false],
  ]) {
    for (const kept of ["the conversation", "its snapshot", "the checkpoint alone"]) {
      test(`${name}, with ${kept}`, async () => {
        const own = asking([call("c1"), call("c2")]);
        const checkpoint = reread(own.suspend({ expiresIn: HOUR }));
        const conversation = kept === "the conversation" ? own : kept === "its snapshot" ? ConversationManager.fromJSON(JSON.stringify(own)) : undefined;
        const { runs, tools } = recordingTools("rm");
        const ledger = new MemoryLedger();
        const before = conversation && state(conversation);
        const run = () => later(after, () => resume(checkpoint, { decisions, tools, ledger, ...(conversation && { conversation }) }));
        if (!isRefused) {
          assert.equal(results(await run()).length, 2);
          assert.equal(runs.length, decisions === false ? 0 : 2);
          return;
        }
        const { details } = await refusal(run, "checkpoint-expired");
        assert.deepEqual(details, { checkpointId: checkpoint.checkpointId, expiresAt: checkpoint.expiresAt });
        assert.deepEqual([runs, conversation && state(conversation), ledger.consumed(checkpoint.checkpointId)], [[], before, false]);
        // It is not used up: it can still be denied.
        assert.equal(results(await later(after, () => resume(checkpoint, { decisions: false, tools, ledger, ...(conversation && { conversation }) }))).length, 2);
        assert.deepEqual(runs, []);
      });
    }
  }

  test("runs calls that need no approval, when the others are denied", async () => {
    const { runs, tools } = recordingTools("rm");
    const checkpoint = asking([call("c1"), call("c2")]).suspend({ expiresIn: HOUR, needsApproval: ({ id }) => id === "c1" });
    await later(2 * HOUR, () => resume(checkpoint, { decisions: false, tools }));
    assert.equal(runs.length, 1);
  });

  test("cannot be given another time, where its conversation knows it", async () => {
    const conversation = asking();
    const checkpoint = conversation.suspend({ expiresIn: HOUR });
    for (const expiresAt of [undefined, new Date(Date.now() + 2 * HOUR).toISOString()]) {
      const edited = Checkpoint.fromJSON({ ...checkpoint.toJSON(), expiresAt });
      assert.match((await refusal(() => resume(edited, { decisions: true, tools: {}, conversation }), "invalid-checkpoint")).message, /`expiresAt`/);
    }
  });

  for (const expiresAt of ["soon", 5, ""]) {
    test(`is not read with the time ${JSON.stringify(expiresAt)}`, () => {
      assert.match(refusal(() => Checkpoint.fromJSON({ ...checkpointOn().toJSON(), expiresAt }), "invalid-checkpoint").message, /`expiresAt`/);
    });
  }

  test("is checked in a snapshot", () => {
    const conversation = asking();
    conversation.suspend({ expiresIn: HOUR });
    const snapshot = JSON.parse(JSON.stringify(conversation));
    const text = JSON.stringify(snapshot).replace(/"expiresAt":"[^"]+"/g, '"expiresAt":"soon"');
    assert.match(refusal(() => ConversationManager.fromJSON(text), "invalid-snapshot").message, /expiresAt/);
    assert.equal(ConversationManager.fromJSON(JSON.stringify(snapshot).replace(/"expiresAt":"[^"]+",?/g, "")).checkpoints[0].expiresAt, null);
  });
});

describe("the thread of a checkpoint", () => {
  for (const [name, own, given, code] of [
    ["is the expected one", "t-42", "t-42", null],
    ["is not checked", "t-42", undefined, null],
    ["is another", "t-42", "t-43", "invalid-checkpoint"],
    ["is not named", undefined, "t-42", "invalid-checkpoint"],
    ["is compared with a text", "t-42", 42, "invalid-argument"],
  ]) {
    test(name, async () => {
      const { runs, tools } = recordingTools("rm");
      const checkpoint = checkpointOn([call()], { threadId: own });
      const run = () => resume(checkpoint, { decisions: true, tools, ...(given !== undefined && { threadId: given }) });
      if (code === null) assert.equal(results(await run()).length, 1);
      else await refusal(run, code);
      assert.equal(runs.length, code === null ? 1 : 0);
    });
  }
});
