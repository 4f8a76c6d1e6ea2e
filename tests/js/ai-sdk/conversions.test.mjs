// Conversions between the AI SDK's messages and other formats.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/ai-sdk";
import { called, told } from "../../support/formats/ai-sdk.mjs";

const PNG = "iVBORw0KGgo=";

/** Makes model messages in which the assistant says these parts. */
const says = (content) => [{ role: "user", content: "Hi." }, { role: "assistant", content }, { role: "user", content: "Go on." }];

describe("provider fields return from the SDK's messages to their provider", () => {
  const bodies = {
    "signed thinking and cache breakpoints": [
      "anthropic",
      {
        messages: [
          { role: "user", content: [{ type: "text", text: "Hi.", cache_control: { type: "ephemeral" } }] },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: "c2ln" },
              { type: "redacted_thinking", data: "b3Bh" },
              { type: "text", text: "Let me see." },
              { type: "tool_use", id: "c1", name: "look", input: { q: 1 } },
            ],
          },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "seen" }, { type: "text", text: "And?" }] },
        ],
      },
    ],
    "signatures of calls and words": [
      "gemini",
      {
        contents: [
          { role: "user", parts: [{ text: "Hi." }, { inlineData: { mimeType: "image/png", data: "iVBORw==" } }] },
          {
            role: "model",
            parts: [
              { text: "Hm.", thought: true },
              { text: "Let me see.", thoughtSignature: "c2ln" },
              { functionCall: { id: "c1", name: "look", args: { q: 1 } }, thoughtSignature: "Mg==" },
              { functionCall: { name: "look", args: {} } },
            ],
          },
          {
            role: "user",
            parts: [{ functionResponse: { id: "c1", name: "look", response: { a: [1] } } }, { functionResponse: { name: "look", response: { error: "gone" } } }],
          },
          { role: "model", parts: [{ text: "There." }] },
          { role: "user", parts: [{ text: "Thanks." }] },
        ],
      },
    ],
    "items": [
      "openai-responses",
      {
        input: [
          { role: "user", content: "Hi." },
          { type: "reasoning", id: "rs_1", encrypted_content: "b3Bh", summary: [{ type: "summary_text", text: "One." }, { type: "summary_text", text: "Two." }] },
          { type: "message", id: "msg_1", role: "assistant", status: "completed", phase: "commentary", content: [{ type: "output_text", text: "Let me see.", annotations: [] }] },
          { type: "function_call", id: "fc_1", call_id: "c1", name: "look", arguments: '{"q":1}' },
          { type: "custom_tool_call", id: "ctc_1", call_id: "c2", name: "write", input: "free text" },
          { type: "function_call_output", call_id: "c1", output: "seen" },
          { type: "custom_tool_call_output", call_id: "c2", output: "written" },
        ],
      },
    ],
    "signed reasoning and values": [
      "bedrock",
      {
        messages: [
          { role: "user", content: [{ text: "Hi." }, { cachePoint: { type: "default" } }] },
          {
            role: "assistant",
            content: [
              { reasoningContent: { reasoningText: { text: "Hm.", signature: "c2ln" } } },
              { reasoningContent: { redactedContent: "b3Bh" } },
              { toolUse: { toolUseId: "c1", name: "look", input: { q: 1 } } },
            ],
          },
          { role: "user", content: [{ toolResult: { toolUseId: "c1", content: [{ text: "seen" }] } }] },
        ],
      },
    ],
    "chat": [
      "openai-chat",
      {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: [{ type: "text", text: "Hi." }, { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==", detail: "low" } }, { type: "file", file: { file_id: "file-1" } }] },
          { role: "assistant", content: "", tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"q":1}' } }] },
          { role: "tool", content: "seen", tool_call_id: "c1" },
          { role: "assistant", content: "There." },
          { role: "user", content: "Thanks." },
        ],
      },
    ],
  };
  for (const [what, [format, body]] of Object.entries(bodies)) {
    for (const form of ["model", "ui"]) {
      test(`${what}, ${form}`, () => {
        const there = convert(format, "ai-sdk", body, { form });
        assert.deepEqual(there.losses, []);
        const back = convert("ai-sdk", format, there.body);
        assert.deepEqual(back.body, body, JSON.stringify(there.body));
        assert.deepEqual(back.losses, []);
      });
    }
  }
});

