// A checkpoint is resumed once, whatever fails, and however often it is tried.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager, MemoryLedger, resume } from "backscroll";
import { asking, call, checkpointOn, gate, recordingTools, reread, resumed, results } from "../../support/suspend/checkpoints.mjs";
import { refusal, soon, state } from "../../support/basics.mjs";

/** A ledger like a database table: it is asynchronous, and survives the process. `crash` ends only the process. */
class Table {
  rows = new Map();
  records = new Map();
  log = [];
  async consumed(id) { this.log.push("consumed"); return this.rows.get(id) === "committed"; }
  async claim(id) {
    this.log.push("claim");
    if (this.rows.has(id)) throw new ConversationError("checkpoint-already-resumed", `The row ${id} is there.`);
    this.rows.set(id, "claimed");
  }
  async commit(id) { this.log.push("commit"); this.rows.set(id, "committed"); }
  async release(id) { this.log.push("release"); this.rows.delete(id); }
  async record(id, result) { this.log.push("record"); this.records.set(id, [...(this.records.get(id) ?? []), JSON.stringify(result)]); }
  async recorded(id) { this.log.push("recorded"); return (this.records.get(id) ?? []).map((text) => JSON.parse(text)); }
  /** Claims expire when their process is gone. */
  crash() { for (const [id, row] of this.rows) if (row === "claimed") this.rows.delete(id); }
}

const LEDGERS = { "in memory": () => new MemoryLedger(), "that answers later": () => new Table() };

