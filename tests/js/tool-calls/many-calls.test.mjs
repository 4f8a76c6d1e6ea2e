// Messages with so many calls that the buffers for them grow the memory of the engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";

describe("a message keeps all of its calls", () => {
  for (const count of [1, 40, 20_000]) {
    for (const [name, text] of [["no text", null], ["text beyond ASCII", "é".repeat(100)]]) {
      test(`${count}, with ${name}`, () => {
        const conversation = new ConversationManager();
        const toolCalls = Array.from({ length: count }, (_, place) => ({ id: `c${place}`, name: "f", arguments: { place, text } }));
        const added = conversation.addMessage("assistant", text, { toolCalls });
        assert.deepEqual(conversation.messages, [added]);
        assert.deepEqual(added.toolCalls, toolCalls);
        conversation.dispose();
      });
    }
  }
});

test("messages with many and with few calls may alternate: large buffers are given back, and nothing of the next message is lost", () => {
  const conversation = new ConversationManager();
  const callsOf = (count, turn) => Array.from({ length: count }, (_, place) => ({ id: `t${turn}c${place}`, name: "f", arguments: { place } }));
  const added = [3, 9_000, 16_000, 2, 20_000, 1, 17_000, 16_384, 5].map((count, turn) => conversation.addMessage("assistant", `turn ${turn}`, { toolCalls: callsOf(count, turn) }));
  assert.deepEqual(conversation.messages, added);
  conversation.dispose();
});
