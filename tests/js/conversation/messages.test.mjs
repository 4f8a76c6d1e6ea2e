// Helpers for programs that show messages: the text of a message of every format, and the messages of a chat window.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import "backscroll/ag-ui";
import { ConversationManager, convert } from "backscroll";
import { shownMessages, textOf } from "backscroll/messages";
import { addStream } from "backscroll/stream";
import { FORMATS } from "../../support/formats/all.mjs";

const TALK = [
  { id: "u", role: "user", content: "Will it rain?" },
  { id: "a", role: "assistant", content: [{ type: "reasoning", text: "Hm" }, { type: "text", text: "I look." }], toolCalls: [{ id: "abcdefgh1", name: "weather", arguments: { city: "Oslo" } }] },
  { id: "t", role: "tool", toolCallId: "abcdefgh1", content: "Clouds." },
  { id: "b", role: "assistant", content: "Rain." },
  { id: "v", role: "user", content: "Thanks." },
];

/** The lists of bodies, in the order in which they are spoken. */
const LISTS = ["messages", "input", "inputs", "contents", "gen_ai.input.messages", "gen_ai.output.messages"];
const listOf = (body) => (Array.isArray(body) ? body : LISTS.flatMap((name) => body[name] ?? []));

describe("the text of each message of a format is what was said", () => {
  const forms = { "ai-sdk": ["model", "ui"], langchain: ["stored", "serialized"], strands: ["agent", "python"], cohere: ["request", "camelCase"], opentelemetry: ["attributes", "list"] };
  const rows = [...FORMATS, "opentelemetry", "ag-ui"].flatMap((format) => (forms[format] ?? [undefined]).map((form) => [format, form]));
  for (const [format, form] of rows) {
    test(`${format}${form === undefined ? "" : ` (${form})`}`, () => {
      const { body } = convert("backscroll", format, TALK, form === undefined ? {} : { form });
      const said = listOf(body).map(textOf).filter((text) => text !== "");
      // Results that are parts of other messages have no text; a UI message holds the whole turn of the assistant.
      const whole = said.join("|").replace("Clouds.|", "").replace("I look.Rain.", "I look.|Rain.");
      assert.equal(whole, "Will it rain?|I look.|Rain.|Thanks.");
    });
  }
});

describe("the text of", () => {
  /** Rows: what it is, the message, and its text. */
  const cases = [
    ["a text", "Hi", "Hi"],
    ["nothing", undefined, ""],
    ["null", null, ""],
    ["a number", 7, ""],
    ["an object without a text", { role: "user" }, ""],
    ["calls alone", { role: "assistant", content: null, tool_calls: [] }, ""],
    ["a refusal beside the content", { role: "assistant", content: null, refusal: "No." }, "No."],
    ["sound with a transcript", { role: "assistant", content: null, audio: { id: "a", transcript: "Hello" } }, "Hello"],
    ["a refusal of Responses", { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }, { type: "refusal", refusal: "b" }] }, "ab"],
    ["an item of a result", { type: "function_call_output", call_id: "c", output: "Rain." }, "Rain."],
    ["an item of a result with parts", { type: "function_call_output", call_id: "c", output: [{ type: "input_text", text: "Rain." }, { type: "input_image" }] }, "Rain."],
    ["an item of reasoning", { type: "reasoning", summary: [{ type: "summary_text", text: "Hm" }], content: [{ type: "reasoning_text", text: "Hm" }] }, ""],
    ["thoughts of Gemini", { role: "model", parts: [{ text: "Hm", thought: true }, { text: "Rain." }, { functionCall: { name: "f" } }] }, "Rain."],
    ["blocks of Anthropic with citations", { role: "assistant", content: [{ type: "thinking", thinking: "Hm" }, { type: "text", text: "It " }, { type: "text", text: "rains.", citations: [] }] }, "It rains."],
    ["citations of Bedrock", { role: "assistant", content: [{ text: "It " }, { citationsContent: { content: [{ text: "rains." }], citations: [] } }, { reasoningContent: { reasoningText: { text: "Hm" } } }] }, "It rains."],
    ["a plan of Cohere", { role: "assistant", tool_plan: "I look.", tool_calls: [] }, "I look."],
    ["a UI message whose text is there twice", { id: "1", role: "assistant", content: "Hi", parts: [{ type: "step-start" }, { type: "text", text: "Hi" }] }, "Hi"],
    ["an answer of Ollama", { model: "m", message: { role: "assistant", content: "Hi" }, done: true }, "Hi"],
    ["an entry of the transcript", { message: { role: "user", content: "Hi" }, state: "kept" }, "Hi"],
    ["reasoning and activities of AG-UI", { id: "1", role: "reasoning", content: "Hm" }, ""],
    ["parts of other kinds beside text", { role: "user", content: [{ type: "text", text: "a" }, { type: "image_url", image_url: { url: "https://a.test" } }, { type: "file", file: {} }, { type: "text", text: "b" }] }, "ab"],
    ["a part alone", { type: "text", text: "Hi" }, "Hi"],
    ["messages that hold themselves", (() => { const own = {}; own.message = own; return own; })(), ""],
  ];
  for (const [what, message, text] of cases) test(what, () => assert.equal(textOf(message), text));
});

