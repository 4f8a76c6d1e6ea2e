// Responses of providers: invalid ones, responses with ids of their own, and responses that name their model differently from the request.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, estimateTokens, sanitize, trim } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";
import { refusal } from "../../support/basics.mjs";

const asked = () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Time?");
  return conversation;
};

describe("an invalid response is refused with the provider's names, and the history is unchanged", () => {
  const REFUSALS = [
    ["an error of Anthropic's", "anthropic", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, /Overloaded/],
    ["an error of OpenAI's", "openai-chat", { error: { message: "Rate limit" } }, /Rate limit/],
    ["a response that failed", "openai-responses", { status: "failed", error: { code: "server_error", message: "boom" }, output: [] }, /boom/],
    ["an error of Google's", "gemini", { error: { code: 503, message: "The model is overloaded." } }, /overloaded/],
    ["words of the user", "openai-chat", { choices: [{ message: { role: "user", content: "x" } }] }, /from the user/],
  ];
  for (const [name, format, response, words] of REFUSALS) {
    test(name, () => {
      const conversation = asked();
      const error = refusal(() => conversation.addResponse(format, response), "invalid-message");
      assert.match(error.message, words);
      assert.equal(conversation.messageCount, 1);
    });
  }
});

describe("an answer with an id of its own keeps it", () => {
  const ANSWERS = [
    ["ai-sdk", { id: "a1", role: "assistant", parts: [{ type: "text", text: "Noon." }] }],
    ["langchain", [{ type: "ai", data: { id: "a1", content: "Noon." } }]],
  ];
  for (const [format, answer] of ANSWERS) {
    test(format, () => {
      const conversation = asked();
      const message = conversation.addResponse(format, answer);
      assert.equal(message.id, "a1");
      assert.deepEqual(conversation.messages[1], message);
    });
  }
});

describe("the messages of an SDK that runs tools itself are added together", () => {
  const call = { type: "tool-call", toolCallId: "c1", toolName: "clock", input: {} };
  const result = { type: "tool-result", toolCallId: "c1", toolName: "clock", output: { type: "text", value: "noon" } };
  const STEPS = [
    { role: "assistant", content: [call] },
    { role: "tool", content: [result] },
    { role: "assistant", content: [{ type: "text", text: "It is noon." }] },
  ];
  const shown = [
    { type: "step-start" },
    { type: "tool-clock", toolCallId: "c1", state: "output-available", input: {}, output: "noon" },
    { type: "step-start" },
    { type: "text", text: "It is noon." },
  ];
  const lc = [
    { type: "ai", data: { content: "", tool_calls: [{ id: "c1", name: "clock", args: {}, type: "tool_call" }] } },
    { type: "tool", data: { content: "noon", tool_call_id: "c1" } },
    { type: "ai", data: { content: "It is noon." } },
  ];
  const ANSWERS = [
    ["`response.messages` of the AI SDK", "ai-sdk", STEPS],
    ["`response` of the AI SDK", "ai-sdk", { id: "r1", modelId: "m", timestamp: "2026-01-01T00:00:00Z", messages: STEPS }],
    ["a message of `useChat`", "ai-sdk", { id: "u1", role: "assistant", parts: shown }],
    ["an agent of LangChain", "langchain", lc],
  ];
  for (const [name, format, answer] of ANSWERS) {
    test(name, () => {
      const conversation = asked();
      const last = conversation.addResponse(format, answer);
      assert.deepEqual(conversation.lastAssistantMessage, last);
      const roles = conversation.messages.map(({ role }) => role);
      assert.deepEqual(roles, ["user", "assistant", "tool", "assistant"]);
      assert.deepEqual(conversation.toRequest("openai-chat", { model: "m" }).repairs, []);
    });
  }

  test("nothing is added when one of the messages is refused", () => {
    const conversation = asked();
    conversation.addResponse("ai-sdk", [{ id: "a9", role: "assistant", parts: [{ type: "text", text: "One." }] }]);
    const answer = { id: "a9", role: "assistant", parts: shown };
    refusal(() => conversation.addResponse("ai-sdk", answer), "duplicate-id");
    assert.equal(conversation.messageCount, 2);
  });

  test("for the SDK's whole result, the error names the field with the messages", () => {
    const error = refusal(() => asked().addResponse("ai-sdk", { text: "Noon.", response: { messages: STEPS } }), "invalid-message");
    assert.match(error.message, /its `response`/);
  });

  test("results without an answer are refused", () => {
    const error = refusal(() => asked().addResponse("ai-sdk", [{ role: "tool", content: [result] }]), "invalid-message");
    assert.match(error.message, /no message of the assistant/);
  });
});

