// `convert` against the AI SDK itself: output passes the SDK's own checks, and UI messages become the same model messages as in the SDK.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convertToModelMessages, modelMessageSchema, safeValidateUIMessages } from "ai";
import { convert } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";

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

/** Returns the base64 of a file, which version 7 of the SDK wraps in an object. */
const bytes = (data) => (typeof data === "string" ? data : (data.url ?? data.data)).replace(/^data:[^,]*,/, "");

/**
 * Returns the value as JSON, without `undefined`. Places of bytes, and a single text as a string, are normalised, because the SDK may
 * choose either form.
 */
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

describe("written messages pass the SDK's checks", () => {
  for (const form of ["model", "ui"]) {
    test(`as ${form} messages`, async () => {
      const { body, losses } = convert("openai-chat", "ai-sdk", CHAT, { form });
      assert.deepEqual(losses, []);
      await accepts(body, form);
    });
  }
});

describe("UI messages become the model messages that the SDK makes of them", () => {
  for (const [what, messages] of Object.entries(UI)) {
    test(what, async () => {
      await accepts(messages, "ui");
      const { body, losses } = convert("ai-sdk", "ai-sdk", messages);
      await accepts(body, "model");
      assert.deepEqual(plain(body), plain(await convertToModelMessages(messages)));
      // A model message has no id.
      for (const { code, detail } of losses) assert.equal(`${code}: ${detail}`, "field-dropped: left out what the format does not define: `id`");
    });
  }
});

describe("messages survive a round trip", () => {
  for (const [what, messages] of Object.entries(UI)) {
    test(what, () => assert.deepEqual(convert("ai-sdk", "ai-sdk", messages, { form: "ui" }), { body: messages, repairs: [], losses: [] }));
  }
});

test("without a form, model messages are written", () => {
  assert.deepEqual(convert("openai-chat", "ai-sdk", CHAT).body, convert("openai-chat", "ai-sdk", CHAT, { form: "model" }).body);
});

describe("files in the form of version 7 arrive at every provider", () => {
  const base64 = "iVBORw0KGgo=";
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  const file = (mediaType, data) => ({ type: "file", mediaType, data });
  const SOURCES = {
    "bytes": file("image/png", { type: "data", data: bytes }),
    "bytes of a type that is told by its group": file("image", { type: "data", data: bytes }),
    "bytes without an object": file("image/png", bytes),
    "a data URL": file("image/png", { type: "url", url: new URL(`data:image/png;base64,${base64}`) }),
    "a picture of bytes": { type: "image", image: bytes },
    "text": file("text/plain", { type: "text", text: "kumquat" }),
  };
  for (const [what, part] of Object.entries(SOURCES)) {
    test(what, async () => {
      const messages = [{ role: "user", content: [{ type: "text", text: "See:" }, part] }];
      await accepts(messages, "model");
      for (const target of ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral", "langchain", "strands", "backscroll"]) {
        const body = JSON.stringify(convert("ai-sdk", target, messages).body);
        assert.ok(body.includes(part.data?.type === "text" ? "kumquat" : base64), `${target}: ${body}`);
        assert.ok(!body.includes("[file") && !body.includes("[image"), `${target}: ${body}`);
      }
    });
  }

  test("files of a chat, as the SDK converts them", async () => {
    const chat = [{ id: "u", role: "user", parts: [{ type: "file", mediaType: "image/png", url: `data:image/png;base64,${base64}` }, { type: "file", mediaType: "text/csv", filename: "a.csv", url: "data:text/csv;base64,a3VtcXVhdA==" }] }];
    const messages = await convertToModelMessages(chat);
    const { content } = convert("ai-sdk", "anthropic", messages).body.messages[0];
    assert.deepEqual(content, [
      { type: "image", source: { type: "base64", media_type: "image/png", data: base64 } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "kumquat" }, title: "a.csv" },
    ]);
    assert.deepEqual(convert("ai-sdk", "ai-sdk", messages).body, JSON.parse(JSON.stringify(messages)));
  });
});

describe("a denial that the SDK has yet to write as a result reaches the model, and the list comes back as it was", () => {
  const denial = { id: "ap", approved: false, reason: "Not on a Friday." };
  const call = { type: "tool-call", toolCallId: "c1", toolName: "look", input: { closely: true } };
  const asked = { role: "assistant", content: [call, { type: "tool-approval-request", approvalId: "ap", toolCallId: "c1" }] };
  const answer = { type: "tool-approval-response", approvalId: "ap", approved: false };
  const lists = {
    "a UI message": [[UI["a call that waits for a person"][0], { id: "a", role: "assistant", parts: [look({ state: "approval-responded", approval: denial })] }], denial.reason],
    "model messages": [[{ role: "user", content: "Look." }, asked, { role: "tool", content: [{ ...answer, reason: denial.reason }] }], denial.reason],
    "model messages without a reason": [[{ role: "user", content: "Look." }, asked, { role: "tool", content: [answer] }], "Tool call execution denied."],
  };
  for (const [name, [list, said]] of Object.entries(lists)) {
    test(name, () => {
      assert.deepEqual(convert("ai-sdk", "openai-chat", list).body.messages.at(-1), { role: "tool", tool_call_id: "c1", content: `[error] ${said}` });
      const [result] = convert("ai-sdk", "anthropic", list).body.messages.at(-1).content;
      assert.deepEqual([result.type, result.is_error, JSON.stringify(result.content).includes(said)], ["tool_result", true, true]);
      assert.deepEqual(convert("ai-sdk", "ai-sdk", list, name === "a UI message" ? { form: "ui" } : {}).body, list);
    });
  }

  test("a result that the SDK wrote stands for itself", () => {
    const [list] = lists["model messages"];
    const written = [...list, { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "look", output: { type: "execution-denied", reason: denial.reason } }] }];
    assert.equal(convert("ai-sdk", "openai-chat", written).body.messages.filter(({ role }) => role === "tool").length, 1);
  });
});
