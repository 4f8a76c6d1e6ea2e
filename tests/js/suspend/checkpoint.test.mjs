// Checkpoints: their fields, and that JSON keeps all of them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager } from "backscroll";
import { asking, call, checkpointOn, phronomy, reread, resumed } from "../../support/suspend/checkpoints.mjs";

const NINE = ["checkpointId", "agentClass", "requestedAt", "threadId", "originalInput", "messages", "pendingToolName", "pendingToolArgs", "pendingToolCallId"];

describe("fields", () => {
  test("the nine original fields in camelCase, a version, and all pending calls", () => {
    const conversation = asking([call("c1"), call("c2", { name: "mail", arguments: '{"to":"a"}' })]);
    const checkpoint = conversation.suspend({ threadId: "t-42", originalInput: { query: "Tidy up." }, agentClass: "Tidy::Agent" });
    const json = checkpoint.toJSON();
    assert.deepEqual(Object.keys(json), ["version", ...NINE, "pending"]);
    assert.match(json.checkpointId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.match(json.requestedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { version, agentClass, threadId, originalInput, messages, pendingToolName, pendingToolArgs, pendingToolCallId, pending } = json;
    assert.deepEqual([version, agentClass, threadId, originalInput], [1, "Tidy::Agent", "t-42", { query: "Tidy up." }]);
    assert.deepEqual([pendingToolName, pendingToolArgs, pendingToolCallId], ["rm", { path: "/c1" }, "c1"]);
    assert.deepEqual(pending.map(({ id }) => id), ["c1", "c2"]);
    assert.deepEqual(messages, conversation.messages);
    assert.equal(messages.at(-1).role, "assistant");
  });

  test("omitted fields are null", () => {
    const { agentClass, threadId, originalInput } = checkpointOn();
    assert.deepEqual([agentClass, threadId, originalInput], [null, null, null]);
  });

  test("each checkpoint has an id of its own", () => {
    const ids = Array.from({ length: 200 }, () => checkpointOn().checkpointId);
    assert.equal(new Set(ids).size, 200);
  });

  for (const [text, args] of [["", {}], [" ", {}], ['{"a":1}', { a: 1 }], ["[1]", {}], ["{broken", {}], ["null", {}]]) {
    test(`the arguments of a call that the model wrote as ${JSON.stringify(text)} are ${JSON.stringify(args)}`, () => {
      assert.deepEqual(checkpointOn([call("c1", { arguments: text })]).pendingToolArgs, args);
    });
  }
});

describe("immutability", () => {
  test("a checkpoint is deeply frozen", () => {
    const checkpoint = reread(checkpointOn([call("c1", { arguments: { deep: [{ er: 1 }] } })], { originalInput: { a: [{}] } }));
    const all = (value) => (typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(all)] : []);
    const open = all(checkpoint).filter((value) => !Object.isFrozen(value));
    assert.deepEqual(open, []);
    assert.ok(all(checkpoint).length > 12);
    assert.throws(() => { checkpoint.messages[0].content = "x"; }, TypeError);
    assert.throws(() => { checkpoint.threadId = "x"; }, TypeError);
  });

  test("`toJSON` returns a copy that may be changed", () => {
    const checkpoint = checkpointOn();
    const json = checkpoint.toJSON();
    json.messages[0].content = "x";
    json.pending[0].arguments.path = "/etc";
    assert.equal(checkpoint.messages[0].content, "Tidy up.");
    assert.deepEqual(checkpoint.pending[0].arguments, { path: "/c1" });
  });

  test("later changes of the source do not affect the checkpoint", () => {
    const originalInput = { list: [1] };
    const conversation = asking();
    const checkpoint = conversation.suspend({ originalInput });
    const json = checkpoint.toJSON();
    const again = Checkpoint.fromJSON(json);
    originalInput.list.push(2);
    json.messages.length = 0;
    json.pending[0].arguments.path = "/etc";
    conversation.addMessage("user", "later");
    for (const kept of [checkpoint, again]) {
      assert.deepEqual(kept.originalInput, { list: [1] });
      assert.equal(kept.messages.length, 2);
      assert.deepEqual(kept.pending[0].arguments, { path: "/c1" });
    }
  });
});

const INPUTS = ["text", "", 0, false, null, [], [[{}]], { a: { b: null } }, "\u{1f600} \u0000 \ufeff", { "": 1, "__proto__x": 2 }];

describe("through JSON and back", () => {
  for (const originalInput of INPUTS) {
    test(`the original input ${JSON.stringify(originalInput)} is kept`, () => {
      const checkpoint = checkpointOn([call()], { originalInput, threadId: "t" });
      assert.deepEqual(reread(checkpoint), checkpoint);
      assert.equal(JSON.stringify(reread(checkpoint)), JSON.stringify(checkpoint));
      assert.deepEqual(Checkpoint.fromJSON(checkpoint), checkpoint);
      assert.deepEqual(Checkpoint.fromJSON(structuredClone(checkpoint.toJSON())), checkpoint);
    });
  }

  test("milliseconds are kept", () => {
    const json = { ...checkpointOn().toJSON(), requestedAt: "2026-03-14T15:09:26.535Z" };
    assert.equal(reread(Checkpoint.fromJSON(json)).requestedAt, "2026-03-14T15:09:26.535Z");
  });

  test("the text of arguments is kept byte for byte", () => {
    const text = '{ "b":1.0,\n "a":"\\u00e9", "a":2e0 }';
    assert.equal(reread(checkpointOn([call("c1", { arguments: text })])).pending[0].arguments, text);
  });

  test("media, reasoning, usage, names, pins and vendors' fields are kept", () => {
    const conversation = new ConversationManager({ systemPrompt: "s" });
    conversation.addMessage({ role: "user", content: [{ type: "image", mediaType: "image/png", data: "aGk=" }], name: "Ann", pinned: true });
    const content = [{ type: "reasoning", text: "Hm.", signature: "c2ln", origin: { format: "anthropic" } }, { type: "text", text: "Yes." }];
    conversation.addMessage({ role: "assistant", content, toolCalls: [call()], tokens: { input: 9, output: 3 }, extras: { refusal: null } });
    const checkpoint = conversation.suspend();
    assert.deepEqual(reread(checkpoint).messages, conversation.messages);
  });

  test("deeper limits of the conversation are kept", () => {
    const deep = (levels) => (levels === 0 ? {} : { x: deep(levels - 1) });
    const conversation = asking([call("c1", { arguments: deep(300) })], { limits: { depth: 400 } });
    const checkpoint = conversation.suspend({ originalInput: deep(300) });
    assert.deepEqual(reread(checkpoint), checkpoint);
  });

  test("the key order of a database does not matter", async () => {
    const sorted = (value) => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.keys(value).sort().reverse().map((key) => [key, sorted(value[key])]));
    };
    const checkpoint = checkpointOn([call("c1", { arguments: { z: 1, a: { y: 1, b: 2 } } })], { originalInput: { z: 1, a: 2 } });
    const again = Checkpoint.fromJSON(JSON.stringify(sorted(checkpoint.toJSON())));
    assert.deepEqual(again.toJSON(), checkpoint.toJSON());
    const { messages } = await resumed(again);
    assert.equal(messages.at(-1).content, "rm done");
  });

  test("two calls of one id are distinguished by their content", () => {
    const calls = [call("d", { name: "ls" }), call("d", { name: "rm" }), call("d", { arguments: { path: "/x" } })];
    const checkpoint = checkpointOn(calls);
    assert.deepEqual(reread(checkpoint).pending, calls);
  });
});