for (const [name, make] of Object.entries(LEDGERS)) {
  describe(`a ledger ${name}`, () => {
    test("a resume into a conversation with the results saves it, commits the checkpoint and is refused", async () => {
      const ledger = make();
      const conversation = asking();
      const checkpoint = conversation.suspend();
      const { runs, tools } = recordingTools();
      const options = { decisions: true, tools, ledger, conversation };
      await refusal(() => resume(checkpoint, { ...options, save: () => { throw new Error("disk full"); } }), "save-failed");
      await refusal(() => resume(checkpoint, { ...options, save: () => { throw new Error("disk full"); } }), "save-failed");
      assert.equal(await ledger.consumed(checkpoint.checkpointId), false);
      const files = [];
      await refusal(() => resume(checkpoint, { ...options, save: (one) => void files.push(results(one)) }), "checkpoint-already-resumed");
      assert.deepEqual([runs.length, files, await ledger.consumed(checkpoint.checkpointId)], [1, [results(conversation)], true]);
      // A resume into another conversation is refused, too.
      await refusal(() => resume(checkpoint, { decisions: true, tools, ledger }), "checkpoint-already-resumed");
    });

    for (const decisions of [true, false]) {
      test(`a second resume is refused after ${decisions ? "an approval" : "a denial"}, for each way to say it`, async () => {
        const ledger = make();
        const { runs, tools } = recordingTools();
        const checkpoint = checkpointOn();
        const { checkpointId } = checkpoint;
        await resume(checkpoint, { decisions, tools, ledger });
        assert.equal(await ledger.consumed(checkpointId), true);
        for (const [again, other] of [[checkpoint, true], [reread(checkpoint), false]]) {
          const error = await refusal(() => resume(again, { decisions: other, tools, ledger }), "checkpoint-already-resumed");
          assert.ok(error.message.includes(checkpointId));
          assert.deepEqual(error.details, { checkpointId });
        }
        assert.equal(runs.length, decisions ? 1 : 0);
      });
    }

    test("two clicks at once run the tool once", async () => {
      const ledger = make();
      const checkpoint = checkpointOn();
      const { opened, open } = gate();
      let runs = 0;
      const tools = { rm: async () => { runs += 1; await opened; return "done"; } };
      const clicks = Array.from({ length: 5 }, () => resume(checkpoint, { decisions: true, tools, ledger }));
      setTimeout(open, 10);
      const outcomes = await soon(Promise.allSettled(clicks));
      assert.equal(runs, 1);
      assert.deepEqual(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      for (const { reason } of outcomes.filter(({ status }) => status === "rejected")) assert.equal(reason.code, "checkpoint-already-resumed");
    });

    test("two clicks on one conversation run the tool once", async () => {
      const ledger = make();
      const conversation = asking();
      const checkpoint = conversation.suspend();
      const { runs, tools } = recordingTools();
      const outcomes = await Promise.allSettled([1, 2].map(() => resume(checkpoint, { decisions: true, tools, ledger, conversation })));
      assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected"]);
      assert.deepEqual([runs.length, results(conversation)], [1, [["c1", "rm done"]]]);
    });

    test("a failed save leaves the checkpoint free, and the next resume runs no tool again", async () => {
      const ledger = make();
      const { runs, tools } = recordingTools();
      const checkpoint = checkpointOn([call("c1"), call("c2")]);
      const disk = new Error("disk full");
      const error = await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, save: () => { throw disk; } }), "save-failed");
      assert.equal(error.cause, disk);
      const saved = [];
      const conversation = await resume(checkpoint, { decisions: true, tools, ledger, save: async (one) => { saved.push(results(one)); } });
      assert.deepEqual([runs.length, saved], [2, [results(conversation)]]);
      assert.deepEqual(results(conversation), [["c1", "rm done"], ["c2", "rm done"]]);
    });

    test("the history shows the arguments with which an earlier resume ran the tool, whatever was decided since", async () => {
      const first = { c1: { approved: true, args: { path: "/first" } }, c2: true };
      const since = [{ c1: { approved: true, args: { path: "/second" } }, c2: true }, { c1: true, c2: false }, { c1: false, c2: { approved: true, args: { path: "/x" } } }, false];
      for (const decisions of since) {
        const ledger = make();
        const { runs, tools } = recordingTools();
        const checkpoint = checkpointOn([call("c1", { arguments: '{"path":"/"}' }), call("c2")]);
        await refusal(() => resume(checkpoint, { decisions: first, tools, ledger, save: () => Promise.reject(new Error()) }), "save-failed");
        const conversation = await resume(reread(checkpoint), { decisions, tools, ledger });
        assert.deepEqual(runs.map(({ args }) => args.path), ["/first", "/c2"]);
        assert.deepEqual(results(conversation), [["c1", "rm done"], ["c2", "rm done"]]);
        assert.deepEqual(conversation.messages[1].toolCalls.map(({ arguments: args }) => args), ['{"path":"/first"}', { path: "/c2" }]);
      }
    });

    test("after an abort between two tools the checkpoint is free, and the next resume continues with the second", async () => {
      const ledger = make();
      const conversation = asking([call("c1"), call("c2"), call("c3")]);
      const checkpoint = conversation.suspend();
      const before = state(conversation);
      const runs = [];
      const abort = new AbortController();
      const rm = ({ path }, _, { signal }) => {
        runs.push(path);
        assert.equal(signal?.aborted ?? false, false);
        if (path === "/c1") abort.abort(new Error("closed the tab"));
        return path;
      };
      const error = await refusal(() => resume(checkpoint, { decisions: true, tools: { rm }, ledger, conversation, signal: abort.signal }), "aborted");
      assert.equal(error.cause.message, "closed the tab");
      assert.deepEqual([runs, state(conversation), conversation.checkpoints.length], [["/c1"], before, 1]);
      await resume(checkpoint, { decisions: true, tools: { rm }, ledger, conversation });
      assert.deepEqual([runs, results(conversation)], [["/c1", "/c2", "/c3"], [["c1", "/c1"], ["c2", "/c2"], ["c3", "/c3"]]]);
    });

    test("a tool that was aborted has no result, and runs again", async () => {
      const ledger = make();
      const checkpoint = checkpointOn();
      const abort = new AbortController();
      const stopping = (_, __, { signal }) => new Promise((resolve, reject) => { signal.addEventListener("abort", () => reject(signal.reason)); abort.abort(); });
      await refusal(() => resume(checkpoint, { decisions: true, tools: { rm: stopping }, ledger, signal: abort.signal }), "aborted");
      assert.deepEqual(results(await resume(checkpoint, { decisions: true, tools: { rm: () => "done" }, ledger })), [["c1", "done"]]);
    });

    test("after an abort during the last tool its result counts", async () => {
      const abort = new AbortController();
      const after = await resume(checkpointOn(), { decisions: true, tools: { rm: () => { abort.abort(); return "done"; } }, ledger: make(), signal: abort.signal });
      assert.deepEqual(results(after), [["c1", "done"]]);
    });

    test("with an aborted signal nothing is claimed", async () => {
      const checkpoint = checkpointOn();
      const ledger = make();
      await refusal(() => resume(checkpoint, { decisions: true, tools: {}, ledger, signal: AbortSignal.abort() }), "aborted");
      await ledger.claim(checkpoint.checkpointId);
    });

    test("a conversation that is cleared, answered or disposed while a tool runs gets no results, and the checkpoint is free", async () => {
      const meanwhile = {
        clear: [(conversation) => conversation.clear(), "invalid-checkpoint"],
        dispose: [(conversation) => conversation.dispose(), "disposed"],
        answer: [(conversation) => conversation.addMessage({ role: "tool", toolCallId: "c2", content: "by hand" }), "checkpoint-already-resumed"],
      };
      for (const [act, code] of Object.values(meanwhile)) {
        const ledger = make();
        const conversation = asking([call("c1"), call("c2")]);
        const checkpoint = conversation.suspend();
        await refusal(() => resume(checkpoint, { decisions: true, tools: { rm: () => { if (conversation.isActed !== true) act(conversation); conversation.isActed = true; } }, ledger, conversation }), code);
        assert.equal(await ledger.consumed(checkpoint.checkpointId), false);
        if (code !== "disposed") assert.deepEqual(results(conversation).filter(([id]) => id === "c1"), []);
        await ledger.claim(checkpoint.checkpointId);
      }
    });
  });
}