describe("a single message is accepted as an answer", () => {
  const block = { text: "Noon." };
  const ANSWERS = [
    ["ai-sdk", { role: "assistant", content: [{ type: "text", text: "Noon." }] }],
    ["langchain", { type: "ai", data: { content: "Noon." } }],
    ["langchain", { lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessage"], kwargs: { content: "Noon." } }],
    ["strands", { role: "assistant", content: [block] }],
    ["strands", { message: { role: "assistant", content: [block] }, message_id: 3 }],
    ["backscroll", { role: "assistant", content: "Noon." }],
    ["backscroll", { messages: [{ role: "assistant", content: "Noon." }] }],
  ];
  for (const [format, answer] of ANSWERS) {
    test(`${format}, ${Object.keys(answer).join(" ")}`, () => {
      const conversation = asked();
      conversation.addResponse(format, answer);
      const { content } = conversation.toRequest("openai-chat").body.messages[1];
      assert.equal(content[0].text ?? content, "Noon.");
    });
  }

  test("a message with another role is refused", () => {
    refusal(() => asked().addResponse("strands", { role: "user", content: [block] }), "invalid-message");
  });
});

test("a legacy function_call is a call, and its result finds it", () => {
  const conversation = asked();
  const call = { name: "clock", arguments: '{"zone": "UTC"}' };
  const answer = { choices: [{ finish_reason: "function_call", message: { role: "assistant", content: null, function_call: call } }] };
  const { toolCalls, extras } = conversation.addResponse("openai-chat", answer);
  const [{ id, ...made }] = toolCalls;
  assert.deepEqual([made, extras], [call, undefined]);
  conversation.addMessage("tool", "noon", { toolCallId: id });
  const { body, repairs } = conversation.toRequest("openai-chat");
  assert.deepEqual(repairs, []);
  assert.deepEqual(body.messages[1].tool_calls, [{ id, type: "function", function: call }]);
  assert.deepEqual(body.messages[2], { role: "tool", content: "noon", tool_call_id: id });
});

describe("usage reports have one form for all providers", () => {
  const chat = (usage) => ({ choices: [{ message: { role: "assistant", content: "Noon." } }], usage });
  const strands = (usage) => ({ role: "assistant", content: [{ text: "Noon." }], metadata: { usage } });
  const REPORTS = [
    [
      "Gemini, of tools of its own",
      "gemini",
      { candidates: [{ content: { parts: [{ text: "Noon." }] } }], usageMetadata: { promptTokenCount: 40, toolUsePromptTokenCount: 900, candidatesTokenCount: 10, totalTokenCount: 950 } },
      { input: 940, output: 10, toolInput: 900 },
    ],
    ["OpenAI, which counts what was thought in", "openai-chat", chat({ prompt_tokens: 40, completion_tokens: 105, total_tokens: 145, completion_tokens_details: { reasoning_tokens: 100 } }), { input: 40, output: 105, reasoning: 100 }],
    ["xAI, which counts it beside", "openai-chat", chat({ prompt_tokens: 40, completion_tokens: 5, total_tokens: 145, completion_tokens_details: { reasoning_tokens: 100 } }), { input: 40, output: 105, reasoning: 100 }],
    ["DeepSeek, of hits and misses", "openai-chat", chat({ prompt_tokens: 40, completion_tokens: 5, prompt_cache_hit_tokens: 30, prompt_cache_miss_tokens: 10 }), { input: 40, output: 5, cachedInput: 30 }],
    ["DeepSeek, of those alone", "openai-chat", chat({ completion_tokens: 5, prompt_cache_hit_tokens: 30, prompt_cache_miss_tokens: 10 }), { input: 40, output: 5, cachedInput: 30 }],
    ["Mistral", "mistral", chat({ prompt_tokens: 40, completion_tokens: 5, num_cached_tokens: 32 }), { input: 40, output: 5, cachedInput: 32 }],
    ["Mistral's client", "mistral", chat({ promptTokens: 40, completionTokens: 5, num_cached_tokens: 32 }), { input: 40, output: 5, cachedInput: 32 }],
    ["Mistral's client, should it learn the name", "mistral", chat({ promptTokens: 40, completionTokens: 5, numCachedTokens: 32 }), { input: 40, output: 5, cachedInput: 32 }],
    ["Strands, of what was cached beside the input", "strands", strands({ inputTokens: 10, outputTokens: 5, totalTokens: 15, cacheReadInputTokens: 30 }), { input: 40, output: 5, cachedInput: 30 }],
    ["Strands, of what was cached in the input", "strands", strands({ inputTokens: 40, outputTokens: 5, totalTokens: 45, cacheReadInputTokens: 30 }), { input: 40, output: 5, cachedInput: 30 }],
  ];
  for (const [name, format, answer, tokens] of REPORTS) {
    test(name, async () => {
      const conversation = asked();
      const isTarget = format !== "strands";
      const request = isTarget ? { model: "m", format } : {};
      const estimate = isTarget ? (await conversation.prepare(format, { model: request.model })).tokens : 0;
      assert.deepEqual(conversation.addResponse(format, answer).tokens, tokens);
      assert.equal(conversation.tokensSpent, tokens.input + tokens.output);
      // Each provider counts 40 tokens for the request, in a field of its own. The estimate is lower.
      const raised = conversation.contextTokens - estimateTokens(conversation.messages, request);
      assert.ok(estimate < 40 && Math.abs(raised - (isTarget ? 40 - estimate : 0)) <= 1, `${raised}`);
      assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).messages[1].tokens, tokens);
    });
  }
});