describe("written by another program", () => {
  test("its nine fields are read, its calls are pending, its signatures are kept", () => {
    const checkpoint = Checkpoint.fromJSON(JSON.stringify(phronomy()));
    const { checkpointId, agentClass, requestedAt, threadId, originalInput, messages, pending, pendingToolArgs } = checkpoint;
    assert.deepEqual([checkpointId, agentClass, requestedAt, threadId], ["0b7c2ddc-52ab-4d6f-a3b4-5f2f9c4f7d10", "Billing::Agent", "2026-03-14T15:09:26Z", "thread-7"]);
    assert.deepEqual(originalInput, { query: "Refund order 7", user_id: 42 });
    assert.deepEqual(pending, phronomy().messages[1].tool_calls);
    assert.deepEqual(pendingToolArgs, { order_id: 7, amount: { cents: 500 } });
    const { model, tokens, toolCalls } = messages[1];
    assert.deepEqual([model, tokens], ["gemini-3-pro", { input: 210, output: 17 }]);
    assert.equal(toolCalls[0].thought_signature, "c2ln");
    assert.deepEqual(reread(checkpoint), checkpoint);
  });

  test("camelCase names, and calls keyed by id, are accepted", () => {
    const { checkpoint_id: checkpointId, requested_at: requestedAt, pending_tool_name: pendingToolName, pending_tool_call_id: pendingToolCallId } = phronomy();
    const toolCalls = Object.fromEntries(phronomy().messages[1].tool_calls.map((one) => [one.id, one]));
    const messages = [phronomy().messages[0], { role: "assistant", content: "", toolCalls, modelId: undefined }].map(({ modelId, ...message }) => message);
    const checkpoint = Checkpoint.fromJSON({ checkpointId, requestedAt, pendingToolName, pendingToolCallId, messages });
    assert.deepEqual(checkpoint.pending, phronomy().messages[1].tool_calls);
    assert.deepEqual([checkpoint.agentClass, checkpoint.threadId, checkpoint.originalInput], [null, null, null]);
  });

  test("the named call comes first", () => {
    const second = { pending_tool_name: "notify", pending_tool_call_id: "call_2", pending_tool_args: { to: "a@example.org" } };
    assert.deepEqual(Checkpoint.fromJSON(phronomy(second)).pending.map(({ id }) => id), ["call_2", "call_1"]);
  });

  test("thinking becomes reasoning, and unknown fields are kept with their message", () => {
    const [user, assistant] = phronomy().messages;
    const more = { thinking: "Hm.", thinking_signature: "c2ln", cached_tokens: 100, finish_reason: "tool_calls", citations: null };
    const { messages } = Checkpoint.fromJSON(phronomy({ messages: [{ ...user, tool_calls: null }, { ...assistant, content: "Yes.", ...more }] }));
    assert.deepEqual(messages[1].content, [{ type: "reasoning", text: "Hm.", signature: "c2ln" }, { type: "text", text: "Yes." }]);
    assert.deepEqual(messages[1].extras, { cachedTokens: 100, finishReason: "tool_calls" });
  });

  test("times may be ISO dates", () => {
    const messages = phronomy().messages.map((message) => ({ ...message, created_at: "2026-03-14T15:09:26.535Z" }));
    assert.equal(Checkpoint.fromJSON(phronomy({ messages })).messages[0].createdAt, Date.UTC(2026, 2, 14, 15, 9, 26, 535));
  });

  test("the checkpoint can be resumed", async () => {
    const tools = { refund: ({ order_id: id, amount }) => `${id}: ${amount.cents}`, notify: () => "sent" };
    const { messages } = await resumed(Checkpoint.fromJSON(phronomy()), { tools });
    assert.deepEqual(messages.slice(2).map(({ toolCallId, content }) => [toolCallId, content]), [["call_1", "7: 500"], ["call_2", "sent"]]);
  });
});
