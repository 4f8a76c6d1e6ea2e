// Two writers who answer the same calls: the thread has one result for each call.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager, resume } from "backscroll";
import { memoryStore } from "backscroll/store";
import { refusal } from "../../support/basics.mjs";

const results = (conversation) => conversation.messages.filter(({ role }) => role === "tool").map(({ toolCallId, content }) => [toolCallId, content]);

/** Makes a thread whose calls wait, and opens it as several processes. */
async function waiting(count, calls) {
  const store = memoryStore();
  const conversation = new ConversationManager();
  const thread = await conversation.persist(store, "t", { autoSave: false });
  conversation.addMessage("assistant", null, { toolCalls: calls.map((id) => ({ id, name: "tool", arguments: "{}" })) });
  const checkpoint = JSON.stringify(conversation.suspend());
  await thread.save();
  const open = async () => {
    const other = new ConversationManager();
    return { conversation: other, thread: await other.persist(store, "t", { autoSave: false }) };
  };
  return { store, checkpoint: Checkpoint.fromJSON(checkpoint), open, processes: await Promise.all(Array.from({ length: count }, open)) };
}

describe("a second resume, because the first one failed after its save", () => {
  for (const [name, decisions, contents] of [
    ["whose calls were denied", false, [["c1", "Tool execution denied."], ["c2", "Tool execution denied."]]],
    ["whose tools ran", true, [["c1", "done"], ["c2", "done"]]],
  ]) {
    test(`${name}: adds no second result`, async () => {
      const { store, checkpoint, open, processes: [one, other] } = await waiting(2, ["c1", "c2"]);
      const options = { decisions, tools: { tool: () => "done" }, ledger: store.ledger };
      const failing = async () => {
        await one.thread.save();
        throw new Error("no answer");
      };
      await refusal(() => resume(checkpoint, { ...options, conversation: one.conversation, save: failing }), "save-failed");
      await resume(checkpoint, { ...options, conversation: other.conversation, save: () => other.thread.save() });
      assert.deepEqual(results(other.conversation), contents);
      const { conversation } = await open();
      assert.deepEqual(results(conversation), contents);
    });
  }
});

test("results of calls that others have not answered stay", async () => {
  const { processes: [one, other], open } = await waiting(2, ["c1", "c2"]);
  one.conversation.addMessage("tool", "mine", { toolCallId: "c1" });
  other.conversation.addMessage("tool", "theirs", { toolCallId: "c2" });
  await one.thread.save();
  await other.thread.save();
  assert.deepEqual(results((await open()).conversation).sort(), [["c1", "mine"], ["c2", "theirs"]]);
});

test("the id of a call that comes again with a new message has a result of its own", async () => {
  const { processes: [one, other], open } = await waiting(2, ["c1"]);
  for (const { conversation } of [one, other]) {
    conversation.addMessage("tool", "first", { toolCallId: "c1" });
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c2", name: "tool", arguments: "{}" }] });
    conversation.addMessage("tool", "second", { toolCallId: "c2" });
  }
  await one.thread.save();
  await other.thread.save();
  const found = results((await open()).conversation);
  assert.deepEqual(found.map(([id]) => id).sort(), ["c1", "c2", "c2"]);
});
