// The package loaded by `require`, as CommonJS programs use it.

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { ConversationError, ConversationManager, estimateTokens, sanitize } = require("backscroll");

test("a conversation is kept, reduced by a callback and written", async () => {
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 300, reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
  for (let turn = 1; turn <= 9; turn += 1) {
    conversation.addMessage("user", `Question ${turn}. ${"word ".repeat(30)}`);
    conversation.addMessage("assistant", `Answer ${turn}. ${"word ".repeat(30)}`);
  }
  conversation.addMessage("user", "And then?");
  const { body, reduction } = await conversation.prepare("openai-chat", { model: "gpt-5" });
  assert.deepEqual(body.messages.map(({ role }) => role), ["system", "user"]);
  assert.equal(reduction.removed.length, 18);
  const text = new TextDecoder().decode(conversation.toRequestBytes("openai-chat", { model: "gpt-5" }));
  assert.deepEqual(JSON.parse(text), body);
  conversation.dispose();
});

test("errors are of the class that is exported", () => {
  assert.throws(() => new ConversationManager().addMessage("bot", "x"), (error) => error instanceof ConversationError && error.code === "invalid-role");
});

test("the functions without a conversation work", () => {
  const { body, repairs } = sanitize("openai-chat", { model: "m", messages: [{ role: "user", content: "u" }, { role: "tool", tool_call_id: "c", content: "x" }] });
  assert.deepEqual(body.messages, [{ role: "user", content: "u" }]);
  assert.deepEqual(repairs.map(({ code, rule }) => [code, rule]), [["orphan-result-dropped", "OC1"]]);
  assert.ok(estimateTokens("How many tokens is this?") > 3);
});