describe("signatures go to no other provider", () => {
  const signed = {
    anthropic: { anthropic: { signature: "c2ln" } },
    bedrock: { bedrock: { signature: "c2ln" } },
    gemini: { google: { thoughtSignature: "c2ln" } },
    "openai-responses": { azure: { itemId: "rs_1", reasoningEncryptedContent: "c2ln" } },
  };
  for (const [maker, providerOptions] of Object.entries(signed)) {
    for (const to of Object.keys(signed)) {
      test(`${maker} to ${to}`, () => {
        const { body, losses } = convert(
          says([
            { type: "reasoning", text: "Hm.", providerOptions },
            // OpenAI's reasoning is bound to the item behind it.
            { type: "text", text: "Hello.", providerOptions: { azure: { itemId: "msg_1" } } },
          ]),
          "ai-sdk",
          to,
        );
        assert.equal(JSON.stringify(body).includes("c2ln"), to === maker);
        assert.equal(told(losses).some((loss) => loss.startsWith("reasoning-dropped m1")), to !== maker);
      });
    }
  }
});

test("options of other providers are reported", () => {
  const { losses } = convert(says([{ type: "text", text: "Hello.", providerOptions: { xai: { a: 1 } } }]), "ai-sdk", "openai-chat");
  assert.deepEqual(told(losses), ["field-dropped m1: left out what the format does not define: `providerOptions`"]);
});

