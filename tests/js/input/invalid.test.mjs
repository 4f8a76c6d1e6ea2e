// Invalid input throws an error with a code and a reason, and leaves the history unchanged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, isContextOverflow, recentTurns, sanitize, sanitizeToolCalls } from "backscroll";
import { chat, overflow, refusal, state } from "../../support/basics.mjs";

const cyclic = {};
cyclic.self = { again: [cyclic] };
const nested = (levels) => {
  let value = {};
  for (let level = 1; level < levels; level += 1) value = level % 2 ? { inner: value } : [value];
  return value;
};
const deepText = `${'{"inner":'.repeat(20_000)}1${"}".repeat(20_000)}`;
const thrower = { get trap() { throw new Error("the getter threw"); } };
const call = (fields) => ({ toolCalls: [{ id: "c", name: "f", arguments: "{}", ...fields }] });

describe("options of the constructor", () => {
  const cases = [
    [null, "invalid-argument", /options/],
    [5, "invalid-argument", /options/],
    [[], "invalid-argument", /options/],
    [{ tokenlimit: 5 }, "invalid-argument", /Did you mean `tokenLimit`/],
    [{ system_prompt: "x" }, "invalid-argument", /Did you mean `systemPrompt`/],
    [{ windowSize: 5 }, "invalid-argument", /windowSize/],
    [{ tokenLimit: 0 }, "invalid-argument", /tokenLimit/],
    ...[NaN, -1, Infinity, 1.5, "100", null, true, {}].flatMap((value) => [
      [{ tokenLimit: value }, "invalid-argument", /tokenLimit/],
      [{ reserveTokens: value }, "invalid-argument", /reserveTokens/],
    ]),
    ...[0, -0.1, 1.01, NaN, Infinity, "0.5", null, undefined].map((value) => [
      { proactiveCompression: { compressionThreshold: value } },
      "invalid-argument",
      /between 0 \(exclusive\) and 1 \(inclusive\)/,
    ]),
    [{ proactiveCompression: 0.5 }, "invalid-argument", /proactiveCompression/],
    [{ proactiveCompression: null }, "invalid-argument", /proactiveCompression/],
    [{ proactiveCompression: { threshold: 0.5 } }, "invalid-argument", /threshold/],
    [{ systemPrompt: 5 }, "invalid-argument", /systemPrompt/],
    [{ systemPrompt: null }, "invalid-argument", /systemPrompt/],
    [{ estimator: "tiktoken" }, "invalid-argument", /"script", "bytes\/3", "chars\/4"/],
    [{ estimator: 4 }, "invalid-argument", /estimator/],
    [{ reduce: "drop" }, "invalid-argument", /reduce/],
    [{ reduce: { name: "x" } }, "invalid-argument", /reduce/],
    [{ onReduce: {} }, "invalid-argument", /onReduce/],
    [{ limits: 5 }, "invalid-argument", /limits/],
    [{ limits: { bytes: 5 } }, "invalid-argument", /limits/],
    [{ limits: { messageBytes: 0 } }, "invalid-argument", /messageBytes/],
    [{ limits: { messageBytes: "1" } }, "invalid-argument", /messageBytes/],
    [{ limits: { depth: -1 } }, "invalid-argument", /depth/],
    [{ limits: { depth: NaN } }, "invalid-argument", /depth/],
    [{ limits: { messageBytes: 4 }, systemPrompt: "12345" }, "too-large", /limit of 4 bytes/],
  ];
  cases.forEach(([options, code, text], index) => {
    test(`${index}: ${JSON.stringify(options)}`, () => {
      assert.match(refusal(() => new ConversationManager(options), code).message, text);
    });
  });

  test("values in range are accepted", () => {
    for (const options of [undefined, {}, { tokenLimit: 1 }, { tokenLimit: undefined }, { proactiveCompression: { compressionThreshold: 1 } }, { proactiveCompression: false }]) {
      new ConversationManager(options).dispose();
    }
  });
});

