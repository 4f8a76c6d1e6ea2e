// Model messages of the AI SDK survive reading and writing unchanged.

import { describe, test } from "node:test";
import "backscroll/ai-sdk";
import { called, comesBack } from "../../support/formats/ai-sdk.mjs";

const user = (content) => [{ role: "user", content }];
const assistant = (content) => [{ role: "user", content: "Hi." }, { role: "assistant", content }];
const name = (value) => JSON.stringify(value).slice(0, 100);

describe("texts of model messages survive a round trip", () => {
  const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const lists = [
    [],
    [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi." }],
    [{ role: "system", content: "Be brief.", providerOptions: cached }],
    [{ role: "system", content: "", providerOptions: { x: { y: 1 }, anthropic: { cacheControl: 1 } } }],
    [{ role: "user", content: "Hi.", providerOptions: cached }],
    user([]),
    user([{ type: "text", text: "Hi." }, { type: "text", text: "", providerOptions: cached }]),
    assistant("Hello."),
    assistant(""),
    assistant([]),
    assistant([{ type: "text", text: "Hello.", providerOptions: { openai: { itemId: "msg_1", phase: "commentary" } } }]),
    assistant([{ type: "text", text: "Hello.", providerOptions: { azure: { itemId: "msg_1" }, other: {}, odd: 1 } }]),
    assistant([{ type: "text", text: "Hello.", unknown: { a: 1.5 } }]),
  ];
  for (const list of lists) test(name(list), () => comesBack("model", list));
});

describe("media of model messages survive a round trip", () => {
  const png = "iVBORw0KGgo=";
  const url = `data:image/png;base64,${png}`;
  const parts = [
    { type: "image", image: png },
    { type: "image", image: png, mediaType: "image/png" },
    { type: "image", image: png, mediaType: "image/jpeg" },
    { type: "image", image: "Qk0=", mediaType: "image/*" },
    { type: "image", image: url },
    { type: "image", image: url, mediaType: "image/gif" },
    { type: "image", image: "https://example.org/a.png" },
    { type: "image", image: "file-abc", providerOptions: { openai: { imageDetail: "low" } } },
    { type: "file", data: png, mediaType: "image/png" },
    { type: "file", data: "file-abc", mediaType: "application/pdf" },
    { type: "file", data: "SUQz", mediaType: "audio/mpeg" },
    { type: "file", data: "JVBERg==", mediaType: "application/pdf", filename: "a.pdf" },
    { type: "file", data: "https://example.org/a.pdf", mediaType: "application/pdf" },
    { type: "file", data: "gs://bucket/a.mp4", mediaType: "video/mp4" },
    { type: "file", data: "https://www.youtube.com/watch?v=1", mediaType: "video/mp4" },
    { type: "file", data: { type: "url", url: "https://example.org" }, mediaType: "text/plain" },
    { type: "file", data: { type: "url", url }, mediaType: "image/png" },
    { type: "file", data: { type: "data", data: png }, mediaType: "image" },
    { type: "file", data: { type: "data", data: "aGk=" }, mediaType: "text/plain", filename: "a.txt" },
    { type: "file", data: { type: "text", text: "hi" }, mediaType: "text/plain", filename: "a.txt" },
    { type: "file", data: { type: "reference", reference: { anthropic: "file_1" } }, mediaType: "application/pdf" },
    { type: "file", data: { type: "reference", reference: { anthropic: "file_1", openai: "file-1" } }, mediaType: "image/png" },
    { type: "file", data: { openai: "file-1" }, mediaType: "application/pdf" },
    { type: "image", image: { type: "url", url: "https://example.org/a.png" } },
    { type: "from-the-future", a: [1] },
  ];
  for (const part of parts) test(name(part), () => comesBack("model", user([{ type: "text", text: "See:" }, part])));

  test("a signed picture of the assistant", () => {
    comesBack("model", assistant([{ type: "file", data: png, mediaType: "image/png", providerOptions: { vertex: { thoughtSignature: "c2ln" } } }]));
  });
});

describe("reasoning survives a round trip with its signature", () => {
  const options = [
    undefined,
    { anthropic: { signature: "c2ln" } },
    { google: { thoughtSignature: "c2ln" } },
    { vertex: { thoughtSignature: "c2ln" } },
    { googleVertex: { thoughtSignature: "c2ln" } },
    { bedrock: { signature: "c2ln" } },
    { amazonBedrock: { signature: "c2ln" } },
    { openai: { itemId: "rs_1" } },
    { openai: { itemId: "rs_1", reasoningEncryptedContent: null } },
    { azure: { itemId: "rs_1", reasoningEncryptedContent: "b3Bh" } },
    { openai: { reasoningEncryptedContent: "b3Bh" } },
    { anthropic: { signature: "c2ln", redactedData: "b3Bh", x: 1 }, bedrock: { signature: "Mg==" } },
    { deepseek: { x: "y" } },
  ];
  for (const providerOptions of options) {
    const part = { type: "reasoning", text: "Hm.", ...(providerOptions && { providerOptions }) };
    test(name(part), () => comesBack("model", assistant([part, { type: "text", text: "Yes." }])));
  }

  const silent = [
    { anthropic: { redactedData: "b3Bh" } },
    { bedrock: { redactedContent: "b3Bh" } },
    { bedrock: { redactedData: "b3Bh" } },
    { openai: { itemId: "rs_1", reasoningEncryptedContent: "b3Bh" } },
    { openai: { itemId: "rs_1", reasoningEncryptedContent: null } },
  ];
  for (const providerOptions of silent) {
    test(`silent ${name(providerOptions)}`, () => comesBack("model", assistant([{ type: "reasoning", text: "", providerOptions }])));
  }
});

describe("paragraphs of one item come back as they were", () => {
  const part = (text, options) => ({ type: "reasoning", text, providerOptions: { openai: options } });
  const sealed = { itemId: "rs_1", reasoningEncryptedContent: "b3Bh" };
  const bare = { itemId: "rs_1" };
  const none = { itemId: "rs_1", reasoningEncryptedContent: null };
  for (const [first, second] of [[sealed, sealed], [bare, sealed], [none, sealed], [none, none], [bare, bare], [bare, none]]) {
    test(name([first, second]), () => comesBack("model", assistant([part("One.", first), part("", second), part("Two.", second), { type: "text", text: "Yes." }])));
  }

  test("with another signature", () => comesBack("model", assistant([part("One.", sealed), part("Two.", { itemId: "rs_1", reasoningEncryptedContent: "Mg==" })])));
});

describe("calls survive a round trip with their input", () => {
  for (const input of [{ a: 1.5, b: 1e22 }, {}, "no JSON {", '{"a": 1}', "", [1], null, true]) {
    test(name(input), () => comesBack("model", called(input, { type: "text", value: "seen" })));
  }

  test("between texts, with options", () => {
    comesBack("model", [
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "c1", toolName: "look", providerExecuted: false, providerOptions: { openai: { itemId: "fc_1", namespace: "n" }, google: { thoughtSignature: "c2ln" } } },
          { type: "text", text: "and" },
          { type: "tool-call", toolCallId: "c2", toolName: "write", input: "free text", providerOptions: { openai: { itemId: "ctc_1" } } },
        ],
      },
    ]);
  });
});