describe("the default ledger is one for the process", () => {
  test("a second resume is refused wherever it comes from", async () => {
    const checkpoint = checkpointOn();
    const { runs, tools } = recordingTools();
    await resume(checkpoint, { decisions: true, tools });
    await refusal(() => resume(reread(checkpoint), { decisions: true, tools }), "checkpoint-already-resumed");
    assert.equal(runs.length, 1);
  });
});

describe("a crash", () => {
  test("between claim and commit leaves the checkpoint free, and finished tools do not run again", async () => {
    const ledger = new Table();
    const checkpoint = reread(checkpointOn([call("c1"), call("c2")]));
    const runs = [];
    const { opened, open } = gate();
    const dying = async ({ path }) => { runs.push(path); if (path === "/c2") { open(); await new Promise(() => undefined); } return path; };
    void resume(checkpoint, { decisions: true, tools: { rm: dying }, ledger });
    await soon(opened);
    await refusal(() => resume(checkpoint, { decisions: true, tools: { rm: dying }, ledger }), "checkpoint-already-resumed");
    ledger.crash();
    const conversation = await resume(checkpoint, { decisions: true, tools: { rm: ({ path }) => { runs.push(path); return path; } }, ledger });
    assert.deepEqual(runs, ["/c1", "/c2", "/c2"]);
    assert.deepEqual(results(conversation), [["c1", "/c1"], ["c2", "/c2"]]);
  });

  test("between save and commit leaves a saved conversation with the results, whose checkpoint is complete", async () => {
    const ledger = new Table();
    ledger.commit = () => new Promise(() => undefined);
    const own = asking();
    const checkpoint = own.suspend();
    const { opened, open } = gate();
    let file = "";
    const { runs, tools } = recordingTools();
    void resume(checkpoint, { decisions: true, tools, ledger, conversation: own, save: (conversation) => { file = JSON.stringify(conversation); open(); } });
    await soon(opened);
    ledger.crash();
    delete ledger.commit;
    const conversation = ConversationManager.fromJSON(file);
    assert.deepEqual([conversation.checkpoints, results(conversation)], [[], [["c1", "rm done"]]]);
    await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, conversation }), "checkpoint-already-resumed");
    // A resume without the conversation is refused, too: the ledger has the checkpoint now.
    await refusal(() => resume(checkpoint, { decisions: true, tools, ledger }), "checkpoint-already-resumed");
    assert.equal(runs.length, 1);
  });
});

