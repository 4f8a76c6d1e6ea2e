// Answers that are none, answers with ids of their own, and answers that name their model in another way than the request.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, sanitize, trim } from "backscroll";
import { refusal } from "./face-support.mjs";

const asked = () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Time?");
  return conversation;
};

describe("what is no answer is refused, in the provider's words, and the history stays", () => {
  const REFUSALS = [
    ["an error of Anthropic's", "anthropic", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, /Overloaded/],
    ["an error of OpenAI's", "openai-chat", { error: { message: "Rate limit" } }, /Rate limit/],
    ["a response that failed", "openai-responses", { status: "failed", error: { code: "server_error", message: "boom" }, output: [] }, /boom/],
    ["an error of Google's", "gemini", { error: { code: 503, message: "The model is overloaded." } }, /overloaded/],
    ["words of the user", "openai-chat", { choices: [{ message: { role: "user", content: "x" } }] }, /from the user/],
  ];
  for (const [name, format, response, words] of REFUSALS) {
    test(name, () => {
      const conversation = asked();
      const error = refusal(() => conversation.addResponse(format, response), "invalid-message");
      assert.match(error.message, words);
      assert.equal(conversation.messageCount, 1);
    });
  }
});

describe("an answer with an id of its own keeps it", () => {
  const ANSWERS = [
    ["ai-sdk", { id: "a1", role: "assistant", parts: [{ type: "text", text: "Noon." }] }],
    ["langchain", [{ type: "ai", data: { id: "a1", content: "Noon." } }]],
  ];
  for (const [format, answer] of ANSWERS) {
    test(format, () => {
      const conversation = asked();
      const message = conversation.addResponse(format, answer);
      assert.equal(message.id, "a1");
      assert.deepEqual(conversation.messages[1], message);
    });
  }
});

describe("what an SDK answers that runs the tools by itself is taken in whole", () => {
  const call = { type: "tool-call", toolCallId: "c1", toolName: "clock", input: {} };
  const result = { type: "tool-result", toolCallId: "c1", toolName: "clock", output: { type: "text", value: "noon" } };
  const STEPS = [
    { role: "assistant", content: [call] },
    { role: "tool", content: [result] },
    { role: "assistant", content: [{ type: "text", text: "It is noon." }] },
  ];
  const shown = [
    { type: "step-start" },
    { type: "tool-clock", toolCallId: "c1", state: "output-available", input: {}, output: "noon" },
    { type: "step-start" },
    { type: "text", text: "It is noon." },
  ];
  const lc = [
    { type: "ai", data: { content: "", tool_calls: [{ id: "c1", name: "clock", args: {}, type: "tool_call" }] } },
    { type: "tool", data: { content: "noon", tool_call_id: "c1" } },
    { type: "ai", data: { content: "It is noon." } },
  ];
  const ANSWERS = [
    ["`response.messages` of the AI SDK", "ai-sdk", STEPS],
    ["`response` of the AI SDK", "ai-sdk", { id: "r1", modelId: "m", timestamp: "2026-01-01T00:00:00Z", messages: STEPS }],
    ["a message of `useChat`", "ai-sdk", { id: "u1", role: "assistant", parts: shown }],
    ["an agent of LangChain", "langchain", lc],
  ];
  for (const [name, format, answer] of ANSWERS) {
    test(name, () => {
      const conversation = asked();
      const last = conversation.addResponse(format, answer);
      assert.deepEqual(conversation.lastAssistantMessage, last);
      const roles = conversation.messages.map(({ role }) => role);
      assert.deepEqual(roles, ["user", "assistant", "tool", "assistant"]);
      assert.deepEqual(conversation.toRequest("openai-chat", { model: "m" }).repairs, []);
    });
  }

  test("nothing of it stays when one of its messages is refused", () => {
    const conversation = asked();
    conversation.addResponse("ai-sdk", [{ id: "a9", role: "assistant", parts: [{ type: "text", text: "One." }] }]);
    const answer = { id: "a9", role: "assistant", parts: shown };
    refusal(() => conversation.addResponse("ai-sdk", answer), "duplicate-id");
    assert.equal(conversation.messageCount, 2);
  });

  test("results without an answer are none", () => {
    const error = refusal(() => asked().addResponse("ai-sdk", [{ role: "tool", content: [result] }]), "invalid-message");
    assert.match(error.message, /no message of it/);
  });
});

test("thinking stays with its model, by whichever of its names that is asked", () => {
  const conversation = asked();
  conversation.addResponse("anthropic", {
    model: "claude-sonnet-4-5-20250929",
    content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "tool_use", id: "toolu_1", name: "clock", input: {} }],
  });
  conversation.addMessage("tool", "noon", { toolCallId: "toolu_1" });
  const params = { max_tokens: 4_000, thinking: { type: "enabled", budget_tokens: 1_024 } };
  for (const model of ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "claude-sonnet-4-5@20250929"]) {
    assert.deepEqual(conversation.toRequest("anthropic", { model, ...params }).repairs, [], model);
  }
  const { repairs } = conversation.toRequest("anthropic", { model: "claude-opus-4-5", ...params });
  assert.deepEqual(repairs.map(({ code }) => code), ["reasoning-dropped", "thinking-disabled"]);
});

test("a tool that failed says so to Gemini, whatever it says", () => {
  const failed = { type: "tool-result", toolCallId: "a", toolName: "n", output: { type: "error-json", value: { e: 1 } } };
  const messages = [
    { role: "user", content: "q" },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "n", input: {} }] },
    { role: "tool", content: [failed] },
  ];
  const { body } = convert(messages, "ai-sdk", "gemini");
  assert.deepEqual(body.contents[2].parts[0].functionResponse.response, { error: { e: 1 } });
});

test("the system prompt inside of a client's `config` is not passed over", () => {
  const request = { model: "g", contents: [{ role: "user", parts: [{ text: "x" }] }], config: { systemInstruction: "S" } };
  const error = refusal(() => ConversationManager.from("gemini", request), "invalid-message");
  assert.match(error.message, /spread `config`/);
});

describe("bytes of Amazon's client stay bytes in a body that is handed back", () => {
  const bytes = () => new Uint8Array([137, 80, 78, 71]);
  const image = () => ({ image: { format: "png", source: { bytes: bytes() } } });
  const sound = () => ({ modelId: "m", messages: [{ role: "user", content: [{ text: "iVBORw==" }, image()] }] });

  test("where nothing is mended", () => {
    const body = sound();
    const outcome = sanitize("bedrock", body);
    assert.deepEqual(outcome, { body: sound(), repairs: [] });
    assert.notEqual(outcome.body.messages[0].content[1].image.source.bytes, body.messages[0].content[1].image.source.bytes);
    assert.deepEqual(trim("bedrock", sound(), { maxTokens: 10_000 }).body, sound());
    assert.deepEqual(convert(sound(), "bedrock", "bedrock").body, sound());
  });

  test("where something is", () => {
    const body = { ...sound(), messages: [...sound().messages, { role: "user", content: [{ text: "" }, image()] }] };
    const outcome = sanitize("bedrock", body);
    assert.ok(outcome.repairs.length > 0);
    const images = outcome.body.messages.flatMap(({ content }) => content.filter((block) => "image" in block));
    assert.deepEqual(images, [image(), image()]);
  });
});