describe("outputs survive a round trip", () => {
  const shown = [
    { type: "text", text: "seen", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    { type: "media", data: "iVBORw==", mediaType: "image/png" },
    { type: "image-data", data: "iVBORw==", mediaType: "image/png" },
    { type: "image-data", data: "Qk0=", mediaType: "image/*" },
    { type: "image-url", url: "https://example.org/a.png", providerOptions: { openai: { imageDetail: "low" } } },
    { type: "image-file-id", fileId: "file-1" },
    { type: "image-file-id", fileId: { openai: "file-1" } },
    { type: "file-id", fileId: { anthropic: "file_1" } },
    { type: "file-id", fileId: { anthropic: "file_1", openai: "file-1" } },
    { type: "file-data", data: "JVBERg==", mediaType: "application/pdf", filename: "a.pdf" },
    { type: "file-data", data: "iVBORw==", mediaType: "image/png" },
    { type: "file-url", url: "https://example.org/a.pdf" },
    { type: "file-url", url: "https://example.org/a.png", mediaType: "image/png" },
    { type: "file-url", url: "gs://b/a.mp4", mediaType: "video/mp4" },
    { type: "file", data: { type: "data", data: "iVBORw0KGgo=" }, mediaType: "image/png" },
    { type: "file", data: { type: "text", text: "hi" }, mediaType: "text/plain", filename: "a.txt" },
    { type: "file", data: { type: "url", url: "https://example.org/a.pdf" }, mediaType: "application/pdf" },
    { type: "file", data: { type: "reference", reference: { google: "https://generativelanguage.googleapis.com/v1/a" } }, mediaType: "video/mp4" },
    { type: "custom", providerOptions: { anthropic: { type: "tool-reference", toolName: "x" } } },
  ];
  const outputs = [
    { type: "text", value: "" },
    { type: "text", value: '{"a": 1}', providerOptions: { openai: { promptCacheBreakpoint: {} } } },
    { type: "json", value: { a: [1, null] } },
    { type: "json", value: null },
    { type: "json", value: "text" },
    { type: "json", value: [1] },
    { type: "error-text", value: "gone" },
    { type: "error-json", value: { code: 404 } },
    { type: "execution-denied" },
    { type: "execution-denied", reason: "no" },
    { type: "execution-denied", reason: "Tool call execution denied." },
    { type: "content", value: [] },
    { type: "content", value: [{ type: "text", text: "seen" }] },
    { type: "content", value: shown },
  ];
  for (const output of outputs) test(name(output), () => comesBack("model", called({}, output)));
});

describe("provider-executed tools, approval requests and unpaired results survive a round trip", () => {
  const lists = {
    "a tool of the provider": [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          { type: "tool-call", toolCallId: "s1", toolName: "web_search", input: { q: 1 }, providerExecuted: true },
          { type: "tool-result", toolCallId: "s1", toolName: "web_search", output: { type: "json", value: [] } },
          { type: "tool-approval-request", approvalId: "a9", toolCallId: "s1" },
          { type: "text", text: "There." },
        ],
      },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a9", approved: true, providerExecuted: true }] },
    ],
    "questions to a person": [
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "c1", toolName: "pay", input: {} },
          { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1", signature: "c2ln" },
          { type: "tool-call", toolCallId: "c2", toolName: "pay", input: {} },
          { type: "tool-approval-request", approvalId: "a2", toolCallId: "c2" },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-approval-response", approvalId: "a1", approved: false, reason: "too much" },
          { type: "tool-approval-response", approvalId: "a2", approved: true },
          { type: "tool-result", toolCallId: "c2", toolName: "pay", output: { type: "text", value: "paid" }, providerOptions: { x: { y: 1 } } },
        ],
        providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
      },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "pay", output: { type: "execution-denied" } }] },
    ],
    "a result without a call, and a call without a result": [
      { role: "user", content: "Hi." },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c7", toolName: "look", output: { type: "text", value: "x" } }] },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c8", toolName: "look", input: {} }] },
    ],
  };
  for (const [what, list] of Object.entries(lists)) test(what, () => comesBack("model", list));
});
