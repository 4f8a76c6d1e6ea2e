// Fields that vendors add to chat completions: they go back to the vendor that they came from, and to no other vendor.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize } from "backscroll";
import { TARGETS, objection, objectionOfVendor } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

const target = "openai-chat";
const signed = { google: { thought_signature: "c2lnbmVk" } };
const details = [{ type: "reasoning.text", text: "Hm.", signature: "c2ln", format: "anthropic-claude-v1", index: 0 }, { type: "reasoning.encrypted", data: "b3BhcXVl" }];
const blocks = [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }];

/** The vendors' fields: the requested model, the model's name in the answer, fields of the message, fields of its call. */
const VENDORS = [
  ["DeepSeek", "deepseek-reasoner", "deepseek-v4-flash", { reasoning_content: "Hm." }],
  ["DeepSeek, an empty text", "deepseek-v4-flash", "deepseek-v4-flash", { reasoning_content: "" }],
  ["Moonshot", "kimi-k2-thinking", "kimi-k2-thinking", { reasoning_content: "Hm." }],
  ["Zhipu", "glm-4.6", "glm-4.6", { reasoning_content: "Hm." }],
  ["xAI", "grok-4", "grok-4-0709", { reasoning_content: "Hm." }],
  ["Ollama", "qwen3", "qwen3", { reasoning: "Hm." }],
  ["Ollama's cloud", "gpt-oss:120b", "gpt-oss:120b", { reasoning: "Hm." }],
  ["vLLM, both names", "Qwen/Qwen3-32B", "Qwen/Qwen3-32B", { reasoning: "Hm.", reasoning_content: "Hm." }],
  ["a proxy, both names for two things", "qwen3", "qwen3", { reasoning_content: "Hm.", reasoning: "Hm, in short." }],
  ["OpenRouter", "anthropic/claude-haiku-4.5", "anthropic/claude-4.5-haiku-20251001", { reasoning: "Hm.", reasoning_details: details }],
  ["OpenRouter, nothing to read", "google/gemini-3-pro-preview", "google/gemini-3-pro-preview", { reasoning_details: details.slice(1) }],
  ["LiteLLM", "anthropic/claude-sonnet-4-5", "claude-sonnet-4-5-20250929", { reasoning_content: "Hm.", thinking_blocks: blocks, provider_specific_fields: { thinking_blocks: blocks } }],
  ["LiteLLM, on calls", "gemini/gemini-3-pro-preview", "gemini-3-pro-preview", {}, { provider_specific_fields: { thought_signature: "c2ln" } }],
  ["Gemini's compatible endpoint, on calls", "gemini-3-pro-preview", "gemini-3-pro-preview", {}, { extra_content: signed }],
  ["Gemini's compatible endpoint, on words", "models/gemini-3-pro-preview", "gemini-3-pro-preview", { extra_content: signed }],
];

/** Makes a conversation with this answer, and with a result of its call. */
function answered(model, fields, ofCall = {}) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Look.");
  const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" }, ...ofCall };
  conversation.addResponse(target, { model, choices: [{ message: { role: "assistant", content: "So.", tool_calls: [call], ...fields } }] });
  conversation.addMessage("tool", "done", { toolCallId: "call_1" });
  return conversation;
}

const sent = (conversation, model, options) => {
  const { body, repairs } = conversation.toRequest(target, { model }, options);
  const { role, content, tool_calls: [{ id, type, function: called, ...ofCall }], ...fields } = body.messages[1];
  assert.deepEqual([role, content, id, called.name], ["assistant", "So.", "call_1", "look"]);
  return { body, fields, ofCall, repairs };
};

describe("a vendor's fields go back to it unchanged", () => {
  for (const [name, asked, model, fields, ofCall = {}] of VENDORS) {
    test(name, () => {
      const back = sent(answered(model, fields, ofCall), asked);
      assert.deepEqual([back.fields, back.ofCall], [fields, ofCall]);
      assert.deepEqual(back.repairs, []);
      assert.equal(objectionOfVendor(target, back.body), null);
      assert.deepEqual(sanitize(target, back.body), { body: back.body, repairs: [] });
    });

    test(`${name}, from a snapshot`, () => {
      const conversation = ConversationManager.fromJSON(JSON.parse(JSON.stringify(answered(model, fields, ofCall))));
      const back = sent(conversation, asked);
      assert.deepEqual([back.fields, back.ofCall], [fields, ofCall]);
    });

    test(`${name}, read from the messages that a program keeps`, () => {
      const { body } = sent(answered(model, fields, ofCall), asked);
      const back = sent(ConversationManager.from(target, body.messages), asked);
      assert.deepEqual([back.fields, back.ofCall, back.repairs], [fields, ofCall, []]);
    });
  }
});