/** Calls that leave a conversation with messages, open calls and reported tokens unchanged. */
const onConversation = [
  // addMessage: role
  ["no arguments", (c) => c.addMessage(), "invalid-role"],
  ["role null", (c) => c.addMessage(null, "x"), "invalid-role"],
  ["role number", (c) => c.addMessage(1, "x"), "invalid-role", /Invalid role: 1\./],
  ["role symbol", (c) => c.addMessage(Symbol("user"), "x"), "invalid-role"],
  ["role array", (c) => c.addMessage(["user"], "x"), "invalid-role"],
  ["role in capitals", (c) => c.addMessage("User", "x"), "invalid-role", /Invalid role: User\. Must be one of system, user, assistant, tool/],
  ["role of Object.prototype", (c) => c.addMessage("constructor", "x"), "invalid-role"],
  ["message without role", (c) => c.addMessage({ content: "x" }), "invalid-role"],
  ["late system text", (c) => c.addMessage("system", "x"), "system-not-first"],
  ["late system message", (c) => c.addMessage({ role: "system", content: "x", name: "n" }), "system-not-first"],
  // addMessage: content
  ...[5, true, {}, new Date(0), Symbol("s"), 5n, () => 1].map((content) => [`content ${String(content)}`, (c) => c.addMessage("user", content), "invalid-message", /content/]),
  ["part null", (c) => c.addMessage("user", [null]), "invalid-message", /content\[0\]/],
  ["part text", (c) => c.addMessage("user", ["text"]), "invalid-message", /content\[0\]/],
  ["part without type", (c) => c.addMessage("user", [{ text: "x" }]), "invalid-message", /content\[0\]/],
  ["part of unknown type", (c) => c.addMessage("user", [{ type: "text", text: "x" }, { type: "image_url" }]), "invalid-message", /content\[1\]/],
  ["text part without text", (c) => c.addMessage("user", [{ type: "text" }]), "invalid-message"],
  ["text part with a number", (c) => c.addMessage("user", [{ type: "text", text: 5 }]), "invalid-message"],
  ["audio part without data", (c) => c.addMessage("user", [{ type: "audio", mediaType: "audio/wav" }]), "invalid-message"],
  // addMessage: metadata
  ["metadata text", (c) => c.addMessage("user", "x", "meta"), "invalid-argument", /metadata/],
  ["metadata null", (c) => c.addMessage("user", "x", null), "invalid-argument", /metadata/],
  ["metadata array", (c) => c.addMessage("user", "x", []), "invalid-argument", /metadata/],
  ["unknown key", (c) => c.addMessage("user", "x", { tool_call_id: "c" }), "invalid-argument", /Did you mean `toolCallId`/],
  ["unknown key in a message", (c) => c.addMessage({ role: "user", contents: "x" }), "invalid-argument", /contents/],
  ["role in metadata", (c) => c.addMessage("user", "x", { role: "assistant" }), "invalid-argument", /role/],
  ["content in metadata", (c) => c.addMessage("user", "x", { content: "y" }), "invalid-argument", /content/],
  ["further arguments", (c) => c.addMessage({ role: "user", content: "x" }, "y"), "invalid-argument"],
  ["id number", (c) => c.addMessage("user", "x", { id: 5 }), "invalid-message", /id/],
  ["id empty", (c) => c.addMessage("user", "x", { id: "" }), "invalid-message", /id/],
  ["id taken", (c) => c.addMessage("user", "other", { id: "taken" }), "duplicate-id", /taken/],
  ...[NaN, Infinity, "now", 1.5, null, new Date(0)].map((createdAt) => [`createdAt ${createdAt}`, (c) => c.addMessage("user", "x", { createdAt }), "invalid-message", /createdAt/]),
  ["model number", (c) => c.addMessage("assistant", "x", { model: 5 }), "invalid-message", /model/],
  ["model null", (c) => c.addMessage("assistant", "x", { model: null }), "invalid-message", /Leave it out/],
  ["pinned text", (c) => c.addMessage("user", "x", { pinned: "yes" }), "invalid-message", /pinned/],
  ["isError number", (c) => c.addMessage("tool", "x", { toolCallId: "c", isError: 1 }), "invalid-message", /isError/],
  ["toolCallId number", (c) => c.addMessage("tool", "x", { toolCallId: 1 }), "invalid-message", /toolCallId/],
  ["name object", (c) => c.addMessage("user", "x", { name: {} }), "invalid-message", /name/],
  ["tokens number", (c) => c.addMessage("assistant", "x", { tokens: 5 }), "invalid-message", /tokens/],
  ["tokens array", (c) => c.addMessage("assistant", "x", { tokens: [] }), "invalid-message", /tokens/],
  ["tokens unknown", (c) => c.addMessage("assistant", "x", { tokens: { inputs: 5 } }), "invalid-message", /Did you mean `input`/],
  ...[NaN, -1, 1.5, Infinity, "5", null].map((input) => [`tokens.input ${input}`, (c) => c.addMessage("assistant", "x", { tokens: { input } }), "invalid-message", /tokens\.input/]),
  // addMessage: calls
  ["toolCalls object", (c) => c.addMessage("assistant", null, { toolCalls: {} }), "invalid-message", /toolCalls/],
  ["toolCalls null", (c) => c.addMessage("assistant", null, { toolCalls: null }), "invalid-message", /toolCalls/],
  ["call text", (c) => c.addMessage("assistant", null, { toolCalls: ["f"] }), "invalid-message", /toolCalls\[0\]/],
  ["call null", (c) => c.addMessage("assistant", null, { toolCalls: [null] }), "invalid-message", /toolCalls\[0\]/],
  ["call without id", (c) => c.addMessage("assistant", null, call({ id: undefined })), "invalid-message", /toolCalls\[0\]\.id/],
  ["call id number", (c) => c.addMessage("assistant", null, call({ id: 1 })), "invalid-message", /toolCalls\[0\]\.id/],
  ["call without name", (c) => c.addMessage("assistant", null, call({ name: undefined })), "invalid-message", /toolCalls\[0\]\.name/],
  ["call of a function without name", (c) => c.addMessage("assistant", null, { toolCalls: [{ id: "c", function: {} }] }), "invalid-message", /name/],
  ...[5, true, [1]].map((args) => [`arguments ${args}`, (c) => c.addMessage("assistant", null, call({ arguments: args })), "invalid-message", /arguments/]),
  // addMessage: values that JSON cannot represent
  ["function inside", (c) => c.addMessage("tool", "x", { toolCallId: "c", toolResult: { a: [{ run() {} }] } }), "invalid-message", /toolResult\.a\[0\]\.run/],
  ["symbol inside", (c) => c.addMessage("tool", "x", { toolCallId: "c", toolResult: { a: Symbol("x") } }), "invalid-message", /toolResult\.a/],
  ["BigInt inside", (c) => c.addMessage("assistant", null, call({ arguments: { n: 5n } })), "invalid-message", /toolCalls\[0\]\.arguments\.n/],
  ["BigInt itself", (c) => c.addMessage("tool", "x", { toolResult: 5n }), "invalid-message", /toolResult/],
  ["a Map", (c) => c.addMessage("tool", "x", { toolResult: new Map([[1, 2]]) }), "invalid-message", /Map/],
  ["a promise", (c) => c.addMessage("tool", "x", { toolResult: Promise.resolve(1) }), "invalid-message", /await/],
  ["an Error", (c) => c.addMessage("tool", "x", { toolResult: new Error("x") }), "invalid-message", /Error/],
  ["a getter that throws", (c) => c.addMessage("tool", "x", { toolResult: thrower }), "invalid-message", /the getter threw/],
  ["toJSON that throws", (c) => c.addMessage("tool", "x", { toolResult: { toJSON() { throw new Error("no JSON"); } } }), "invalid-message", /no JSON/],
  ["an invalid date", (c) => c.addMessage("tool", "x", { toolResult: { at: new Date(NaN), big: { toJSON: () => 5n } } }), "invalid-message"],
  ["cyclic", (c) => c.addMessage("tool", "x", { toolResult: cyclic }), "invalid-message", /cyclic at/],
  ["cyclic arguments", (c) => c.addMessage("assistant", null, call({ arguments: cyclic })), "invalid-message", /cyclic at/],
  ["129 levels", (c) => c.addMessage("tool", "x", { toolResult: nested(128) }), "too-deep", /128/],
  ["20,000 levels", (c) => c.addMessage("assistant", null, call({ arguments: nested(20_000) })), "too-deep"],
  ["20,000 levels of text", (c) => c.addMessage("assistant", null, call({ arguments: deepText })), "too-deep", /128/],
  ["20,000 levels of content", (c) => c.addMessage("user", [{ type: "other", format: "anthropic", value: nested(20_000) }]), "too-deep"],
  ["20,000 levels behind toJSON", (c) => c.addMessage("tool", "x", { toolResult: { toJSON: () => nested(20_000) } }), "too-deep"],
  ["50 MB of text", (c) => c.addMessage("user", "x".repeat(50_000_000)), "too-large", /33554432/],
  ["50 MB in parts", (c) => c.addMessage("user", [{ type: "text", text: "x".repeat(50_000_000) }]), "too-large", /33554432/],
  ["50 MB of arguments", (c) => c.addMessage("assistant", null, call({ arguments: "x".repeat(50_000_000) })), "too-large"],
  ["50 MB of keys", (c) => c.addMessage("assistant", null, call({ arguments: { ["x".repeat(50_000_000)]: 1 } })), "too-large"],
  ["a list of 4,000,000,000 holes", (c) => c.addMessage("tool", "", { toolResult: new Array(4_000_000_000) }), "too-large"],
  ["50 MB of results", (c) => c.addMessage("tool", "", { toolCallId: "c", toolResult: ["x".repeat(25_000_000), "x".repeat(25_000_000)] }), "too-large"],
  // numbers
  ...[NaN, -0.1, Infinity, "0.8", null, {}].map((threshold) => [`approachingLimit ${threshold}`, (c) => c.approachingLimit(threshold), "invalid-argument", /threshold/]),
  ...[NaN, -1, 1.5, Infinity, "2", null].map((keepRecent) => [`keepRecent ${keepRecent}`, (c) => c.truncate({ keepRecent }), "invalid-argument", /keepRecent/]),
  ["truncate with a number", (c) => c.truncate(3), "invalid-argument", /options/],
  ["truncate with null", (c) => c.truncate(null), "invalid-argument", /options/],
  ["truncate with an unknown option", (c) => c.truncate({ keep_recent: 3 }), "invalid-argument", /keepRecent/],
  ["keepSystemPrompt text", (c) => c.truncate({ keepSystemPrompt: "no" }), "invalid-argument", /keepSystemPrompt/],
  // requests
  ...["openai", "constructor", "vertex", "", null, undefined, 0].map((target) => [`target ${target}`, (c) => c.toRequest(target), "unknown-format", /"openai-chat", "anthropic"/]),
  ["target backscroll", (c) => c.toRequest("backscroll"), "unknown-format"],
  ...[null, "model", [], 5].map((params) => [`params ${JSON.stringify(params)}`, (c) => c.toRequest("openai-chat", params), "invalid-argument", /params/]),
  ["params with messages", (c) => c.toRequestBytes("openai-chat", { model: "m", messages: [] }), "invalid-argument", /messages/],
  ["params with system beside a system prompt", (c) => c.toRequestView("anthropic", { model: "m", system: "two" }), "invalid-argument", /system/],
  ["params with a function", (c) => c.toRequest("openai-chat", { tools: [{ run() {} }] }), "invalid-argument", /tools\[0\]\.run/],
  ["params cyclic", (c) => c.toRequest("openai-chat", cyclic), "invalid-argument", /cyclic/],
  ["params too deep", (c) => c.toRequest("openai-chat", nested(20_000)), "too-deep"],
  ["options text", (c) => c.toRequest("openai-chat", {}, "close"), "invalid-argument", /options/],
  ["options unknown", (c) => c.toRequest("openai-chat", {}, { openCall: "close" }), "invalid-argument", /Did you mean `openCalls`/],
  ["signal for toRequest", (c) => c.toRequest("openai-chat", {}, { signal: new AbortController().signal }), "invalid-argument", /signal/],
  ["openCalls unknown", (c) => c.toRequest("openai-chat", {}, { openCalls: "heal" }), "invalid-argument", /"close", "keep", "drop"/],
  ["summaryRole unknown", (c) => c.toRequest("openai-chat", {}, { summaryRole: "assistant" }), "invalid-argument", /summaryRole/],
  ["interruptedText blank", (c) => c.toRequest("openai-chat", {}, { interruptedText: " " }), "invalid-argument", /interruptedText/],
  ["capabilities list", (c) => c.toRequest("openai-chat", {}, { capabilities: ["media"] }), "invalid-argument", /capabilities/],
  ["capabilities unknown", (c) => c.toRequest("openai-chat", {}, { capabilities: { vision: true } }), "invalid-argument", /vision/],
  ["capabilities of the wrong kind", (c) => c.toRequest("openai-chat", {}, { capabilities: { media: "yes" } }), "invalid-argument", /media/],
  // responses
  ["response format unknown", (c) => c.addResponse("openai", {}), "unknown-format"],
  ...[undefined, null, 5, "text", [], {}].map((response) => [`response ${JSON.stringify(response)}`, (c) => c.addResponse("openai-chat", response), "invalid-message"]),
  ["response of another format", (c) => c.addResponse("anthropic", { choices: [{ message: { role: "assistant", content: "x" } }] }), "invalid-message"],
  ["response cyclic", (c) => c.addResponse("openai-chat", cyclic), "invalid-message", /cyclic/],
  ["response too deep", (c) => c.addResponse("anthropic", nested(20_000)), "too-deep"],
  ["response with 20,000 levels of text", (c) => c.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content: null, tool_calls: [{ id: "d", type: "function", function: { name: "f", arguments: deepText } }] } }] }), "too-deep"],
  // prepare and recover
  ["prepare target", (c) => c.prepare("openai"), "unknown-format"],
  ["prepare params", (c) => c.prepare("openai-chat", []), "invalid-argument"],
  ["prepare options", (c) => c.prepare("openai-chat", {}, null), "invalid-argument"],
  ["prepare signal", (c) => c.prepare("openai-chat", {}, { signal: "now" }), "invalid-argument", /AbortSignal/],
  ["recover options", (c) => c.recover(overflow(), 5), "invalid-argument"],
  ["recover options unknown", (c) => c.recover(overflow(), { abort: true }), "invalid-argument", /abort/],
  ["recover signal", (c) => c.recover(overflow(), { signal: {} }), "invalid-argument", /AbortSignal/],
  ["reduce by hand", (c) => c.reduce({ targetTokens: 5, draft: {} }), "invalid-argument", /draft/],
];

