// An unsealed checkpoint may have been edited on its way. A conversation that knows the suspension is never overruled by it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";
import { asking, call, recordingTools, results } from "../../support/suspend/checkpoints.mjs";
import { refusal, state } from "../../support/basics.mjs";

const LIST = call("c1", { name: "list", arguments: {} });
const REMOVE = call("c2", { name: "remove" });
const REQUEST = { threadId: "t", agentClass: "Agent", originalInput: { order: 7 } };

/** Makes a conversation with an older asynchronous call, whose newest message lists and removes; only the removal waits. */
function suspended() {
  const conversation = asking([LIST, REMOVE]);
  const checkpoint = conversation.suspend({ ...REQUEST, needsApproval: ({ name }) => name === "remove" });
  return { conversation, json: checkpoint.toJSON() };
}

/** Shows other calls as those that wait, everywhere where a checkpoint shows them. */
function show(json, calls) {
  json.pending = calls;
  [json.pendingToolCallId, json.pendingToolName, json.pendingToolArgs] = [calls[0].id, calls[0].name, calls[0].arguments];
}

const inMessages = (json, id) => json.messages.at(-1).toolCalls.find((one) => one.id === id);

/** Edits of each field; what `fromJSON` refuses needs no row here. */
const EDITS = {
  "the call that needs no approval waits instead": (json) => show(json, [inMessages(json, "c1")]),
  "it waits, too": (json) => show(json, json.messages.at(-1).toolCalls),
  "another id of the checkpoint": (json) => { json.checkpointId = "another"; },
  "a space behind the id": (json) => { json.checkpointId += " "; },
  "another thread": (json) => { json.threadId = "another"; },
  "no thread": (json) => { json.threadId = null; },
  "another agent": (json) => { json.agentClass = "Other"; },
  "another input": (json) => { json.originalInput = { order: 8 }; },
  "no input": (json) => { delete json.originalInput; },
  "a later time": (json) => { json.requestedAt = new Date(Date.parse(json.requestedAt) + 60_000).toISOString(); },
  "another id of the message": (json) => { json.messages.at(-1).id = "another"; },
  "other arguments, wherever they are shown": (json) => {
    inMessages(json, "c2").arguments = { path: "/etc" };
    show(json, [inMessages(json, "c2")]);
  },
  "another tool, wherever it is shown": (json) => {
    inMessages(json, "c2").name = "list";
    show(json, [inMessages(json, "c2")]);
  },
  "another id of the call, wherever it is shown": (json) => {
    inMessages(json, "c2").id = "c3";
    show(json, [inMessages(json, "c3")]);
  },
};

/** Edits that the conversation overrules: the calls run as it has them. */
const OVERRULED = {
  "other arguments of a call that does not wait": (json) => { inMessages(json, "c1").arguments = { path: "/etc" }; },
  "another tool of a call that does not wait": (json) => { inMessages(json, "c1").name = "remove"; },
  "a call that does not wait is gone": (json) => { json.messages.at(-1).toolCalls.shift(); },
  "a result of a call that does not wait": (json) => { json.messages.push({ role: "tool", toolCallId: "c1", content: "made up" }); },
  "other words of the user": (json) => { json.messages[0].content = "Leave all as it is."; },
};

const edited = (json, edit) => {
  const copy = structuredClone(json);
  edit(copy);
  return Checkpoint.fromJSON(copy);
};

/** The conversations that know the suspension. */
const KNOWING = {
  "the one that was suspended": ({ conversation }) => conversation,
  "one of its snapshot": ({ conversation }) => ConversationManager.fromJSON(JSON.stringify(conversation)),
  "a fork": ({ conversation }) => conversation.fork(),
};

