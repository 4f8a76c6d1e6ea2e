// Lists that repeat the conversation so far, as some programs pass them: only new messages are added, and nothing is added twice.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { ConversationManager } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";
import { outline } from "../../support/conversation/waiting.mjs";
import { refusal } from "../../support/basics.mjs";

const asked = (options) => {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Weather?");
  return conversation;
};

const call = (id) => ({ role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "look", input: { at: id } }] });
const result = (id, value = "Rain.") => ({ role: "tool", content: [{ type: "tool-result", toolCallId: id, toolName: "look", output: { type: "text", value } }] });
const said = (text) => ({ role: "assistant", content: [{ type: "text", text }] });

describe("the AI SDK's lists, which grow with each step", () => {
  const all = [call("c1"), result("c1"), call("c2"), result("c2"), said("Rain.")];
  const EXPECTED = ["user:Weather?", "assistant>c1", "tool<c1", "assistant>c2", "tool<c2", "assistant:Rain."];

  for (const [name, ends] of [["step by step", [2, 4, 5]], ["message by message", [1, 2, 3, 4, 5]], ["each twice", [2, 2, 4, 4, 5, 5]], ["at once", [5]], ["the last step alone, then all", [5, 5]]]) {
    test(`${name}: the conversation holds each message once`, () => {
      const conversation = asked();
      for (const end of ends) conversation.addResponse("ai-sdk", all.slice(0, end));
      assert.deepEqual(outline(conversation), EXPECTED);
    });
  }

  test("the answer that is returned is the newest of the assistant, known or new", () => {
    const conversation = asked();
    const first = conversation.addResponse("ai-sdk", all.slice(0, 2));
    assert.equal(conversation.addResponse("ai-sdk", all.slice(0, 2)).id, first.id);
    assert.equal(conversation.addResponse("ai-sdk", all.slice(0, 4)).toolCalls[0].id, "c2");
    assert.equal(conversation.addResponse("ai-sdk", all).content[0].text, "Rain.");
  });

  test("lists inside the `response` of each step", () => {
    const conversation = asked();
    for (const end of [2, 4, 5]) conversation.addResponse("ai-sdk", { id: "r", messages: all.slice(0, end) });
    assert.deepEqual(outline(conversation), EXPECTED);
  });

  test("a user message between two steps keeps its place", () => {
    const conversation = asked();
    conversation.addResponse("ai-sdk", all.slice(0, 2));
    conversation.addMessage("user", "Hurry.");
    conversation.addResponse("ai-sdk", all.slice(0, 4));
    assert.deepEqual(outline(conversation), ["user:Weather?", "assistant>c1", "tool<c1", "user:Hurry.", "assistant>c2", "tool<c2"]);
  });

  test("a result that was shortened since is the same result", async () => {
    const conversation = asked({ reduce: ({ draft }) => draft.shortenToolResults({ longerThan: 50, head: 5, tail: 5 }) > 0 });
    const long = [call("c1"), result("c1", "word ".repeat(500))];
    conversation.addResponse("ai-sdk", long);
    assert.equal(await conversation.recover(Object.assign(new Error("too long"), { status: 400, code: "context_length_exceeded" })), true);
    conversation.addResponse("ai-sdk", [...long, said("Done.")]);
    assert.deepEqual(outline(conversation).map((line) => line.slice(0, 12)), ["user:Weather", "assistant>c1", "tool<c1", "assistant:Do"]);
  });

  test("the same words as an answer to the next question are new", () => {
    const conversation = asked();
    conversation.addResponse("ai-sdk", [said("Yes.")]);
    conversation.addMessage("user", "Sure?");
    conversation.addResponse("ai-sdk", [said("Yes.")]);
    assert.deepEqual(outline(conversation), ["user:Weather?", "assistant:Yes.", "user:Sure?", "assistant:Yes."]);
  });

  test("a call id that a provider gives out again in the next turn is a new call", () => {
    const conversation = asked();
    conversation.addResponse("ai-sdk", [call("call_0"), result("call_0"), said("Rain.")]);
    conversation.addMessage("user", "And now?");
    conversation.addResponse("ai-sdk", [call("call_0"), result("call_0", "Sun."), said("Sun.")]);
    assert.equal(conversation.messageCount, 8);
  });

  test("a list that repeats a known call without continuing the history is refused with advice", () => {
    const conversation = asked();
    conversation.addResponse("ai-sdk", all.slice(0, 2));
    conversation.addMessage("assistant", "Something else.");
    const before = conversation.messages;
    const error = refusal(() => conversation.addResponse("ai-sdk", all), "invalid-message");
    assert.match(error.message, /`c1`.*give only the messages that are new/);
    assert.deepEqual(conversation.messages, before);
  });

  test("lists made by the SDK itself", async () => {
    const usage = { inputTokens: { total: 10 }, outputTokens: { total: 5 } };
    const step = (content, reason) => ({ content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] });
    const calls = (id) => step([{ type: "tool-call", toolCallId: id, toolName: "look", input: "{}" }], "tool-calls");
    const script = [calls("c1"), calls("c2"), step([{ type: "text", text: "Rain." }], "stop")];
    const conversation = asked();
    const model = new MockLanguageModelV4({ doGenerate: async () => script.shift() });
    const look = tool({ inputSchema: jsonSchema({ type: "object", properties: {} }), execute: async () => "Rain." });
    const onStepFinish = ({ response }) => { conversation.addResponse("ai-sdk", response.messages); };
    const { response } = await generateText({ model, prompt: "Weather?", tools: { look }, stopWhen: stepCountIs(5), onStepFinish });
    assert.deepEqual(outline(conversation), EXPECTED);
    conversation.addResponse("ai-sdk", response.messages);
    assert.deepEqual(outline(conversation), EXPECTED);
  });
});

