// A clock that is wrong makes no conversation unreadable.

import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";
import { memoryStore } from "backscroll/store";
import { overflow } from "../../support/basics.mjs";

const real = Date.now;
afterEach(() => { Date.now = real; });

const TIMES = [NaN, Infinity, -Infinity, -1, -1e300, 1e300, 2 ** 53, 8.64e15 + 1, 8.64e15, 1.5, 0, "later", undefined, null];

describe("everything that notes the time, by a clock that says", () => {
  for (const time of TIMES) {
    test(String(time), async () => {
      Date.now = () => time;
      const conversation = new ConversationManager({ systemPrompt: "s", tokenLimit: 10_000, cacheTtl: 300 });
      conversation.addMessage("user", "Hello");
      conversation.addMessage({ role: "user", content: [{ type: "text", text: "Parts" }] });
      conversation.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }] }, finish_reason: "tool_calls" }] });
      conversation.enqueue({ source: "user", content: "Later" });
      conversation.suspend();
      const [checkpoint] = conversation.checkpoints;
      await resume(Checkpoint.fromJSON(JSON.stringify(checkpoint)), { decisions: true, tools: { f: () => "done" }, ledger: new MemoryLedger(), conversation });
      conversation.enqueue({ source: "skill", name: "n", content: "Skill" });
      await conversation.prepare("openai-chat", { model: "m" });
      conversation.edit(conversation.messages.at(1).id, "Hello again");
      conversation.systemPrompt = "other";
      conversation.addMessage("assistant", "Yes.");
      conversation.addMessage("user", "And now?");
      await conversation.reduceNow({ reduce: ({ draft, messages }) => draft.summarize(messages.at(-2).id, "They spoke.") > 0 });
      await conversation.recover(overflow());
      const store = memoryStore();
      await (await conversation.persist(store, "t")).close();
      Date.now = real;
      const copy = ConversationManager.fromJSON(JSON.stringify(conversation));
      assert.deepEqual(copy.messages, conversation.messages);
      for (const { createdAt } of [...copy.messages, ...copy.transcript.map(({ message }) => message)]) {
        assert.ok(Number.isSafeInteger(createdAt) && createdAt >= 0, String(createdAt));
        new Date(createdAt).toISOString();
      }
      const loaded = new ConversationManager();
      await loaded.persist(store, "t");
      assert.deepEqual(loaded.messages, conversation.messages);
    });
  }
});
