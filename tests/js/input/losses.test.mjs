// Every loss is reported: content of another format, of a host's message or of an answer that a format cannot carry.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { chat, overflow, refusal } from "../../support/basics.mjs";

const params = { "openai-chat": { model: "m" }, anthropic: { model: "m", max_tokens: 9 } };

const failedCall = (result) => [
  { role: "user", content: "q" },
  { role: "assistant", toolCalls: [{ id: "c", name: "f", arguments: "{}" }] },
  { role: "tool", toolCallId: "c", ...result },
];

describe("a request reports content that its format cannot hold", () => {
  const cases = [
    ["the resolution hint of a picture", "anthropic", [{ role: "user", content: [{ type: "image", url: "https://x/y.png", detail: "high" }] }],
      ["field-dropped"], { type: "image", source: { type: "url", url: "https://x/y.png" } }],
    ["the resolution hint of a picture, where it has one", "openai-chat", [{ role: "user", content: [{ type: "image", url: "https://x/y.png", detail: "high" }] }],
      [], { type: "image_url", image_url: { url: "https://x/y.png", detail: "high" } }],
    ["a document without a name", "openai-chat", [{ role: "user", content: [{ type: "file", mediaType: "application/pdf", data: "JVBERg==" }] }],
      ["name-mapped"], { type: "file", file: { file_data: "data:application/pdf;base64,JVBERg==", filename: "document" } }],
    ["the name of an uploaded document is kept", "openai-chat", [{ role: "user", content: [{ type: "file", fileId: "file-1", name: "a.pdf" }] }],
      [], { type: "file", file: { file_id: "file-1", filename: "a.pdf" } }],
    ["the failure of a tool", "openai-chat", failedCall({ content: "no such city", isError: true }), ["written-as-text"], "[error] no such city"],
    ["the failure of a tool that said nothing", "openai-chat", failedCall({ content: null, isError: true }), ["written-as-text"], "[error]"],
    ["the failure of a tool with an empty result", "openai-chat", failedCall({ content: "", isError: true }), ["written-as-text"], "[error]"],
    ["the failure of a tool, where there is a flag", "anthropic", failedCall({ content: "no such city", isError: true }),
      [], { type: "tool_result", tool_use_id: "c", content: "no such city", is_error: true }],
    ["a name that is not the tool's", "anthropic", failedCall({ content: "x", name: "other" }), ["field-dropped"], { type: "tool_result", tool_use_id: "c", content: "x" }],
    ["the tool's own name, which its call tells", "anthropic", failedCall({ content: "x", name: "f" }), [], { type: "tool_result", tool_use_id: "c", content: "x" }],
    ["a refusal", "anthropic", [{ role: "user", content: "q" }, { role: "assistant", content: [{ type: "refusal", text: "no" }] }, { role: "user", content: "r" }],
      ["written-as-text"], { type: "text", text: "no" }],
  ];
  for (const [name, target, messages, codes, last] of cases) {
    test(`${name} (${target})`, () => {
      const conversation = ConversationManager.from("backscroll", messages);
      const { body, repairs } = conversation.toRequest(target, params[target]);
      assert.deepEqual(repairs.map(({ code }) => code), codes);
      const shown = body.messages.flatMap(({ content }) => content);
      assert.ok(shown.some((part) => JSON.stringify(part) === JSON.stringify(last)), JSON.stringify(body.messages));
      assert.deepEqual(conversation.toRequest(target, params[target]).body, body);
    });
  }

  test("several pieces of reasoning all go back to a vendor that requires them", () => {
    const content = [{ type: "reasoning", text: "One." }, { type: "reasoning", text: "Two." }, { type: "text", text: "So." }];
    const conversation = ConversationManager.from("backscroll", [{ role: "user", content: "q" }, { role: "assistant", content }]);
    const { body } = conversation.toRequest("openai-chat", params["openai-chat"], { capabilities: { reasoningContent: true } });
    assert.equal(body.messages[1].reasoning_content, "One.\nTwo.");
    assert.equal(body.messages[1].content, "So.");
  });
});

test("a field that neutral messages cannot hold is reported when it is read", () => {
  const conversation = ConversationManager.from("anthropic", [{ role: "user", content: "x", weird: 1 }]);
  assert.deepEqual(conversation.lastRepairs.map(({ code, messageId }) => [code, messageId]), [["field-dropped", conversation.messages[0].id]]);
  assert.match(conversation.lastRepairs[0].detail, /`weird`/);
});

describe("an answer", () => {
  test("with several choices is the first one, and the others are reported", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "q");
    const { content } = conversation.addResponse("openai-chat", { choices: ["a", "b", "c"].map((text) => ({ message: { role: "assistant", content: text } })) });
    assert.equal(content, "a");
    assert.deepEqual(conversation.lastRepairs.map(({ code, detail }) => [code, detail.slice(0, 12)]), [["field-dropped", "`choices[1]`"], ["field-dropped", "`choices[2]`"]]);
  });

  test("with foreign blocks keeps its own blocks", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "q");
    const blocks = [{ type: "text", text: "a" }, { type: "tool_result", tool_use_id: "z", content: "r" }, { type: "text", text: "b" }];
    const { content } = conversation.addResponse("anthropic", { content: blocks });
    assert.deepEqual(content, [{ type: "text", text: "a" }, { type: "text", text: "b" }]);
    assert.deepEqual(conversation.lastRepairs.map(({ code }) => code), ["part-dropped"]);
  });
});

describe("a reduction", () => {
  const codes = (conversation) => conversation.lastReduction.repairs.map(({ code }) => code);

  test("reports lone surrogates in a reducer's messages", async () => {
    const strategies = [
      ({ messages, draft }) => { draft.summarize(messages[4].id, "half \ud800"); },
      ({ messages }) => [{ role: "system", content: "half \ud800" }, ...messages.slice(-3)],
    ];
    for (const reduce of strategies) {
      const conversation = chat(new ConversationManager({ reduce }), 6);
      assert.equal(await conversation.recover(overflow()), true);
      assert.deepEqual(codes(conversation), ["lone-surrogate-replaced"]);
      assert.equal(conversation.lastReduction.summary?.content ?? conversation.messages[0].content, "half \ufffd");
    }
  });

  test("cannot change the role of a message, which is reported", async () => {
    const reduce = ({ messages }) => messages.slice(-4).map((message) => (message.role === "assistant" ? { ...message, role: "user" } : message));
    const conversation = chat(new ConversationManager({ reduce }), 6);
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(codes(conversation), ["protected-message-kept", "protected-message-kept"]);
    assert.deepEqual(conversation.messages.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
  });

  test("that may be rolled back refuses the id of a removed message", async () => {
    let refused;
    const conversation = chat(new ConversationManager({
      tokenLimit: 10,
      reduce: ({ draft, messages }) => {
        if (refused !== undefined) return false;
        refused = refusal(() => conversation.addMessage("user", "another", { id: messages[0].id }), "duplicate-id");
        return draft.keepRecentTurns(1) > 0;
      },
    }), 6);
    const gone = conversation.messages[0].id;
    const before = JSON.stringify(conversation.messages);
    const failed = refusal(() => conversation.prepare("openai-chat", params["openai-chat"]), "cannot-fit");
    await failed;
    assert.equal(JSON.stringify(conversation.messages), before);
    assert.equal(conversation.messages[0].id, gone);
  });
});
