// `convert` against Strands' own classes: saved messages come back, and Strands loads the output.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  Agent,
  CachePointBlock,
  DocumentBlock,
  ImageBlock,
  JsonBlock,
  Message,
  ReasoningBlock,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "@strands-agents/sdk";
import { convert } from "backscroll";
import "backscroll/strands/format";
import { recordedConversations } from "../../support/shared-data.mjs";

const plain = (value) => JSON.parse(JSON.stringify(value));
const bytes = new Uint8Array([1, 2, 3]);

const MESSAGES = [
  new Message({ role: "user", content: [new TextBlock("Hi"), new CachePointBlock({ cacheType: "default" }), new ImageBlock({ format: "png", source: { bytes } })] }),
  new Message({
    role: "assistant",
    content: [
      new ReasoningBlock({ text: "hm", signature: "s" }),
      new ReasoningBlock({ redactedContent: bytes }),
      new ToolUseBlock({ name: "clock", toolUseId: "c1", input: { zone: "UTC" }, reasoningSignature: "c2ln" }),
    ],
    metadata: { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 }, metrics: { latencyMs: 1 }, custom: { k: 1 } },
  }),
  new Message({
    role: "user",
    content: [
      new ToolResultBlock({ toolUseId: "c1", status: "success", content: [new JsonBlock({ json: [1, null] }), new TextBlock("noon")] }),
      new TextBlock("And this?"),
      new DocumentBlock({ name: "a", format: "txt", source: { text: "words" }, citations: { enabled: true } }),
    ],
  }),
];

describe("Strands Agents", () => {
  test("saved messages survive a round trip", () => {
    const saved = plain(MESSAGES);
    const { body, losses } = convert("strands", "strands", saved, { form: "messages" });
    assert.deepEqual(losses, []);
    assert.deepEqual(body, saved);
    assert.deepEqual(convert("strands", "strands", MESSAGES, { form: "messages" }).body, saved);
    assert.deepEqual(plain(body.map((message) => Message.fromJSON(message))), saved);
  });

  test("Python's field names are read as the same messages", () => {
    const python = convert(plain(MESSAGES), "strands", "strands", { form: "python" }).body;
    assert.deepEqual(Object.keys(python.messages[0]), ["role", "content", "tracking_id"]);
    assert.deepEqual(convert("strands", "strands", python, { form: "messages" }).body, plain(MESSAGES));
  });

  test("an agent loads the written data, and its snapshot is read as the same messages", () => {
    const chat = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Ho" },
    ];
    const { body, losses } = convert("openai-chat", "strands", chat);
    assert.deepEqual(losses, []);
    const agent = new Agent({ ...structuredClone(body), printer: false });
    assert.equal(agent.systemPrompt, "Be brief.");
    const snapshot = plain(agent.takeSnapshot({ preset: "session" }));
    const opened = convert("strands", "openai-chat", snapshot, { capabilities: { prefill: true } });
    assert.deepEqual(opened.body.messages.map(({ role }) => role), ["system", "user", "assistant"]);
    assert.ok(opened.losses.every(({ code }) => code === "field-dropped"));
  });

  const { rows, absence } = recordedConversations();
  test("Strands' own reader accepts recorded conversations unchanged", { skip: absence }, () => {
    for (const { id, messages } of rows) {
      const { body } = convert("openai-chat", "strands", { messages });
      for (const message of body.messages) {
        const { trackingId, ...rest } = plain(Message.fromJSON(structuredClone(message)));
        assert.equal(typeof trackingId, "string", id);
        assert.deepEqual(rest, message, id);
      }
      assert.deepEqual(convert("strands", "strands", body).body, body, id);
    }
  });
});
