// Responses in the shapes that vendors send: each is read, keeps its content, and is sent back in a form that providers accept.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { LISTS, objectionOfVendor } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

const completion = (message) => ({ model: "m", choices: [{ index: 0, message, finish_reason: "stop" }] });
const said = (message) => completion({ role: "assistant", ...message });
const response = (...output) => ({ object: "response", model: "gpt-5", output });

/** Returns the message that an answer is sent back as, with the reports. */
function sentBack(target, answer) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Go.");
  const { content, toolCalls = [] } = conversation.addResponse(target, answer);
  const read = conversation.lastRepairs.map(({ code, rule }) => `${code} ${rule}`);
  for (const { id } of toolCalls) conversation.addMessage("tool", "done", { toolCallId: id });
  conversation.addMessage("user", "Go on.");
  const { body, repairs } = conversation.toRequest(target, { ...PARAMS[target], model: "m" });
  assert.equal(objectionOfVendor(target, body), null);
  const items = body[LISTS[target]];
  return { content, message: items[1], repairs: [...read, ...repairs.map(({ code, rule }) => `${code} ${rule}`)] };
}

const encoded = ["written-as-text OC5"];

describe("an answer of chat completions whose content is a value is its JSON text, and that is reported", () => {
  const VALUES = [
    ["an object", '{"city":"Oslo","n":1.0}'],
    ["a list of values", "[1,2]"],
    ["a list of objects that are no parts", '[{"city":"Oslo"}]'],
    ["a number", "7"],
    ["a truth value", "false"],
  ];
  for (const [name, json] of VALUES) {
    test(name, () => {
      const { content, message, repairs } = sentBack("openai-chat", said({ content: JSON.parse(json) }));
      assert.deepEqual(JSON.parse(content), JSON.parse(json));
      assert.deepEqual(message, { role: "assistant", content });
      assert.deepEqual(repairs, encoded);
    });
  }

  test("the same holds for Mistral", () => {
    const { content, repairs } = sentBack("mistral", said({ content: { city: "Oslo" } }));
    assert.equal(content, '{"city":"Oslo"}');
    assert.deepEqual(repairs, ["written-as-text MI0"]);
  });
});

describe("metadata and empty fields of an answer are not reported as losses", () => {
  const call = (more, inner) => ({ id: "abcdefghi", type: "function", function: { name: "look", arguments: "{}", ...inner }, ...more });
  const plain = { role: "assistant", content: "Hi." };
  const calling = { role: "assistant", content: null, tool_calls: [call()] };
  const shapes = [
    ["no role", "openai-chat", completion({ content: "Hi." }), plain],
    ["a null role", "openai-chat", completion({ role: null, content: "Hi." }), plain],
    ["null fields of vendors", "openai-chat", said({ content: "Hi.", reasoning: null, reasoning_content: null, reasoning_details: null, parsed: null, audio: null, name: null }), plain],
    ["empty fields of vendors", "openai-chat", said({ content: "Hi.", tool_calls: [], annotations: [], executed_tools: [], provider_specific_fields: {} }), plain],
    ["places of calls", "openai-chat", said({ content: null, tool_calls: [call({ index: 0 })] }), calling],
    ["null fields of calls", "openai-chat", said({ content: null, tool_calls: [call({ extra_content: null }, { parsed_arguments: null })] }), calling],
    ["null fields at Mistral", "mistral", said({ content: "Hi.", tool_calls: null, prefix: false }), plain],
    [
      "a null status at Responses",
      "openai-responses",
      response({ type: "function_call", call_id: "c1", name: "look", arguments: "{}", id: null, status: null, parsed_arguments: null }),
      { type: "function_call", call_id: "c1", name: "look", arguments: "{}" },
    ],
    [
      "empty ids at Responses",
      "openai-responses",
      response({ type: "message", id: "", role: "assistant", status: "completed", phase: null, content: [{ type: "output_text", text: "Hi.", annotations: [], logprobs: [], parsed: null }] }),
      plain,
    ],
  ];
  for (const [name, target, answer, message] of shapes) {
    test(name, () => {
      const back = sentBack(target, answer);
      assert.deepEqual(back.message, message);
      assert.deepEqual(back.repairs, []);
    });
  }
});

test("structured reasoning goes back to its vendor", () => {
  const fields = { role: "assistant", content: "Hi.", reasoning_content: [{ type: "text", text: "Hm." }] };
  assert.deepEqual(sentBack("openai-chat", said(fields)).message, fields);
});

describe("an unreadable answer is refused with the path in the answer", () => {
  const broken = [
    ["openai-chat", said({ content: "Hi.", tool_calls: [null] }), "choices[0].message.tool_calls[0]"],
    ["openai-chat", said({ content: [{ type: "text" }] }), "choices[0].message.content[0].text"],
    ["openai-responses", response(null), "output[0]"],
    ["anthropic", { content: [{ type: "text", text: 1 }] }, "content[0].text"],
    ["bedrock", { output: { message: { role: "assistant", content: [{ text: 1 }] } } }, "output.message.content[0].text"],
    ["gemini", { candidates: [{ content: { parts: [{ functionCall: 1 }] } }] }, "candidates[0].content.parts[0]"],
  ];
  for (const [target, answer, path] of broken) {
    test(target, () => {
      const conversation = new ConversationManager();
      const error = refusal(() => conversation.addResponse(target, answer), "invalid-message");
      assert.ok(error.message.startsWith(path), error.message);
    });
  }
});

describe("a call without an id gets one, which is reported, and its result finds it", () => {
  const inner = (name, more) => ({ type: "function", function: { name, arguments: "{}" }, ...more });
  const used = (name, id) => ({ toolUse: { toolUseId: id, name, input: {} } });
  const answers = [
    ["openai-chat", said({ content: null, tool_calls: [inner("a"), inner("b", { id: null })] })],
    ["openai-chat", said({ content: null, tool_calls: [inner("a", { id: "" }), inner("b", { id: "" })] })],
    ["mistral", said({ content: "", tool_calls: [inner("a"), inner("b", { id: "" })] })],
    ["anthropic", { role: "assistant", content: ["a", "b"].map((name) => ({ type: "tool_use", id: "", name, input: {} })) }],
    ["bedrock", { output: { message: { role: "assistant", content: [used("a", ""), used("b", "")] } } }],
    ["openai-responses", response(...["a", "b"].map((name) => ({ type: "function_call", call_id: "", name, arguments: "{}" })))],
  ];
  for (const [target, answer] of answers) {
    test(`${target}: ${JSON.stringify(answer).slice(0, 60)}`, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Go.");
      const ask = () => conversation.addResponse(target, answer).toolCalls;
      const calls = [...ask()];
      assert.deepEqual(conversation.lastRepairs.map(({ code }) => code), ["call-id-mapped", "call-id-mapped"]);
      const answerAll = (list) => list.forEach(({ id, name }) => conversation.addMessage("tool", `of ${name}`, { toolCallId: id }));
      answerAll([...calls].reverse());
      calls.push(...ask());
      answerAll(calls.slice(2));
      assert.equal(new Set(calls.map(({ id }) => id)).size, 4);
      const results = conversation.messages.filter(({ role }) => role === "tool");
      assert.deepEqual(results.map(({ toolCallId, content }) => [calls.find(({ id }) => id === toolCallId).name, content]), [["b", "of b"], ["a", "of a"], ["a", "of a"], ["b", "of b"]]);
      assert.equal(objectionOfVendor(target, conversation.toRequest(target, { ...PARAMS[target], model: "m" }).body), null);
    });
  }
});