test("marks of the SDK's form are dropped without a report", () => {
  const list = [
    { id: "u", role: "user", parts: [{ type: "text", text: "Hi." }] },
    {
      id: "a",
      role: "assistant",
      parts: [
        { type: "text", text: "Hm." },
        { type: "text", text: "Let me see.", state: "streaming" },
        { type: "dynamic-tool", toolName: "look", toolCallId: "c1", state: "output-available", input: "{}", output: { a: 1 } },
      ],
    },
  ];
  const { body, losses } = convert("ai-sdk", "openai-chat", list);
  assert.deepEqual(losses, []);
  assert.deepEqual(body.messages, [
    { role: "user", content: "Hi." },
    {
      role: "assistant",
      content: [{ type: "text", text: "Hm." }, { type: "text", text: "Let me see." }],
      tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", content: '{"a":1}', tool_call_id: "c1" },
  ]);
});

test("fields that only the SDK has are reported when dropped", () => {
  const list = [
    { id: "u", role: "user", parts: [{ type: "text", text: "Hi." }, { type: "data-place", data: 1 }] },
    {
      id: "a",
      role: "assistant",
      metadata: { at: 1 },
      parts: [
        { type: "source-url", sourceId: "s", url: "https://example.org" },
        { type: "tool-pay", toolCallId: "c1", state: "approval-requested", input: {}, title: "Pay", approval: { id: "ap" } },
        { type: "tool-web_search", toolCallId: "s1", state: "output-available", input: {}, output: [], providerExecuted: true },
      ],
    },
  ];
  const { repairs, losses } = convert("ai-sdk", "openai-chat", list);
  assert.deepEqual(told(losses), [
    "part-dropped u: a part of type `data-place` is not defined by the format, and was left out",
    "written-as-text a: the target has no form for a part of type `tool-web_search`, so it is sent as text",
    "part-dropped a: a part of type `source-url` is not defined by the format, and was left out",
    "field-dropped a: left out what the format does not define: `uiFields.title`, `approval`, `metadata`",
  ]);
  assert.deepEqual(told(repairs), ["missing-result-added a: the call `c1` of pay has no result; a result that says so was added"]);
});

test("UI messages become model messages", () => {
  const list = [
    { id: "u", role: "user", parts: [{ type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw==" }] },
    {
      id: "a",
      role: "assistant",
      metadata: 1,
      parts: [
        { type: "step-start" },
        { type: "reasoning", id: "0", text: "Hm.", state: "done", providerMetadata: { anthropic: { signature: "c2ln" } } },
        { type: "tool-web_search", toolCallId: "s1", state: "output-available", input: { q: 1 }, output: [1], providerExecuted: true },
        { type: "tool-pay", toolCallId: "c1", state: "output-denied", input: {}, approval: { id: "ap", approved: false, reason: "no" } },
        { type: "tool-pay", toolCallId: "c2", state: "output-error", input: {}, errorText: "gone" },
        { type: "tool-pay", toolCallId: "c3", state: "input-streaming", input: {} },
        { type: "step-start" },
        { type: "text", text: "There.", state: "done" },
      ],
    },
  ];
  const result = (toolCallId, output) => ({ type: "tool-result", toolCallId, toolName: "pay", output });
  const { body, losses } = convert("ai-sdk", "ai-sdk", list, { form: "model" });
  assert.deepEqual(body, [
    { role: "user", content: [{ type: "image", image: "iVBORw==", mediaType: "image/png" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", providerOptions: { anthropic: { signature: "c2ln" } } },
        { type: "tool-call", toolCallId: "s1", toolName: "web_search", input: { q: 1 }, providerExecuted: true },
        { type: "tool-result", toolCallId: "s1", toolName: "web_search", output: { type: "json", value: [1] } },
        { type: "tool-call", toolCallId: "c1", toolName: "pay", input: {} },
        { type: "tool-approval-request", approvalId: "ap", toolCallId: "c1" },
        { type: "tool-call", toolCallId: "c2", toolName: "pay", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-approval-response", approvalId: "ap", approved: false, reason: "no" },
        result("c1", { type: "execution-denied", reason: "no" }),
        result("c2", { type: "error-text", value: "gone" }),
      ],
    },
    { role: "assistant", content: "There." },
  ]);
  assert.deepEqual(told(losses), [
    "field-dropped u: left out what the format does not define: `id`",
    "part-dropped a: the call of pay was left out: its input had not arrived",
    "field-dropped a: left out what the format does not define: `id`, `metadata`",
  ]);
});

test("model messages become UI messages", () => {
  const shown = { type: "content", value: [{ type: "image-data", data: PNG, mediaType: "image/png" }] };
  const list = [
    { role: "user", content: [{ type: "image", image: PNG }], providerOptions: { anthropic: { cacheControl: 1 } } },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "s1", toolName: "web_search", input: {}, providerExecuted: true, providerOptions: { x: { y: 1 } } },
        { type: "tool-result", toolCallId: "s1", toolName: "web_search", output: { type: "error-json", value: { code: 1 } } },
        { type: "tool-call", toolCallId: "c1", toolName: "pay", input: {} },
        { type: "tool-approval-request", approvalId: "ap", toolCallId: "c1" },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-approval-response", approvalId: "ap", approved: true },
        { type: "tool-result", toolCallId: "c1", toolName: "pay", output: shown },
        { type: "tool-result", toolCallId: "c9", toolName: "pay", output: { type: "text", value: "x" } },
      ],
    },
  ];
  const { body, losses } = convert("ai-sdk", "ai-sdk", list, { form: "ui" });
  assert.deepEqual(body, [
    { id: "m0", role: "user", parts: [{ type: "file", mediaType: "image/png", url: `data:image/png;base64,${PNG}` }] },
    {
      id: "m1",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "tool-web_search", toolCallId: "s1", state: "output-error", input: {}, errorText: '{"code":1}', providerExecuted: true, callProviderMetadata: { x: { y: 1 } } },
        { type: "tool-pay", toolCallId: "c1", state: "output-available", input: {}, approval: { id: "ap", approved: true }, output: shown },
      ],
    },
  ]);
  assert.deepEqual(told(losses), [
    "field-dropped m0: left out what the format does not define: `providerOptions`",
    "part-dropped m2.1: the result answers no call, for which there is no form; it was left out",
  ]);
});

test("parts without a form in the SDK are reported", () => {
  const neutral = [
    { id: "s", role: "system", content: "So far: nothing.", isSummary: true },
    { id: "u", role: "user", name: "Ada", content: [{ type: "image", fileId: "f", origin: { format: "mistral" } }, { type: "file", url: "https://example.org/a" }] },
    {
      id: "a",
      role: "assistant",
      model: "m",
      content: [
        { type: "refusal", text: "No." },
        { type: "reasoning", text: "Hm.", signature: "c2ln" },
        { type: "other", format: "anthropic", value: { type: "compaction" } },
      ],
      toolCalls: [{ id: "c1", name: "look", arguments: "" }, { id: "c2", name: "write", arguments: "free", kind: "custom" }],
    },
    { id: "t", role: "tool", toolCallId: "c1", isError: true, content: [{ type: "text", text: "See:" }, { type: "image", mediaType: "image/png", data: "iVBORw==" }] },
    { id: "o", role: "tool", toolCallId: "c7", content: "x" },
  ];
  const { body, repairs, losses } = convert("backscroll", "ai-sdk", neutral);
  const shown = [{ type: "text", text: "[error]" }, { type: "text", text: "See:" }, { type: "image-data", data: "iVBORw==", mediaType: "image/png" }];
  assert.deepEqual(body, [
    { role: "system", content: "So far: nothing." },
    { role: "user", content: [{ type: "text", text: "[image]" }, { type: "file", data: "https://example.org/a", mediaType: "application/octet-stream" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "No." },
        { type: "reasoning", text: "Hm." },
        { type: "tool-call", toolCallId: "c1", toolName: "look", input: {} },
        { type: "tool-call", toolCallId: "c2", toolName: "write", input: "free" },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c1", toolName: "look", output: { type: "content", value: shown } },
        { type: "tool-result", toolCallId: "c7", toolName: "unknown", output: { type: "text", value: "x" } },
      ],
    },
  ]);
  assert.deepEqual(told(losses), [
    "field-dropped s: left out what the format does not define: `id`, `isSummary`",
    "media-replaced u: the image became the text `[image]`: the target does not take its source",
    "field-dropped u: left out what the format does not define: `id`, `name`",
    "written-as-text a: the target has no form for a refusal, so it is sent as text",
    "part-dropped a: a part of type `compaction` is not defined by the format, and was left out",
    "field-dropped a: left out what the format does not define: `id`, `model`, `signature`, `kind`",
    "written-as-text t: an error of a tool has no parts there; its result begins with `[error]`",
    "field-dropped t: left out what the format does not define: `id`",
    "field-dropped o: left out what the format does not define: `id`",
  ]);
  assert.deepEqual(told(repairs), [
    "content-filled u: a file of no known type is said to be `application/octet-stream`",
    "arguments-filled a: the empty arguments of look are written as {}",
    "content-filled o: the result answers no call; its tool is called `unknown`",
  ]);
});

test("a body of a program is read with its instructions", () => {
  const { body, losses } = convert({ id: "chat-1", system: "Be brief.", messages: [{ role: "user", content: "Hi." }] }, "ai-sdk", "ai-sdk");
  assert.deepEqual(body, [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi." }]);
  assert.deepEqual(told(losses), ["field-dropped : `id` is not part of the conversation, and was left out"]);
});

describe("inputs that are no objects are wrapped where objects are required", () => {
  for (const [input, wrapped] of [["no JSON", { _raw: "no JSON" }], [[1], { _raw: [1] }], ['{"a":1}', { a: 1 }]]) {
    test(JSON.stringify(input), () => {
      const { messages } = convert(called(input, { type: "text", value: "x" }), "ai-sdk", "anthropic").body;
      assert.deepEqual(messages.map(({ content }) => content[0].input).find((given) => given !== undefined), wrapped);
    });
  }
});

describe("approval answers without a request stay where possible", () => {
  const answers = { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved: true }] };
  const user = { role: "user", content: "Hi." };

  test("before the first message they are dropped", () => {
    const { body, losses } = convert([answers, user], "ai-sdk", "ai-sdk");
    assert.deepEqual(body, [user]);
    assert.deepEqual(told(losses), ["part-dropped : an answer to a question before the first message was left out"]);
  });

  test("later ones survive a round trip", () => assert.deepEqual(convert([user, answers], "ai-sdk", "ai-sdk").body, [user, answers]));

  test("UI messages cannot hold them", () => {
    const { losses } = convert([user, answers], "ai-sdk", "ai-sdk", { form: "ui" });
    assert.deepEqual(told(losses), ["field-dropped m0: left out what the format does not define: `approvalResponses`"]);
  });
});
