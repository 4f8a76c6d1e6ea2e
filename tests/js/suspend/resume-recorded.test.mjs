// A resume that uses the results that an earlier attempt recorded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager, MemoryLedger, resume } from "backscroll";
import { refusal } from "../../support/basics.mjs";

/** Makes a checkpoint on one call. The first attempt runs the tool with these decisions and then fails to save. */
async function recordedOnce({ decisions, given = '{"path":"/a"}', tool = ({ path }) => `deleted ${path}` }) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Tidy up.");
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "delete", arguments: given }] });
  const checkpoint = conversation.suspend();
  const ledger = new MemoryLedger();
  let runs = 0;
  const attempt = (more) => resume(checkpoint, { tools: { delete: (args) => ((runs += 1), tool(args)) }, ledger, ...more });
  const save = () => {
    throw new Error("the disk is full");
  };
  await refusal(() => attempt({ decisions, save }), "save-failed");
  return { ledger, checkpoint, again: attempt, runs: () => runs };
}

const callAndResult = ({ messages }) => [messages[1].toolCalls[0].arguments, messages[2].content];

for (const [name, given, second] of [
  ["approved as it was", '{"path":"/a"}', true],
  ["approved with other arguments", '{"path":"/a"}', { c: { approved: true, args: { path: "/z" } } }],
  ["denied", '{"path":"/a"}', false],
  ["approved, of a model that gave an object", { path: "/a" }, true],
]) {
  test(`the history shows the edited arguments with which a tool ran, though the second attempt is ${name}`, async () => {
    const { again, runs } = await recordedOnce({ decisions: { c: { approved: true, args: { path: "/b" } } }, given });
    const conversation = await again({ decisions: second });
    const shown = typeof given === "string" ? '{"path":"/b"}' : { path: "/b" };
    assert.deepEqual([runs(), ...callAndResult(conversation)], [1, shown, "deleted /b"]);
  });
}

test("arguments that are edited only in the second attempt are not shown: the tool ran with the model's", async () => {
  const { again, runs } = await recordedOnce({ decisions: true });
  const conversation = await again({ decisions: { c: { approved: true, args: { path: "/b" } } } });
  assert.deepEqual([runs(), ...callAndResult(conversation)], [1, '{"path":"/a"}', "deleted /a"]);
});

test("a ledger returns recorded results with their edited arguments", async () => {
  const { ledger, checkpoint } = await recordedOnce({ decisions: { c: { approved: true, args: { path: "/b" } } } });
  assert.deepEqual(ledger.recorded(checkpoint.checkpointId), [{ toolCallId: "c", content: "deleted /b", args: { path: "/b" } }]);
  const plain = await recordedOnce({ decisions: true });
  assert.deepEqual(plain.ledger.recorded(plain.checkpoint.checkpointId), [{ toolCallId: "c", content: "deleted /a" }]);
});

test("a ledger may return null for missing values", async () => {
  const { ledger, checkpoint, again, runs } = await recordedOnce({ decisions: true });
  const { checkpointId } = checkpoint;
  const table = { ...Object.fromEntries(["consumed", "claim", "commit", "release"].map((name) => [name, (id) => ledger[name](id)])), recorded: () => ledger.recorded(checkpointId).map((result) => ({ ...result, isError: null, args: null })) };
  const conversation = await again({ decisions: true, ledger: table });
  assert.deepEqual([runs(), ...callAndResult(conversation)], [1, '{"path":"/a"}', "deleted /a"]);
});