describe("the messages of a chat window", () => {
  const talk = () => {
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    for (const { id: _, ...message } of TALK) conversation.addMessage(message);
    return conversation;
  };

  test("are those of the transcript without the system prompt, as the same objects", () => {
    const conversation = talk();
    const state = conversation.getState();
    const shown = shownMessages(state);
    assert.deepEqual(shown.map(({ message }) => [message.role, textOf(message)]), [["user", "Will it rain?"], ["assistant", "I look."], ["tool", "Clouds."], ["assistant", "Rain."], ["user", "Thanks."]]);
    assert.ok(shown.every((entry) => state.transcript.includes(entry)));
    assert.deepEqual(shownMessages(state.transcript), shown);
    assert.equal(shown[1].message.toolCalls[0].name, "weather");
    conversation.addMessage("user", "More");
    assert.equal(shownMessages(conversation.getState(), null)[0], shown[0]);
  });

  test("end with the answer of a stream while it grows, and then with its message", async () => {
    const conversation = talk();
    const chunk = (delta, finish_reason = null) => ({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason }] });
    const call = { index: 0, id: "c2", type: "function", function: { name: "weather", arguments: '{"city":' } };
    const chunks = [chunk({ role: "assistant", content: "I " }), chunk({ content: "look." }), chunk({ tool_calls: [call] }), chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }), chunk({}, "tool_calls")];
    const seen = [];
    const stream = addStream(conversation, "openai-chat", chunks, {
      onUpdate: (partial) => {
        const shown = shownMessages(conversation.getState(), partial);
        const { message, isGrowing, state } = shown.at(-1);
        seen.push([shown.length, isGrowing, state, message.id, textOf(message), (message.toolCalls ?? []).map((one) => one.arguments).join()]);
      },
    });
    await stream.result();
    assert.deepEqual(seen[0], [6, true, "kept", "growing", "I ", ""]);
    assert.ok(seen.some((row) => JSON.stringify(row) === JSON.stringify([6, true, "kept", "growing", "I look.", '{"city":'])), JSON.stringify(seen));
    const after = shownMessages(conversation.getState());
    assert.deepEqual([after.length, after.at(-1).isGrowing, textOf(after.at(-1).message), after.at(-1).message.toolCalls.length], [6, undefined, "I look.", 1]);
  });

  test("an answer of which nothing arrived is not shown", () => {
    assert.equal(shownMessages(talk().getState(), { parts: [] }).length, 5);
  });

  test("of other values are refused", () => {
    const conversation = talk();
    for (const value of [null, undefined, 7, {}, conversation.messages, [null]]) assert.throws(() => shownMessages(value), { code: "invalid-argument", message: /the state of a conversation, or its transcript/ });
    assert.throws(() => shownMessages(conversation.transcript, "text"), { code: "invalid-argument", message: /onUpdate/ });
  });
});
