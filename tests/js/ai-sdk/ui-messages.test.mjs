// UI messages of the AI SDK survive reading and writing unchanged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/ai-sdk";
import { comesBack } from "../../support/formats/ai-sdk.mjs";

const assistant = (parts) => [
  { id: "u1", role: "user", parts: [{ type: "text", text: "Hi." }] },
  { id: "a1", role: "assistant", metadata: { model: "gpt-5" }, parts },
];
const begun = { type: "step-start" };
const words = (text) => ({ type: "text", text, state: "done" });
const name = (value) => JSON.stringify(value).slice(0, 120);

describe("messages survive a round trip with ids and metadata", () => {
  const text = (text) => [{ type: "text", text }];
  const lists = {
    "none": [],
    "fields of all kinds": [
      { id: "s", role: "system", parts: text("Be brief.") },
      { id: "u", role: "user", metadata: { at: 1 }, parts: text("Hi."), createdAt: "2026-01-01" },
      { id: "a", role: "assistant", metadata: null, parts: [begun, words("Hello.")] },
      { id: "b", role: "assistant", parts: text("And so on.") },
      { id: "c", role: "assistant", parts: [] },
      { id: "d", role: "assistant", parts: [begun] },
    ],
    // The SDK uses the empty id where no id is given, and does not make ids unique.
    "empty ids": [{ id: "", role: "assistant", parts: text("One.") }, { id: "", role: "assistant", parts: text("Two.") }],
    "one id twice": [{ id: "m1", role: "user", parts: text("One.") }, { id: "m1", role: "user", parts: text("One.") }, { id: "m0", role: "assistant", parts: text("Two.") }],
    "data of the user": [{ id: "u", role: "user", parts: [...text("Hi."), { type: "data-place", id: "d1", data: { x: 1 } }] }],
  };
  for (const [what, list] of Object.entries(lists)) test(what, () => comesBack("ui", list));
});

describe("parts survive a round trip", () => {
  const parts = [
    { type: "text", text: "Hello.", state: "streaming" },
    { type: "text", text: "Hello." },
    { type: "text", text: "Hello.", state: "done", providerMetadata: { openai: { itemId: "msg_1", annotations: [] } } },
    { type: "reasoning", text: "Hm.", state: "done", id: "0", providerMetadata: { anthropic: { signature: "c2ln" } } },
    { type: "reasoning", text: "Hm.", state: "streaming" },
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw==" },
    { type: "file", mediaType: "image/*", url: "https://example.org/a.png", filename: "a.png" },
    { type: "file", mediaType: "application/pdf", url: "JVBERg==" },
    { type: "file", mediaType: "application/pdf", url: "file-abc", providerMetadata: { x: { y: 1 } } },
    { type: "source-url", sourceId: "s1", url: "https://example.org", title: "t" },
    { type: "source-document", sourceId: "s2", mediaType: "application/pdf", title: "t" },
    { type: "data-weather", id: "w", data: [1] },
    { type: "from-the-future", a: 1 },
  ];
  for (const part of parts) {
    test(name(part), () => {
      comesBack("ui", assistant([begun, part]));
      comesBack("ui", assistant([part, begun, part, part]));
    });
  }

  test("all in one message", () => {
    comesBack("ui", assistant(parts));
    comesBack("ui", [{ id: "u1", role: "user", parts }]);
  });
});

test("paragraphs of a stream survive a round trip", () => {
  const part = (id, text, options) => ({ type: "reasoning", id, text, state: "done", providerMetadata: { openai: options } });
  comesBack(
    "ui",
    assistant([
      begun,
      part("rs_1:0", "One.", { itemId: "rs_1" }),
      part("rs_1:1", "Two.", { itemId: "rs_1", reasoningEncryptedContent: "b3Bh" }),
      part("rs_2:0", "", { itemId: "rs_2", reasoningEncryptedContent: null }),
      words("Yes."),
    ]),
  );
});

describe("tools survive a round trip in every state", () => {
  const granted = { id: "ap", approved: true, reason: "go on", signature: "c2ln" };
  const denied = { id: "ap", approved: false };
  const metadata = { openai: { itemId: "fc_1" }, google: { thoughtSignature: "c2ln" } };
  const content = { type: "content", value: [{ type: "text", text: "x" }] };
  const look = { type: "tool-look" };
  const dynamic = { type: "dynamic-tool", toolName: "mcp" };
  const input = { input: { q: 1.5 } };
  const tool = (state, fields, kind = look) => ({ ...kind, toolCallId: "c1", state, ...fields });
  const tools = [
    tool("input-streaming", input),
    tool("input-streaming", {}),
    tool("input-streaming", { rawInput: '{"q":' }),
    tool("input-streaming", { ...input, rawInput: '{"q":', inputEncoding: "json" }),
    tool("input-available", { ...input, callProviderMetadata: metadata, title: "Look", toolMetadata: { a: 1 } }),
    tool("input-available", { input: "text", providerExecuted: false }),
    tool("approval-requested", { ...input, approval: { id: "ap", inputSchemaInput: {} } }),
    tool("approval-responded", { ...input, approval: granted }),
    tool("approval-responded", { ...input, approval: denied }),
    tool("output-available", { ...input, approval: granted, output: "seen" }),
    tool("output-available", { ...input, output: { a: [1.5] }, preliminary: true, resultProviderMetadata: metadata }),
    tool("output-available", { ...input, output: 0 }),
    tool("output-available", input),
    tool("output-available", { ...input, output: content }),
    tool("output-available", { ...input, output: { type: "content", value: 1 } }),
    tool("output-error", { ...input, errorText: "gone" }),
    tool("output-error", { rawInput: '{"q":', errorText: "no JSON" }),
    tool("output-error", { rawInput: [1], errorText: "no JSON" }),
    tool("output-error", { errorText: "" }),
    tool("output-denied", { ...input, approval: denied }),
    tool("output-denied", { ...input, approval: { id: "ap", approved: false, reason: "too much" } }),
    tool("output-available", { ...input, dynamic: false, output: "seen" }, dynamic),
    tool("output-available", { ...input, providerExecuted: true, output: [{ url: "x" }] }),
    tool("output-error", { ...input, providerExecuted: true, errorText: "gone" }, dynamic),
  ];
  for (const part of tools) {
    test(name(part), () => {
      comesBack("ui", assistant([begun, part]));
      comesBack("ui", assistant([begun, words("So."), part, words("So."), begun, words("So."), begun]));
    });
  }
});

test("calls of one step keep their results apart", () => {
  const named = (toolCallId, output) => ({ type: "tool-look", toolCallId, state: "output-available", input: {}, output });
  comesBack("ui", assistant([begun, named("c1", "one"), named("c2", { two: 2 }), begun, named("c3", "three"), begun, words("Done.")]));
});

test("a message from another format spans the turn", () => {
  const chat = [
    { role: "user", content: "Hi." },
    { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"q": 1}' } }] },
    { role: "tool", tool_call_id: "c1", content: "seen" },
    { role: "assistant", content: "There." },
    { role: "user", content: "Thanks." },
  ];
  const { body, losses } = convert("openai-chat", "ai-sdk", { messages: chat }, { form: "ui" });
  assert.deepEqual(body, [
    { id: "m0", role: "user", parts: [{ type: "text", text: "Hi." }] },
    {
      id: "m1",
      role: "assistant",
      parts: [begun, { type: "tool-look", toolCallId: "c1", state: "output-available", input: { q: 1 }, output: "seen" }, begun, words("There.")],
    },
    { id: "m4", role: "user", parts: [{ type: "text", text: "Thanks." }] },
  ]);
  assert.deepEqual(losses, []);
});