describe("a vendor's fields go to no other vendor, which is reported", () => {
  const OTHERS = [["OpenAI", "gpt-5"], ["a model of OpenAI's by number", "o4-mini"], ["Groq", "llama-3.3-70b-versatile"], ["nobody who is named", undefined]];
  for (const [name, , model, fields, ofCall = {}] of VENDORS) {
    for (const [other, asked] of OTHERS) {
      test(`${name}, then ${other}`, () => {
        const gone = sent(answered(model, fields, ofCall), asked);
        assert.deepEqual([gone.fields, gone.ofCall], [{}, {}]);
        assert.equal(objection(target, { model: "gpt-5", ...gone.body }), null);
        const told = gone.repairs.map(({ code, detail }) => `${code} ${detail}`).join("\n");
        for (const field of Object.keys({ ...fields, ...ofCall })) {
          const isReasoning = field === "reasoning_content" || (field === "reasoning" && told.includes("reasoning-dropped"));
          assert.ok(isReasoning ? told.includes("reasoning-dropped") : told.includes(`\`${field}\``), `${field} in: ${told}`);
        }
      });
    }

    test(`${name}, then the other formats`, () => {
      const conversation = answered(model, fields, ofCall);
      for (const other of TARGETS.filter((each) => each !== target)) {
        const { body, repairs } = conversation.toRequest(other, PARAMS[other]);
        assert.equal(objection(other, body), null, other);
        assert.ok(repairs.some(({ code }) => ["reasoning-dropped", "field-dropped"].includes(code)), other);
        const written = JSON.stringify(body);
        for (const value of ["Hm.", "c2lnbmVk", "b3BhcXVl"]) assert.ok(!written.includes(value), `${other}: ${value}`);
      }
    });
  }
});

describe("the capability `reasoningContent` overrides the rule", () => {
  const [, asked, model, fields] = VENDORS.find(([name]) => name === "OpenRouter");
  test("true sends reasoning to every model", () => {
    const back = sent(answered(model, fields), "my-alias", { capabilities: { reasoningContent: true } });
    assert.deepEqual(back.fields, fields);
  });
  test("false sends reasoning to no model", () => {
    const back = sent(answered(model, fields), asked, { capabilities: { reasoningContent: false } });
    assert.deepEqual(back.fields, {});
  });
});

test("thinking of another provider is not sent to a vendor as its own", () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Look.");
  conversation.addResponse("anthropic", { model: "claude-sonnet-5-5", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "So." }] });
  conversation.addMessage("user", "And?");
  const { body, repairs } = conversation.toRequest(target, { model: "deepseek-chat" });
  assert.deepEqual(body.messages[1], { role: "assistant", content: "So." });
  assert.deepEqual(repairs.map(({ code }) => code), ["reasoning-dropped"]);
});

test("cache markers on parts go back to vendors, and not to OpenAI", () => {
  const messages = [{ role: "user", content: [{ type: "text", text: "Long.", cache_control: { type: "ephemeral" } }] }];
  const conversation = ConversationManager.from(target, messages);
  assert.deepEqual(conversation.toRequest(target, { model: "anthropic/claude-haiku-4.5" }).body.messages, messages);
  const { body, repairs } = conversation.toRequest(target, { model: "gpt-5" });
  assert.deepEqual(body.messages[0].content, [{ type: "text", text: "Long." }]);
  assert.deepEqual(repairs.map(({ code }) => code), ["field-dropped"]);
});

describe("parts of vendors go back to vendors, and not to OpenAI", () => {
  const PARTS = [
    ["user", { type: "document_url", document_url: "https://example.com/a.pdf" }],
    ["user", { type: "video_url", video_url: { url: "https://example.com/a.mp4" } }],
    ["user", { type: "audio_url", audio_url: { url: "https://example.com/a.wav" } }],
    ["assistant", { type: "thinking", thinking: [{ type: "text", text: "Hm." }] }],
    ["assistant", { type: "reference", reference_ids: [1] }],
  ];
  for (const [role, part] of PARTS) {
    test(`${part.type} of the ${role}`, () => {
      const messages = [{ role: "user", content: "Look." }, { role, content: [part, { type: "text", text: "So." }] }, { role: "user", content: "And?" }];
      const conversation = ConversationManager.from(target, messages);
      assert.deepEqual(conversation.toRequest(target, { model: "mistral-large-latest" }).body.messages, messages);
      const { body, repairs } = conversation.toRequest(target, { model: "gpt-5" });
      assert.deepEqual(body.messages[1].content, [{ type: "text", text: "So." }]);
      assert.ok(repairs.some(({ code, detail }) => code === "part-dropped" && detail.includes(`\`${part.type}\``)), JSON.stringify(repairs));
      assert.equal(objection(target, { model: "gpt-5", ...body }), null);
    });
  }
});