describe("a refusal in its own field", () => {
  const refused = (content) => {
    const conversation = asked();
    conversation.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content, refusal: "No." } }] });
    conversation.addMessage("user", "Sure?");
    return conversation;
  };
  const texts = {
    anthropic: ({ messages }) => messages[1].content.map(({ text }) => text),
    "openai-responses": ({ input }) => input.filter(({ role }) => role === "assistant").flatMap(({ content }) => (typeof content === "string" ? [content] : content.map(({ text, refusal }) => text ?? refusal))),
    gemini: ({ contents }) => contents[1].parts.map(({ text }) => text),
    bedrock: ({ messages }) => messages[1].content.map(({ text }) => text),
    mistral: ({ messages }) => messages[1].content.map(({ text }) => text),
    "ai-sdk": (messages) => messages[1].content.map(({ text }) => text),
    strands: ({ messages }) => messages[1].content.map(({ text }) => text),
  };
  for (const [format, said] of Object.entries(texts)) {
    for (const [content, words] of [[null, ["No."]], ["", ["No."]], ["So.", ["So.", "No."]]]) {
      test(`is sent behind the content in ${format}: ${content}`, () => {
        const { messages } = refused(content);
        const { body, repairs, losses } = convert("backscroll", format, messages);
        assert.deepEqual(said(body), words);
        const done = [...repairs, ...losses].filter(({ code, detail }) => code === "field-dropped" && detail.includes("refusal"));
        assert.deepEqual(done, []);
      });
    }
  }
});

describe("a spoken answer", () => {
  const audio = { id: "audio_1", data: "UklGRg==", expires_at: 1_729_018_505, transcript: "It is noon." };
  const spoken = (message) => {
    const conversation = asked();
    conversation.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content: null, refusal: null, audio, ...message } }] });
    conversation.addMessage("user", "Sure?");
    return conversation;
  };

  test("is kept completely, and goes back by its id", () => {
    const conversation = spoken();
    assert.deepEqual(conversation.messages[1].extras, { audio });
    const again = ConversationManager.fromJSON(JSON.stringify(conversation));
    for (const { body, repairs } of [conversation, again].map((one) => one.toRequest("openai-chat"))) {
      assert.deepEqual(body.messages[1], { role: "assistant", content: null, audio: { id: "audio_1" } });
      assert.deepEqual(repairs, []);
    }
  });

  const words = {
    anthropic: ({ messages }) => messages[1].content[0].text,
    "openai-responses": ({ input }) => input[1].content,
    gemini: ({ contents }) => contents[1].parts[0].text,
    bedrock: ({ messages }) => messages[1].content[0].text,
    mistral: ({ messages }) => messages[1].content,
    "ai-sdk": (messages) => messages[1].content[0].text ?? messages[1].content,
    strands: ({ messages }) => messages[1].content[0].text,
  };
  for (const [format, said] of Object.entries(words)) {
    test(`becomes its transcript in ${format}`, () => {
      const { messages } = spoken();
      const { body, repairs, losses } = convert("backscroll", format, messages);
      assert.equal(said(body), "It is noon.");
      const done = [...repairs, ...losses].filter(({ messageId }) => messageId === messages[1].id);
      assert.deepEqual(done.flatMap(({ code, detail }) => (detail.includes("createdAt") ? [] : code)), ["written-as-text"]);
    });
  }

  test("has its transcript behind its text", () => {
    const { body } = spoken({ content: "See:" }).toRequest("anthropic");
    assert.deepEqual(body.messages[1].content.map(({ text }) => text), ["See:", "It is noon."]);
  });

  test("without a transcript is left out and reported", () => {
    const { repairs } = spoken({ content: "See:", audio: { id: "audio_1", data: "UklGRg==" } }).toRequest("anthropic");
    assert.deepEqual(repairs.map(({ detail }) => detail), ["left out what the format does not define: `audio`"]);
  });

  test("survives the way through LangChain's messages", () => {
    const { body } = convert(convert(spoken().messages, "backscroll", "langchain").body, "langchain", "openai-chat");
    assert.deepEqual(body.messages[1].audio, { id: "audio_1" });
  });
});

