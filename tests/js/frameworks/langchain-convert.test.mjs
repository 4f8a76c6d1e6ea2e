// `convert` against LangChain's own classes: stored and serialised messages come back, and LangChain loads the output.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "@langchain/core/load";
import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  coerceMessageLikeToMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
} from "@langchain/core/messages";
import { convert } from "backscroll";
import "backscroll/langchain";
import { recordedConversations } from "../../support/shared-data.mjs";

const plain = (value) => JSON.parse(JSON.stringify(value));
const call = { name: "clock", args: { zone: "UTC" }, id: "c1", type: "tool_call" };

/** Conversations made with LangChain's own classes, by subject. */
const CASES = {
  "words": [new SystemMessage("Be brief."), new HumanMessage({ content: "Hi", id: "h1", name: "ann" }), new AIMessage("Ho")],
  "a round": [
    new AIMessage({ content: "", tool_calls: [call], usage_metadata: { input_tokens: 3, output_tokens: 4, total_tokens: 7 }, response_metadata: { model_name: "gpt-5" } }),
    new ToolMessage({ content: "12", tool_call_id: "c1", name: "clock", status: "error", artifact: { raw: [1] }, metadata: { k: 1 } }),
  ],
  "calls that nobody could read": [new AIMessage({ content: "", invalid_tool_calls: [{ name: "clock", args: "{", id: "c1", error: "Malformed args.", type: "invalid_tool_call" }] })],
  "blocks of version 1": [
    new AIMessage({
      content: [
        { type: "reasoning", reasoning: "hm" },
        { type: "text", text: "So:" },
        { type: "tool_call", id: "c1", name: "clock", args: { zone: "UTC" } },
        { type: "non_standard", value: { k: 1 } },
      ],
      tool_calls: [call],
    }),
    new HumanMessage({ content: [{ type: "image", mimeType: "image/png", data: "AAAA" }, { type: "file", url: "https://a.test/b.pdf" }] }),
  ],
  "blocks of Anthropic": [
    new AIMessage({
      content: [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "tool_use", id: "c1", name: "clock", input: { zone: "UTC" } },
      ],
      tool_calls: [call],
      response_metadata: { model_provider: "anthropic" },
    }),
  ],
  "other roles": [new ChatMessage("Hm.", "critic"), new FunctionMessage({ name: "clock", content: "12" })],
};

describe("LangChain", () => {
  for (const [name, messages] of Object.entries(CASES)) {
    test(`${name}: a stored conversation survives a round trip`, () => {
      const stored = plain(mapChatMessagesToStoredMessages(messages));
      assert.deepEqual(convert("langchain", "langchain", stored).body, stored);
      assert.deepEqual(convert(plain(messages), "langchain", "langchain").body, stored);
    });

    test(`${name}: a serialised conversation is loaded by LangChain as the same messages`, async () => {
      const { body, losses } = convert("langchain", "langchain", messages, { form: "serialized" });
      assert.deepEqual(losses, []);
      assert.deepEqual(body, plain(messages));
      assert.deepEqual(plain(await load(JSON.stringify(body))), plain(messages));
    });
  }

  test("coercible messages are read as LangChain coerces them", () => {
    const likes = ["Hi", ["human", "Hi"], { role: "user", content: "Hi" }, { type: "ai", content: "Ho", id: "a" }, { role: "developer", content: "Be brief." }];
    const calls = [{ id: "c1", type: "function", function: { name: "clock", arguments: '{"a":1}' } }];
    const all = [...likes, { role: "assistant", content: "", tool_calls: calls }, { role: "tool", content: "12", tool_call_id: "c1" }];
    const coerced = plain(mapChatMessagesToStoredMessages(all.map((like) => coerceMessageLikeToMessage(structuredClone(like)))));
    assert.deepEqual(convert("langchain", "langchain", all).body, coerced);
  });

  test("a chunk is read as the message that it accumulated", () => {
    const pieces = ['{"zone":', '"UTC"}'].map((args, at) => {
      const named = at === 0 ? { id: "c1", name: "clock" } : {};
      return new AIMessageChunk({ content: "", tool_call_chunks: [{ ...named, args, index: 0, type: "tool_call_chunk" }] });
    });
    const whole = plain([pieces[0].concat(pieces[1])]);
    const { body } = convert("langchain", "langchain", whole);
    assert.deepEqual(body[0].data.tool_calls, [call]);
    assert.equal(body[0].data.tool_call_chunks, undefined);
  });

  test("data that looks serialised is data after loading", async () => {
    const trap = { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "gotcha" } };
    const chat = [{ role: "assistant", content: "", toolCalls: [{ id: "c1", name: "clock", arguments: { trap } }] }];
    const { body } = convert("backscroll", "langchain", chat, { form: "serialized" });
    const [message] = await load(JSON.stringify(body));
    assert.deepEqual(message.tool_calls[0].args, { trap });
  });

  const { rows, absence } = recordedConversations();
  test("LangChain's own readers accept recorded conversations unchanged", { skip: absence }, async () => {
    for (const { id, messages } of rows) {
      const { body } = convert("openai-chat", "langchain", { messages });
      assert.deepEqual(plain(mapChatMessagesToStoredMessages(mapStoredMessagesToChatMessages(structuredClone(body)))), body, id);
      const serialized = convert("langchain", "langchain", body, { form: "serialized" });
      assert.deepEqual(serialized.losses, [], id);
      assert.deepEqual(plain(await load(JSON.stringify(serialized.body))), serialized.body, id);
      assert.deepEqual(convert("langchain", "langchain", serialized.body).body, body, id);
    }
  });
});
