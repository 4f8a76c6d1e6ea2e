// Calls in Bedrock's responses: which ones the host runs, and how the next request holds them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { judged } from "../../support/judges.mjs";
import { recordedPairs } from "../../support/shared-data.mjs";

const toolConfig = { tools: [{ toolSpec: { name: "clock", inputSchema: { json: { type: "object" } } } }] };

/** Makes an answer that calls the clock. Claude's calls have a type, other models' calls have none. */
function answer(type) {
  const toolUse = { toolUseId: "tooluse_1", name: "clock", input: { zone: "UTC" }, ...(type !== undefined && { type }) };
  return { output: { message: { role: "assistant", content: [{ text: "One moment." }, { toolUse }] } }, stopReason: "tool_use" };
}

/** Makes a conversation with this answer. */
function asked(type) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Time?");
  conversation.addResponse("bedrock", answer(type));
  return conversation;
}

for (const [name, type] of [["of Claude", "tool_use"], ["without a type", undefined], ["whose type is null", null], ["of an unknown type", "custom_tool_use"]]) {
  describe(`a call ${name}`, () => {
    test("is the host's to run, and can wait for a decision", () => {
      const conversation = asked(type);
      assert.deepEqual(conversation.messages.at(-1).toolCalls.map(({ id, name }) => [id, name]), [["tooluse_1", "clock"]]);
      assert.deepEqual(conversation.suspend().pending.map(({ id }) => id), ["tooluse_1"]);
    });

    test("is in the next request with its result, in the common form of calls", () => {
      const conversation = asked(type);
      conversation.addMessage("tool", "12:00", { toolCallId: "tooluse_1" });
      const { body } = conversation.toRequest("bedrock", { toolConfig });
      assert.deepEqual(body.messages.slice(1), [
        { role: "assistant", content: [{ text: "One moment." }, { toolUse: { toolUseId: "tooluse_1", name: "clock", input: { zone: "UTC" } } }] },
        { role: "user", content: [{ toolResult: { toolUseId: "tooluse_1", content: [{ text: "12:00" }] } }] },
      ]);
      assert.equal(judged("bedrock", body), null);
    });

    test("is reported when it has no result", () => {
      const body = { messages: [{ role: "user", content: [{ text: "Time?" }] }, answer(type).output.message, { role: "user", content: [{ text: "Hurry." }] }], toolConfig };
      assert.deepEqual(validate("bedrock", body).map(({ rule }) => rule), ["BE3"]);
    });

    test("is unchanged in a body that has its result", () => {
      const result = { role: "user", content: [{ toolResult: { toolUseId: "tooluse_1", content: [{ text: "12:00" }] } }] };
      const body = { messages: [{ role: "user", content: [{ text: "Time?" }] }, answer(type).output.message, result], toolConfig };
      assert.deepEqual(sanitize("bedrock", body), { body, repairs: [] });
    });
  });
}

test("a call of a tool that the provider runs is not the host's", () => {
  assert.equal(asked("server_tool_use").messages.at(-1).toolCalls, undefined);
});

const { rows, absence } = recordedPairs("bedrock");

test("recorded answers: each of their calls gets its result in the next request", { skip: absence }, () => {
  let calls = 0;
  for (const { id, request, response } of rows) {
    const blocks = response.output?.message?.content ?? [];
    const own = blocks.filter(({ toolUse }) => toolUse !== undefined && toolUse.type !== "server_tool_use");
    if (own.length === 0) continue;
    const conversation = ConversationManager.from("bedrock", request);
    const { toolCalls } = conversation.addResponse("bedrock", response);
    assert.deepEqual(toolCalls?.map(({ id }) => id), own.map(({ toolUse }) => toolUse.toolUseId), id);
    for (const call of toolCalls) conversation.addMessage("tool", "done", { toolCallId: call.id });
    const { body } = conversation.toRequest("bedrock", { toolConfig: request.toolConfig ?? toolConfig });
    assert.equal(judged("bedrock", body), null, id);
    assert.ok(!JSON.stringify(body.messages).includes('"type":"tool_use"'), id);
    calls += own.length;
  }
  assert.ok(calls > 10, `${calls} calls`);
});