describe("a ledger that fails", () => {
  const down = new Error("no connection");
  const fail = { throws: () => { throw down; }, rejects: () => Promise.reject(down) };
  for (const method of ["consumed", "claim", "recorded"]) {
    for (const [how, failing] of Object.entries(fail)) {
      test(`\`${method}\` ${how}: ledger-failed, and no tool has run`, async () => {
        const ledger = Object.assign(new Table(), { [method]: failing });
        const conversation = asking();
        const checkpoint = conversation.suspend();
        const before = state(conversation);
        const { runs, tools } = recordingTools();
        const error = await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, conversation }), "ledger-failed");
        assert.equal(error.cause, down);
        assert.deepEqual([runs, state(conversation), ledger.rows.size], [[], before, 0]);
      });
    }
  }

  test("`record` fails: the resume succeeds without it", async () => {
    for (const record of Object.values(fail)) {
      const ledger = Object.assign(new Table(), { record });
      assert.deepEqual(results(await resumed(checkpointOn(), { ledger })), [["c1", "rm done"]]);
      assert.deepEqual([...ledger.rows.values()], ["committed"]);
    }
  });

  test("`release` fails: the error is that of the resume", async () => {
    for (const release of Object.values(fail)) {
      const ledger = Object.assign(new Table(), { release });
      await refusal(() => resumed(checkpointOn(), { ledger, save: () => { throw new Error("x"); } }), "save-failed");
    }
  });

  test("`commit` fails: ledger-failed, the claim stays, and a given conversation has the results", async () => {
    for (const commit of Object.values(fail)) {
      const ledger = Object.assign(new Table(), { commit });
      const conversation = asking();
      const checkpoint = conversation.suspend();
      const error = await refusal(() => resumed(checkpoint, { ledger, conversation }), "ledger-failed");
      assert.equal(error.cause, down);
      assert.deepEqual([[...ledger.rows.values()], results(conversation)], [["claimed"], [["c1", "rm done"]]]);
    }
  });

  test("`record` and `recorded` are optional", async () => {
    const rows = new Set();
    const ledger = { consumed: () => false, claim: (id) => { rows.add(id); }, commit: () => undefined, release: (id) => { rows.delete(id); } };
    assert.deepEqual(results(await resumed(checkpointOn(), { ledger })), [["c1", "rm done"]]);
  });

  const kept = {
    "no list": "x", "null": null, "things that are no results": [null, 5, {}, { toolCallId: "c1" }, { toolCallId: 5, content: "x" }],
    "results of other calls": [{ toolCallId: "c9", content: "x" }], "arguments that are none": [{ toolCallId: "c1", content: "x", args: 5 }],
  };
  for (const [name, recorded] of Object.entries(kept)) {
    test(`with ${name} recorded, the tool runs`, async () => {
      const ledger = Object.assign(new Table(), { recorded: async () => recorded });
      assert.deepEqual(results(await resumed(checkpointOn(), { ledger })), [["c1", "rm done"]]);
    });
  }

  test("with a recorded result that no history accepts, an error result explains it, and the tool does not run again", async () => {
    const ledger = Object.assign(new Table(), { recorded: () => [{ toolCallId: "c1", content: [{ type: "video" }] }] });
    const { runs, tools } = recordingTools();
    const [[, content, isError]] = results(await resumed(checkpointOn(), { ledger, tools }));
    assert.match(content, /^The tool has run, but the result that the ledger kept cannot be used/);
    assert.deepEqual([isError, runs], [true, []]);
  });

  test("its methods are called as methods, each once, in order", async () => {
    const ledger = new Table();
    await resumed(checkpointOn([call("c1"), call("c2")]), { ledger, decisions: { c1: true, c2: false } });
    assert.deepEqual(ledger.log, ["consumed", "claim", "recorded", "record", "commit"]);
  });
});