describe("lists that begin with the whole conversation", () => {
  const human = (content) => ({ type: "human", id: `h-${content}`, content });
  const ai = (id, content, calls = []) => ({ type: "ai", id, content, tool_calls: calls.map((each) => ({ id: each, name: "look", args: {} })) });
  const tool_ = (id) => ({ type: "tool", tool_call_id: id, content: "Rain." });

  test("the result of an agent of LangChain, turn after turn", () => {
    const conversation = asked({ systemPrompt: "Be brief." });
    const thread = [{ type: "system", content: "Be brief." }, human("Weather?"), ai("a1", "", ["c1"]), tool_("c1"), ai("a2", "Rain.")];
    conversation.addResponse("langchain", { messages: thread });
    assert.deepEqual(outline(conversation), ["system:Be brief.", "user:Weather?", "assistant>c1", "tool<c1", "assistant:Rain."]);
    conversation.addMessage("user", "Sure?");
    thread.push(human("Sure?"), ai("a3", "Yes."));
    conversation.addResponse("langchain", { messages: thread });
    assert.deepEqual(outline(conversation).slice(-3), ["assistant:Rain.", "user:Sure?", "assistant:Yes."]);
    assert.equal(conversation.messageCount, 7);
  });

  test("`agent.messages` of Strands", () => {
    const conversation = asked();
    const messages = [{ role: "user", content: [{ text: "Weather?" }] }, { role: "assistant", content: [{ toolUse: { toolUseId: "c1", name: "look", input: {} } }] }];
    conversation.addResponse("strands", messages);
    messages.push({ role: "user", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [{ text: "Rain." }] } }] }, { role: "assistant", content: [{ text: "Rain." }] });
    conversation.addResponse("strands", messages);
    assert.deepEqual(outline(conversation), ["user:Weather?", "assistant>c1", "tool<c1", "assistant:Rain."]);
  });

  test("a list behind a reduced history", () => {
    const conversation = asked();
    const thread = [human("Weather?"), ai("a1", "Rain.")];
    conversation.addResponse("langchain", { messages: thread });
    conversation.addMessage("user", "Sure?");
    conversation.truncate({ keepRecent: 1 });
    conversation.addResponse("langchain", { messages: [...thread, human("Sure?"), ai("a2", "Yes.")] });
    assert.deepEqual(outline(conversation), ["user:Sure?", "assistant:Yes."]);
  });

  test("a list with other user messages than the conversation is refused", () => {
    const conversation = asked();
    const error = refusal(() => conversation.addResponse("langchain", { messages: [human("Time?"), ai("a1", "Noon.")] }), "invalid-message");
    assert.match(error.message, /from the user.*must continue from the newest message/);
    assert.equal(conversation.messageCount, 1);
  });

  test("two equal answers with different ids are two answers", () => {
    const conversation = asked();
    conversation.addResponse("langchain", ai("a1", "Yes."));
    conversation.addResponse("langchain", ai("a2", "Yes."));
    conversation.addResponse("langchain", ai("a2", "Yes."));
    assert.equal(conversation.messageCount, 3);
  });
});
