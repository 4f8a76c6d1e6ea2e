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
