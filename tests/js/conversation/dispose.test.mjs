// `dispose`: afterwards every method throws `disposed`. Also the classes of errors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ContextWindowOverflowError, ConversationError, ConversationManager } from "backscroll";
import { chat, overflow, refusal } from "../../support/basics.mjs";

describe("after dispose", () => {
  const uses = [
    ["messages", (c) => c.messages],
    ["messageCount", (c) => c.messageCount],
    ["lastAssistantMessage", (c) => c.lastAssistantMessage],
    ["tokenLimit", (c) => c.tokenLimit],
    ["tokensSpent", (c) => c.tokensSpent],
    ["tokenRemaining", (c) => c.tokenRemaining],
    ["contextTokens", (c) => c.contextTokens],
    ["lastRepairs", (c) => c.lastRepairs],
    ["lastReduction", (c) => c.lastReduction],
    ["approachingLimit", (c) => c.approachingLimit()],
    ["addMessage", (c) => c.addMessage("user", "x")],
    ["addMessage of an object", (c) => c.addMessage({ role: "user", content: [] })],
    ["addResponse", (c) => c.addResponse("openai-chat", { choices: [] })],
    ["truncate", (c) => c.truncate({ keepRecent: 1 })],
    ["clear", (c) => c.clear()],
    ["toOpenAIMessages", (c) => c.toOpenAIMessages()],
    ["toAnthropicMessages", (c) => c.toAnthropicMessages()],
    ["toRequest", (c) => c.toRequest("openai-chat")],
    ["toRequestBytes", (c) => c.toRequestBytes("openai-chat")],
    ["toRequestView", (c) => c.toRequestView("openai-chat")],
    ["prepare", (c) => c.prepare("openai-chat")],
    ["recover", (c) => c.recover(overflow())],
  ];
  for (const [name, use] of uses) {
    test(`${name} throws \`disposed\``, async () => {
      const conversation = chat(new ConversationManager({ tokenLimit: 10 }), 1);
      conversation.dispose();
      await refusal(() => use(conversation), "disposed");
    });
  }

  test("dispose is idempotent, under both names", () => {
    const conversation = new ConversationManager();
    conversation.dispose();
    conversation.dispose();
    conversation[Symbol.dispose]();
    const other = new ConversationManager();
    other[Symbol.dispose]();
    refusal(() => other.messages, "disposed");
  });

  test("`using` calls a dispose that a subclass overrides", () => {
    let disposed = 0;
    class Noted extends ConversationManager {
      dispose() {
        disposed += 1;
        super.dispose();
      }
    }
    new Noted()[Symbol.dispose]();
    assert.equal(disposed, 1);
  });

  test("other conversations are not affected", () => {
    const [one, other] = [new ConversationManager(), new ConversationManager()];
    other.addMessage("user", "kept");
    one.dispose();
    assert.equal(other.messages[0].content, "kept");
  });
});

describe("errors", () => {
  test("carry code, details and cause", () => {
    const error = new ConversationError("some-code", "text", { cause: 5, details: { n: 1 } });
    assert.deepEqual([error.name, error.code, error.message, error.cause, error.details], ["ConversationError", "some-code", "text", 5, { n: 1 }]);
    assert.ok(error instanceof Error);
    const bare = new ConversationError("c", "t");
    assert.ok(!("details" in bare) && !("cause" in bare));
  });

  test("the overflow error has a name and a code of its own", () => {
    const error = new ContextWindowOverflowError();
    assert.ok(error instanceof ConversationError);
    assert.deepEqual([error.name, error.code], ["ContextWindowOverflowError", "context-overflow"]);
    assert.equal(new ContextWindowOverflowError("own words").message, "own words");
  });
});
