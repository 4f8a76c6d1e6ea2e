// `convert` and the AI SDK itself: what is written passes the SDK's own checks, and UI messages become what the SDK makes of them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convertToModelMessages, modelMessageSchema, safeValidateUIMessages } from "ai";
import { convert } from "backscroll";

const CHAT = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "What is this?" }, { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }] },
  {
    role: "assistant",
    content: "Let me see.",
    tool_calls: [
      { id: "c1", type: "function", function: { name: "look", arguments: '{"closely":true}' } },
      { id: "c2", type: "function", function: { name: "look", arguments: "" } },
    ],
  },
  { role: "tool", tool_call_id: "c1", content: "a cat" },
  { role: "tool", tool_call_id: "c2", content: "" },
  { role: "assistant", content: "A cat." },
];

const look = (fields) => ({ type: "tool-look", toolCallId: "c1", input: { closely: true }, ...fields });
const metadata = { openai: { itemId: "fc_1" } };

const UI = {
  "words and media": [
    { id: "s", role: "system", parts: [{ type: "text", text: "Be brief." }] },
    { id: "u", role: "user", parts: [{ type: "text", text: "Hi." }, { type: "file", mediaType: "application/pdf", url: "data:application/pdf;base64,JVBERg==", filename: "a.pdf" }] },
    { id: "a", role: "assistant", parts: [{ type: "step-start" }, { type: "reasoning", text: "Hm.", state: "done", providerMetadata: { anthropic: { signature: "c2ln" } } }, { type: "text", text: "Hello.", state: "done" }] },
  ],
  "calls of several steps": [
    { id: "u", role: "user", parts: [{ type: "text", text: "Look." }] },
    {
      id: "a",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "text", text: "Let me see.", state: "done" },
        look({ state: "output-available", output: { seen: "a cat" } }),
        { ...look({ state: "output-error", errorText: "too dark" }), toolCallId: "c2" },
        { type: "step-start" },
        { type: "dynamic-tool", toolName: "mcp", toolCallId: "c3", state: "output-available", input: {}, output: "text" },
        { type: "step-start" },
        { type: "tool-web_search", toolCallId: "c4", state: "output-available", input: {}, output: [1], providerExecuted: true },
        { type: "text", text: "A cat.", state: "done" },
      ],
    },
  ],
  "a call that waits for a person": [
    { id: "u", role: "user", parts: [{ type: "text", text: "Look." }] },
    { id: "a", role: "assistant", parts: [{ type: "step-start" }, look({ state: "approval-responded", approval: { id: "ap", approved: true, reason: "go on" } })] },
  ],
  "a call that a provider knows": [
    { id: "u", role: "user", parts: [{ type: "text", text: "Look." }] },
    { id: "a", role: "assistant", parts: [{ type: "step-start" }, look({ state: "input-available", callProviderMetadata: metadata })] },
  ],
};

/** The base64 of a file, which version 7 of the SDK tells as an object that holds it. */
const bytes = (data) => (typeof data === "string" ? data : (data.url ?? data.data)).replace(/^data:[^,]*,/, "");

/** The same value in JSON, in which nothing is `undefined`; where bytes are, and that one text is a string, is the SDK's own choice. */
function plain(messages) {
  const plainPart = (part) => (part.type === "file" ? { ...part, data: bytes(part.data) } : part);
  const isText = (content) => content.length === 1 && content[0].type === "text" && content[0].providerOptions === undefined;
  const plainContent = (content) => (typeof content === "string" ? content : isText(content) ? content[0].text : content.map(plainPart));
  return JSON.parse(JSON.stringify(messages)).map((message) => ({ ...message, content: plainContent(message.content) }));
}

async function accepts(body, form) {
  if (form === "model") {
    for (const message of body) assert.deepEqual(modelMessageSchema.safeParse(message).error, undefined);
    return;
  }
  const { success, error } = await safeValidateUIMessages({ messages: body });
  assert.ok(success, error?.message);
}

describe("what is written passes the SDK's checks", () => {
  for (const form of ["model", "ui"]) {
    test(`as ${form} messages`, async () => {
      const { body, losses } = convert(CHAT, "openai-chat", "ai-sdk", { form });
      assert.deepEqual(losses, []);
      await accepts(body, form);
    });
  }
});

describe("UI messages become the model messages that the SDK makes of them", () => {
  for (const [what, messages] of Object.entries(UI)) {
    test(what, async () => {
      await accepts(messages, "ui");
      const { body, losses } = convert(messages, "ai-sdk", "ai-sdk");
      await accepts(body, "model");
      assert.deepEqual(plain(body), plain(await convertToModelMessages(messages)));
      // A model message has no id.
      for (const { code, detail } of losses) assert.equal(`${code}: ${detail}`, "field-dropped: left out what the format does not define: `id`");
    });
  }
});

describe("messages that were read are written as they were", () => {
  for (const [what, messages] of Object.entries(UI)) {
    test(what, () => assert.deepEqual(convert(messages, "ai-sdk", "ai-sdk", { form: "ui" }), { body: messages, repairs: [], losses: [] }));
  }
});

test("without a form, model messages are written", () => {
  assert.deepEqual(convert(CHAT, "openai-chat", "ai-sdk").body, convert(CHAT, "openai-chat", "ai-sdk", { form: "model" }).body);
});