describe("the conversation's own suspension decides", () => {
  for (const [where, knowing] of Object.entries(KNOWING)) {
    for (const [name, edit] of Object.entries(EDITS)) {
      test(`${name}: refused, and nothing runs, in ${where}`, async () => {
        for (const decisions of [true, false]) {
          const made = suspended();
          const conversation = knowing(made);
          const ledger = new MemoryLedger();
          const before = state(conversation);
          const { runs, tools } = recordingTools("list", "remove");
          const checkpoint = edited(made.json, edit);
          await refusal(() => resume(checkpoint, { decisions, tools, ledger, conversation }), "invalid-checkpoint");
          assert.deepEqual([runs, state(conversation), ledger.consumed(checkpoint.checkpointId)], [[], before, false]);
          await resume(edited(made.json, () => undefined), { decisions, tools, ledger, conversation });
          assert.deepEqual(runs.map(({ name: tool }) => tool), decisions ? ["list", "remove"] : ["list"]);
        }
      });
    }

    for (const [name, edit] of Object.entries(OVERRULED)) {
      test(`${name}: the calls run as the conversation has them, in ${where}`, async () => {
        for (const decisions of [true, false, { c1: true, c2: false }]) {
          const made = suspended();
          const { runs, tools } = recordingTools("list", "remove");
          const conversation = await resume(edited(made.json, edit), { decisions, tools, ledger: new MemoryLedger(), conversation: knowing(made) });
          const expected = [{ name: "list", args: {} }, { name: "remove", args: { path: "/c2" } }];
          assert.deepEqual(runs, decisions === true ? expected : expected.slice(0, 1));
          assert.equal(results(conversation).length, 2);
        }
      });
    }
  }

  test("a checkpoint that was resumed does not run again under another id, with the snapshot of before", async () => {
    const { conversation, json } = suspended();
    const snapshot = conversation.toJSON();
    const ledger = new MemoryLedger();
    const { runs, tools } = recordingTools("list", "remove");
    await resume(Checkpoint.fromJSON(json), { decisions: true, tools, ledger, conversation });
    for (const id of [`${json.checkpointId} `, "another"]) {
      const checkpoint = edited(json, (copy) => { copy.checkpointId = id; });
      await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, conversation: ConversationManager.fromJSON(snapshot) }), "invalid-checkpoint");
      // Nor does it spend another checkpoint of the ledger.
      await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, conversation }), "invalid-checkpoint");
      assert.equal(ledger.consumed(id), false);
    }
    assert.equal(runs.length, 2);
  });

  test("a call that was denied never runs, whatever an edited checkpoint says", async () => {
    const { conversation, json } = suspended();
    const ledger = new MemoryLedger();
    const snapshot = conversation.toJSON();
    const { runs, tools } = recordingTools("list", "remove");
    const failing = () => Promise.reject(new Error("disk full"));
    await refusal(() => resume(Checkpoint.fromJSON(json), { decisions: false, tools, ledger, save: failing }), "save-failed");
    const checkpoint = edited(json, EDITS["the call that needs no approval waits instead"]);
    await refusal(() => resume(checkpoint, { decisions: false, tools, ledger, conversation: ConversationManager.fromJSON(snapshot) }), "invalid-checkpoint");
    assert.deepEqual(runs.map(({ name }) => name), ["list"]);
  });
});

test("where the conversation holds no suspension, the checkpoint is all there is, and the ledger guards", async () => {
  const { conversation, json } = suspended();
  const plain = () => ConversationManager.from("backscroll", conversation.messages);
  const ledger = new MemoryLedger();
  const { runs, tools } = recordingTools("list", "remove");
  const checkpoint = Checkpoint.fromJSON(json);
  await resume(checkpoint, { decisions: true, tools, ledger, conversation: plain() });
  await refusal(() => resume(checkpoint, { decisions: true, tools, ledger, conversation: plain() }), "checkpoint-already-resumed");
  assert.equal(runs.length, 2);
});

test("calls that get their results while the ledger is asked do not run again", async () => {
  const { conversation, json } = suspended();
  class Slow extends MemoryLedger {
    async consumed(id) {
      await this.answered;
      return super.consumed(id);
    }
  }
  const slow = new Slow();
  let go;
  slow.answered = new Promise((resolve) => { go = resolve; });
  const { runs, tools } = recordingTools("list", "remove");
  const late = resume(Checkpoint.fromJSON(json), { decisions: true, tools, ledger: slow, conversation });
  await resume(Checkpoint.fromJSON(json), { decisions: true, tools, ledger: new MemoryLedger(), conversation });
  go();
  await refusal(() => late, "checkpoint-already-resumed");
  assert.equal(runs.length, 2);
});