describe("reasoning that a Bedrock model signed goes to that model only", () => {
  const SONNET = "anthropic.claude-sonnet-4-5-20250929-v1:0";
  const answer = { output: { message: { role: "assistant", content: [{ reasoningContent: { reasoningText: { text: "Hm.", signature: "c2ln" } } }, { text: "Noon." }] } } };
  const CASES = [
    ["that was asked", SONNET, SONNET, 1],
    ["by whichever profile", SONNET, `us.${SONNET}`, 1],
    ["by an ARN that does not name it", SONNET, "arn:aws:bedrock:us-east-1:1:application-inference-profile/a1", 1],
    ["and to no other", SONNET, "amazon.nova-pro-v1:0", 0],
    ["or to any where none was asked", undefined, "amazon.nova-pro-v1:0", 1],
  ];
  for (const [name, first, next, signed] of CASES) {
    test(name, () => {
      const conversation = asked();
      if (first !== undefined) conversation.toRequest("bedrock", { modelId: first });
      conversation.addResponse("bedrock", answer);
      conversation.addMessage("user", "Sure?");
      const again = ConversationManager.fromJSON(JSON.stringify(conversation));
      for (const { body } of [conversation, again].map((one) => one.toRequest("bedrock", { modelId: next }))) {
        assert.equal(body.messages[1].content.filter((block) => "reasoningContent" in block).length, signed);
      }
    });
  }

  test("by the model of the last request", () => {
    const conversation = asked();
    for (const modelId of ["amazon.nova-pro-v1:0", SONNET]) conversation.toRequest("bedrock", { modelId });
    const [{ origin }] = conversation.addResponse("bedrock", answer).content;
    assert.deepEqual(origin, { format: "bedrock", model: SONNET });
  });
});

describe("a field of one format is not taken for another format's field of the same name", () => {
  const anthropic = { content: [{ type: "tool_use", id: "toolu_1", name: "clock", input: {}, caller: { type: "direct" } }] };
  const responses = { output: [{ type: "function_call", call_id: "call_1", name: "clock", arguments: "{}", caller: { type: "program", caller_id: "p" }, namespace: "n" }] };
  const vendor = { choices: [{ message: { role: "assistant", content: null, tool_calls: [{ index: 1, id: "call_1", type: "function", status: "done", name: "other", detail: "x", function: { name: "clock", arguments: "{}" } }] } }] };
  const CASES = [
    ["anthropic", anthropic, "openai-responses", ["`caller`"]],
    ["anthropic", anthropic, "anthropic", []],
    ["openai-responses", responses, "anthropic", ["`caller`", "`namespace`"]],
    ["openai-responses", responses, "openai-responses", []],
    ["openai-chat", vendor, "mistral", ["`index`", "`status`", "`name`", "`detail`"]],
    ["openai-chat", vendor, "openai-responses", ["`index`", "`status`", "`name`", "`detail`"]],
  ];
  for (const [from, answer, to, lost] of CASES) {
    test(`${from} to ${to}`, () => {
      const conversation = asked();
      const { toolCalls: [{ id, name }] } = conversation.addResponse(from, answer);
      assert.equal(name, "clock");
      conversation.addMessage("tool", "noon", { toolCallId: id });
      const again = ConversationManager.fromJSON(JSON.stringify(conversation));
      const [first, second] = [conversation, again].map((one) => one.toRequest(to));
      assert.deepEqual(first, second);
      const dropped = first.repairs.filter(({ code }) => code === "field-dropped").map(({ detail }) => detail);
      assert.deepEqual(dropped, lost.length === 0 ? [] : [`left out what the format does not define: ${lost.join(", ")}`]);
      assert.equal(JSON.stringify(first.body).includes("caller"), lost.length === 0);
    });
  }

  test("also through LangChain's messages", () => {
    const conversation = asked();
    const { toolCalls: [{ id }] } = conversation.addResponse("anthropic", anthropic);
    conversation.addMessage("tool", "noon", { toolCallId: id });
    const { body: messages } = convert("backscroll", "langchain", conversation.messages);
    const home = convert("langchain", "anthropic", messages).body.messages[1].content[0];
    assert.deepEqual(home.caller, { type: "direct" });
    assert.ok(!JSON.stringify(convert("langchain", "openai-responses", messages).body).includes("caller"));
  });

  test("vendors' cache markers in Anthropic's form stay cache markers", () => {
    const cached = { type: "text", text: "Time?", cache_control: { type: "ephemeral" } };
    const { body } = convert([{ role: "user", content: [cached] }], "openai-chat", "anthropic");
    assert.deepEqual(body.messages[0].content, [cached]);
  });
});

