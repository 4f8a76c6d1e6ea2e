// Calls beside signed thinking: after the resume, the provider that signed the thinking still accepts the requests.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { readConversation } from "../../../pkg-template/src/strict-provider/anthropic/conversation.js";
import { sign } from "../../../pkg-template/src/strict-provider/anthropic/signature.js";
import { reread, resumed, results } from "../../support/suspend/checkpoints.mjs";

describe("thinking", () => {
  const answer = (content) => ({ id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use", usage: { input_tokens: 5, output_tokens: 5 } });
  const thought = (body) => ({ type: "thinking", thinking: "Hm.", signature: sign("Hm.", readConversation({ messages: body.messages, system: body.system ?? [] })) });
  const use = (id) => ({ type: "tool_use", id, name: "rm", input: { path: `/${id}` } });
  const params = { model: "m", max_tokens: 2_000, thinking: { type: "enabled", budget_tokens: 1_024 } };

  function thinkingFirst(blocks) {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Tidy up.");
    const { body } = conversation.toRequest("anthropic", params);
    conversation.addResponse("anthropic", answer(blocks(thought(body))));
    return conversation;
  }

  for (const [name, args] of [["as the model gave them", undefined], ["edited", { path: "/tmp" }]]) {
    test(`arguments ${name}: the thinking is sent back completely, and so is that of the next answer`, async () => {
      const conversation = thinkingFirst((thinking) => [thinking, { type: "text", text: "I shall." }, use("c1"), use("c2")]);
      await resumed(reread(conversation.suspend()), { conversation, decisions: { c1: { approved: true, ...(args && { args }) }, c2: false } });
      const { body } = conversation.toRequest("anthropic", params);
      assert.equal(objection("anthropic", body), null);
      assert.equal(body.messages[1].content[0].type, "thinking");
      conversation.addResponse("anthropic", { ...answer([thought(body), { type: "text", text: "Done." }]), id: "msg_2" });
      conversation.addMessage("user", "Thanks.");
      const next = conversation.toRequest("anthropic", params).body;
      assert.equal(objection("anthropic", next), null);
      assert.deepEqual(next.messages[3].content[0].type, "thinking");
    });
  }

  test("thinking behind an edited call is dropped, and the request is valid", async () => {
    const conversation = thinkingFirst((thinking) => [thinking, use("c1"), { ...thinking }, use("c2")]);
    const types = ({ body }) => body.messages[1].content.map(({ type }) => type);
    const own = ConversationManager.from("backscroll", conversation.messages);
    await resumed(conversation.suspend(), { conversation, decisions: { c1: { approved: true, args: { path: "/tmp" } }, c2: true } });
    const edited = conversation.toRequest("anthropic", params);
    assert.equal(objection("anthropic", edited.body), null);
    assert.ok(!types(edited).slice(1).includes("thinking"), types(edited));
    assert.notDeepEqual(edited.repairs, []);
    await resumed(own.suspend(), { conversation: own });
    assert.deepEqual(types(own.toRequest("anthropic", params)), ["thinking", "tool_use", "thinking", "tool_use"]);
  });

  test("thinking that was signed while calls waited is dropped once they have results", async () => {
    const conversation = thinkingFirst((thinking) => [thinking, use("c1")]);
    const checkpoint = conversation.suspend();
    conversation.addMessage("user", "What now?");
    const { body } = conversation.toRequest("anthropic", params, { openCalls: "close" });
    conversation.addResponse("anthropic", { ...answer([thought(body), { type: "text", text: "We wait." }]), id: "msg_2" });
    conversation.addMessage("user", "Well?");
    await resumed(checkpoint, { conversation });
    const after = conversation.toRequest("anthropic", params).body;
    assert.equal(objection("anthropic", after), null);
    assert.deepEqual(results(conversation), [["c1", "rm done"]]);
  });
});