describe("methods", () => {
  for (const [name, run, code, text = /./] of onConversation) {
    test(`${name} changes nothing, and the conversation stays usable`, async () => {
      const conversation = chat(new ConversationManager({ systemPrompt: "s", tokenLimit: 100_000 }), 2);
      conversation.addMessage("user", "taken", { id: "taken" });
      conversation.addMessage("assistant", "x", { toolCalls: [{ id: "open", name: "f", arguments: { a: 1 } }], tokens: { input: 50, output: 5 } });
      const before = state(conversation);
      const error = await refusal(() => run(conversation), code);
      assert.match(error.message, text);
      assert.ok(error.message.length < 500, "a message, not the input again");
      assert.equal(state(conversation), before);
      assert.equal(conversation.addMessage("user", "still here").content, "still here");
    });
  }
});

describe("functions", () => {
  const cases = [
    ["from: format", () => ConversationManager.from("openai", []), "unknown-format"],
    ["from: body undefined", () => ConversationManager.from("openai-chat"), "invalid-message"],
    ["from: body number", () => ConversationManager.from("openai-chat", 5), "invalid-message"],
    ["from: message of no role", () => ConversationManager.from("openai-chat", [{ content: "x" }]), "invalid-message"],
    ["from: cyclic", () => ConversationManager.from("anthropic", cyclic), "invalid-message", /cyclic/],
    ["from: 20,000 levels of text", () => ConversationManager.from("openai-chat", [{ role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: deepText } }] }]), "too-deep"],
    ["from: options", () => ConversationManager.from("openai-chat", [], { tokenLimit: NaN }), "invalid-argument"],
    ["sanitize: target", () => sanitize("backscroll", {}), "unknown-format"],
    ["sanitize: body", () => sanitize("openai-chat", "x"), "invalid-argument"],
    ["sanitize: nothing", () => sanitize("openai-chat", undefined), "invalid-argument"],
    ["sanitize: options", () => sanitize("openai-chat", { messages: [] }, { x: 1 }), "invalid-argument"],
    ["sanitize: no message", () => sanitize("openai-chat", { model: "m", messages: [] }), "nothing-to-send"],
    ["sanitize: cyclic", () => sanitize("openai-chat", cyclic), "invalid-message", /cyclic/],
    ["sanitize: deep", () => sanitize("anthropic", { messages: nested(20_000) }), "too-deep"],
    ["sanitizeToolCalls: nothing", () => sanitizeToolCalls(), "invalid-argument"],
    ["sanitizeToolCalls: entry", () => sanitizeToolCalls([null]), "invalid-message", /messages\[0\]/],
    ["sanitizeToolCalls: role", () => sanitizeToolCalls([{ role: "bot" }]), "invalid-role"],
    ["sanitizeToolCalls: call", () => sanitizeToolCalls([{ role: "assistant", toolCalls: [5] }]), "invalid-message", /messages\[0\]\.toolCalls\[0\]/],
    ["estimateTokens: nothing", () => estimateTokens(), "invalid-argument"],
    ["estimateTokens: number", () => estimateTokens(5), "invalid-argument"],
    ["estimateTokens: estimator", () => estimateTokens("x", { estimator: "bytes" }), "invalid-argument"],
    ["estimateTokens: option", () => estimateTokens("x", { estimate: "bytes/3" }), "invalid-argument", /estimator/],
    ["estimateTokens: failing", () => estimateTokens("x", { estimator: () => { throw new Error("no table"); } }), "estimator-failed", /no table/],
    ["estimateTokens: no number", () => estimateTokens([{ role: "user", content: "x" }], { estimator: () => "5" }), "estimator-failed"],
    ["recentTurns: nothing", () => recentTurns(), "invalid-argument"],
    ["recentTurns: keep", () => recentTurns({ keep: -1 }), "invalid-argument"],
    ["recentTurns: unknown", () => recentTurns({ keep: 1, turns: 2 }), "invalid-argument"],
  ];
  for (const [name, run, code, text = /./] of cases) {
    test(name, () => assert.match(refusal(run, code).message, text));
  }

  test("isContextOverflow judges anything, and never throws", () => {
    const hostile = { get message() { throw new Error("x"); }, get cause() { throw new Error("x"); } };
    for (const value of [undefined, null, 0, 5n, Symbol("x"), () => 1, [], {}, hostile, cyclic, new Proxy({}, { get() { throw new Error("x"); } })]) {
      assert.equal(isContextOverflow(value), false);
    }
  });
});