test("thinking goes to its model under each of the model's names", () => {
  const conversation = asked();
  conversation.addResponse("anthropic", {
    model: "claude-sonnet-4-5-20250929",
    content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "tool_use", id: "toolu_1", name: "clock", input: {} }],
  });
  conversation.addMessage("tool", "noon", { toolCallId: "toolu_1" });
  const params = { max_tokens: 4_000, thinking: { type: "enabled", budget_tokens: 1_024 } };
  for (const model of ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "claude-sonnet-4-5@20250929"]) {
    assert.deepEqual(conversation.toRequest("anthropic", { model, ...params }).repairs, [], model);
  }
  const { repairs } = conversation.toRequest("anthropic", { model: "claude-opus-4-5", ...params });
  assert.deepEqual(repairs.map(({ code }) => code), ["reasoning-dropped", "thinking-disabled"]);
});

test("the result of a failed tool is an error for Gemini", () => {
  const failed = { type: "tool-result", toolCallId: "a", toolName: "n", output: { type: "error-json", value: { e: 1 } } };
  const messages = [
    { role: "user", content: "q" },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "n", input: {} }] },
    { role: "tool", content: [failed] },
  ];
  const { body } = convert("ai-sdk", "gemini", messages);
  assert.deepEqual(body.contents[2].parts[0].functionResponse.response, { error: { e: 1 } });
});

test("the system prompt inside a client's `config` is read", () => {
  const request = { model: "g", contents: [{ role: "user", parts: [{ text: "x" }] }], config: { systemInstruction: "S" } };
  const error = refusal(() => ConversationManager.from("gemini", request), "invalid-message");
  assert.match(error.message, /spread `config`/);
});

describe("bytes of Amazon's client stay bytes in a returned body", () => {
  const bytes = () => new Uint8Array([137, 80, 78, 71]);
  const image = () => ({ image: { format: "png", source: { bytes: bytes() } } });
  const sound = () => ({ modelId: "m", messages: [{ role: "user", content: [{ text: "iVBORw==" }, image()] }] });

  test("in a valid body", () => {
    const body = sound();
    const outcome = sanitize("bedrock", body);
    assert.deepEqual(outcome, { body: sound(), repairs: [] });
    assert.notEqual(outcome.body.messages[0].content[1].image.source.bytes, body.messages[0].content[1].image.source.bytes);
    assert.deepEqual(trim("bedrock", sound(), { maxTokens: 10_000 }).body, sound());
    assert.deepEqual(convert(sound(), "bedrock", "bedrock").body, sound());
  });

  test("in a repaired body", () => {
    const body = { ...sound(), messages: [...sound().messages, { role: "user", content: [{ text: "" }, image()] }] };
    const outcome = sanitize("bedrock", body);
    assert.ok(outcome.repairs.length > 0);
    const images = outcome.body.messages.flatMap(({ content }) => content.filter((block) => "image" in block));
    assert.deepEqual(images, [image(), image()]);
  });
});
