// Open checkpoints with a model that restarts the numbering of its calls in each answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";

const call = (name) => ({ toolCalls: [{ id: "call_0", name, arguments: "{}" }] });

/** Makes two answers whose calls have the same id. The older call waits for a decision. */
function twoAnswers() {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Tidy up.");
  conversation.addMessage("assistant", "First.", call("delete"));
  conversation.suspend({ threadId: "t" });
  conversation.addMessage("assistant", "Second.", call("list"));
  return conversation;
}

test("a result of a later call with the same id does not answer the checkpoint's call", async () => {
  const conversation = twoAnswers();
  const { checkpointId } = conversation.suspend();
  const [, second] = conversation.checkpoints;
  await resume(second, { decisions: true, tools: { list: () => "a, b" }, conversation, ledger: new MemoryLedger() });
  const [open, ...others] = conversation.checkpoints;
  assert.deepEqual([others.length, second.checkpointId], [0, checkpointId]);
  assert.deepEqual(open.messages.map(({ role }) => role), ["user", "assistant"]);
  const resumed = await resume(Checkpoint.fromJSON(JSON.stringify(open)), { decisions: true, tools: { delete: () => "gone" }, ledger: new MemoryLedger() });
  assert.deepEqual(resumed.messages.map(({ content }) => content), ["Tidy up.", "First.", "gone"]);
});

test("a late result of the checkpoint's own call is in the checkpoint", () => {
  const conversation = new ConversationManager();
  conversation.addMessage("assistant", "First.", { toolCalls: [...call("delete").toolCalls, { id: "call_1", name: "list", arguments: "{}" }] });
  conversation.suspend();
  conversation.addMessage("assistant", "Second.");
  conversation.addMessage({ role: "tool", toolCallId: "call_1", content: "a, b" });
  const [open] = conversation.checkpoints;
  assert.deepEqual(open.messages.map(({ content }) => content), ["First.", "a, b"]);
  assert.deepEqual(open.pending.map(({ id }) => id), ["call_0"]);
});

test("a late result of an earlier call with the same id does not answer the checkpoint's call", async () => {
  const conversation = twoAnswers();
  const [first] = conversation.checkpoints;
  await resume(first, { decisions: true, tools: { delete: () => "gone" }, conversation, ledger: new MemoryLedger() });
  const checkpoint = Checkpoint.fromJSON(JSON.stringify(conversation.suspend()));
  assert.deepEqual(checkpoint.messages.map(({ content }) => content), ["Tidy up.", "First.", "gone", "Second."]);
  assert.equal(checkpoint.pendingToolName, "list");
  const resumed = await resume(checkpoint, { decisions: true, tools: { list: () => "a, b" }, ledger: new MemoryLedger() });
  assert.deepEqual(resumed.messages.map(({ content }) => content), ["Tidy up.", "First.", "gone", "Second.", "a, b"]);
});
