// Passes every kind of JavaScript value to each parameter of every public method. Invalid values are refused by an error with a code, the
// history stays the same, and the conversation goes on.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, isContextOverflow, noReduction, recentTurns, sanitize, sanitizeToolCalls, stripPhantomCalls } from "backscroll";
import { TARGETS } from "../../support/judges.mjs";
import { chat, overflow, refusal, state } from "../../support/basics.mjs";

const boom = () => { throw new Error("a trap of the host"); };
const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, boom]));
/** An object with every field that any method reads, as a getter that throws. */
const fields = [
  "role", "content", "id", "createdAt", "toolCalls", "tokens", "name", "messages", "system", "model", "choices", "signal", "aborted", "capabilities",
  "openCalls", "interruptedText", "summaryRole", "keepRecent", "keepSystemPrompt", "systemPrompt", "tokenLimit", "reserveTokens", "reduce", "estimator",
  "onReduce", "limits", "proactiveCompression", "compressionThreshold", "messageBytes", "depth", "keep", "type", "text", "function", "arguments", "cause",
  "message", "code", "status", "error", "media", "prefill", "input",
  "output", "contents", "parts", "candidates", "functionCall", "toolConfig", "generationConfig",
];

/** Functions that make each kind of value. A value is made anew each time, because a proxy may be revoked, or an object changed. */
const values = {
  undefined: () => undefined,
  null: () => null,
  zero: () => 0,
  empty: () => "",
  nan: () => NaN,
  symbol: () => Symbol("s"),
  bigint: () => 10n ** 500n,
  function: () => () => 1,
  array: () => [],
  date: () => new Date(0),
  proxy: () => new Proxy({}, traps),
  arrayProxy: () => new Proxy([], traps),
  revoked: () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; },
  getters: () => Object.defineProperties({}, Object.fromEntries(fields.map((name) => [name, { get: boom, enumerable: true }]))),
  toJSON: () => ({ toJSON: boom }),
  cyclic: () => { const value = {}; value.self = value; return value; },
};

const params = { model: "m", max_tokens: 1 };
const call = (fields) => ({ toolCalls: [{ id: "c", name: "f", arguments: "{}", ...fields }] });
const metadata = (name) => (c, value) => c.addMessage("assistant", "x", { [name]: value });
const option = (name) => (c, value) => new ConversationManager({ [name]: value });
const request = (name) => (c, value) => c.toRequest("openai-chat", params, { [name]: value });
const prepare = (name) => (c, value) => c.prepare("openai-chat", params, { [name]: value });

/** Runs inside a reduction, and rethrows the draft's error outside of it. */
const edit = (run) => async (c, value) => {
  let thrown = null;
  const conversation = chat(new ConversationManager({
    reduce({ draft, messages }) {
      try { run(draft, value, messages); } catch (error) { thrown = { error }; }
      return false;
    },
  }), 2);
  assert.equal(await conversation.recover(overflow()), false);
  if (thrown !== null) throw thrown.error;
};

/** A value that is no answer is returned as it is; a value that cannot be read is refused. */
const harmless = Object.keys(values).filter((kind) => !["proxy", "revoked", "getters"].includes(kind));

/** Calls with one open parameter, and the kinds of values that it accepts. */
const places = [
  ["new: options", (c, value) => new ConversationManager(value), ["undefined"]],
  ["new: systemPrompt", option("systemPrompt"), ["undefined", "empty"]],
  ["new: tokenLimit", option("tokenLimit"), ["undefined"]],
  ["new: reserveTokens", option("reserveTokens"), ["undefined", "zero"]],
  ["new: reduce", option("reduce"), ["undefined", "function"]],
  ["new: proactiveCompression", option("proactiveCompression"), ["undefined"]],
  ["new: compressionThreshold", (c, value) => new ConversationManager({ proactiveCompression: { compressionThreshold: value } }), []],
  ["new: estimator", option("estimator"), ["undefined", "function"]],
  ["new: onReduce", option("onReduce"), ["undefined", "function"]],
  ["new: limits", option("limits"), ["undefined"]],
  ["new: limits.messageBytes", (c, value) => new ConversationManager({ limits: { messageBytes: value } }), ["undefined"]],
  ["new: limits.depth", (c, value) => new ConversationManager({ limits: { depth: value } }), ["undefined"]],
  ["addMessage: role", (c, value) => c.addMessage(value, "x"), []],
  ["addMessage: message", (c, value) => c.addMessage(value), []],
  ["addMessage: content", (c, value) => c.addMessage("user", value), ["null", "empty", "array"]],
  ["addMessage: metadata", (c, value) => c.addMessage("user", "x", value), ["undefined"]],
  ["addMessage: message.role", (c, value) => c.addMessage({ role: value, content: "x" }), []],
  ["addMessage: message.content", (c, value) => c.addMessage({ role: "user", content: value }), ["null", "empty", "array"]],
  ["addMessage: part", (c, value) => c.addMessage("user", [value]), []],
  ["addMessage: part.type", (c, value) => c.addMessage("user", [{ type: value, text: "x" }]), []],
  ["addMessage: part.text", (c, value) => c.addMessage("user", [{ type: "text", text: value }]), ["empty", "date"]],
  ["addMessage: part.value", (c, value) => c.addMessage("user", [{ type: "other", format: "anthropic", value }]), []],
  ["addMessage: id", metadata("id"), ["undefined"]],
  ["addMessage: createdAt", metadata("createdAt"), ["undefined", "zero"]],
  ["addMessage: toolCalls", metadata("toolCalls"), ["undefined", "array"]],
  ["addMessage: call", (c, value) => c.addMessage("assistant", "x", { toolCalls: [value] }), []],
  ["addMessage: call.id", (c, value) => c.addMessage("assistant", "x", call({ id: value })), ["empty"]],
  ["addMessage: call.name", (c, value) => c.addMessage("assistant", "x", call({ name: value })), ["empty"]],
  ["addMessage: call.function", (c, value) => c.addMessage("assistant", "x", { toolCalls: [{ id: "c", function: value }] }), []],
  ["addMessage: call.arguments", (c, value) => c.addMessage("assistant", "x", call({ arguments: value })), ["undefined", "null", "empty", "date"]],
  ["addMessage: argument", (c, value) => c.addMessage("assistant", "x", call({ arguments: { value } })), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["addMessage: toolCallId", (c, value) => c.addMessage("tool", "x", { toolCallId: value }), []],
  ["addMessage: toolName", metadata("toolName"), ["undefined", "empty"]],
  ["addMessage: toolArguments", metadata("toolArguments"), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["addMessage: toolResult", metadata("toolResult"), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["addMessage: isError", metadata("isError"), ["undefined"]],
  ["addMessage: model", metadata("model"), ["undefined", "empty"]],
  ["addMessage: tokens", metadata("tokens"), ["undefined"]],
  ["addMessage: tokens.input", (c, value) => c.addMessage("assistant", "x", { tokens: { input: value } }), ["undefined", "zero"]],
  ["addMessage: name", metadata("name"), ["undefined", "empty"]],
  ["addMessage: pinned", metadata("pinned"), ["undefined"]],
  ["from: format", (c, value) => ConversationManager.from(value, []), []],
  ["from: body", (c, value) => ConversationManager.from("openai-chat", value), ["array"]],
  ["from: messages", (c, value) => ConversationManager.from("anthropic", { messages: value }), ["array"]],
  ["from: input", (c, value) => ConversationManager.from("openai-responses", { input: value }), ["empty", "array", "date"]],
  ["from: item", (c, value) => ConversationManager.from("openai-responses", { input: [value] }), []],
  ["from: contents", (c, value) => ConversationManager.from("gemini", { contents: value }), ["array"]],
  ["from: parts", (c, value) => ConversationManager.from("gemini", { contents: [{ role: "user", parts: value }] }), ["undefined", "null", "nan", "array"]],
  ["from: blocks", (c, value) => ConversationManager.from("bedrock", { messages: [{ role: "user", content: value }] }), ["null", "nan", "array"]],
  ["from: chunk", (c, value) => ConversationManager.from("mistral", { messages: [{ role: "user", content: [value] }] }), []],
  ["from: message", (c, value) => ConversationManager.from("backscroll", [value]), []],
  ["from: options", (c, value) => ConversationManager.from("openai-chat", [], value), ["undefined"]],
  ["addResponse: format", (c, value) => c.addResponse(value, {}), []],
  ["addResponse: response", (c, value) => c.addResponse("openai-chat", value), []],
  ["addResponse: choices", (c, value) => c.addResponse("openai-chat", { choices: value }), []],
  ["addResponse: content", (c, value) => c.addResponse("anthropic", { role: "assistant", content: value }), ["null", "empty", "nan", "array", "date"]],
  ["addResponse: output", (c, value) => c.addResponse("openai-responses", { output: value }), ["array"]],
  ["addResponse: item", (c, value) => c.addResponse("openai-responses", { output: [value] }), []],
  ["addResponse: candidates", (c, value) => c.addResponse("gemini", { candidates: value }), []],
  ["addResponse: candidate", (c, value) => c.addResponse("gemini", { candidates: [value] }), []],
  ["addResponse: output.message", (c, value) => c.addResponse("bedrock", { output: { message: value } }), []],
  ["addResponse: chunk", (c, value) => c.addResponse("mistral", { choices: [{ message: { role: "assistant", content: [value] } }] }), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["approachingLimit: threshold", (c, value) => c.approachingLimit(value), ["undefined", "zero"]],
  ["truncate: options", (c, value) => c.truncate(value), ["undefined"]],
  ["truncate: keepRecent", (c, value) => c.truncate({ keepRecent: value }), ["undefined", "zero"]],
  ["truncate: keepSystemPrompt", (c, value) => c.truncate({ keepSystemPrompt: value }), ["undefined"]],
  ["toRequest: target", (c, value) => c.toRequest(value, params), []],
  ["toRequest: params", (c, value) => c.toRequest("openai-chat", value), ["undefined"]],
  ["toRequest: params.tools", (c, value) => c.toRequest("openai-chat", { tools: value }), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["toRequest: params of the others", (c, value) => TARGETS.slice(1).forEach((target) => c.toRequest(target, value)), ["undefined"]],
  ["toRequest: params.toolConfig", (c, value) => c.toRequest("bedrock", { toolConfig: value }), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["toRequest: params.generationConfig", (c, value) => c.toRequest("gemini", { generationConfig: value }), ["undefined", "null", "zero", "empty", "nan", "array", "date"]],
  ["toRequest: options", (c, value) => c.toRequest("openai-chat", params, value), ["undefined"]],
  ["toRequest: capabilities", request("capabilities"), ["undefined"]],
  ["toRequest: capabilities.media", (c, value) => c.toRequest("openai-chat", params, { capabilities: { media: value } }), ["undefined"]],
  ["toRequest: capabilities.model", (c, value) => c.toRequest("openai-chat", params, { capabilities: { model: value } }), ["undefined", "empty"]],
  ["toRequest: openCalls", request("openCalls"), ["undefined"]],
  ["toRequest: interruptedText", request("interruptedText"), ["undefined"]],
  ["toRequest: summaryRole", request("summaryRole"), ["undefined"]],
  ["toRequestBytes: target", (c, value) => c.toRequestBytes(value), []],
  ["toRequestBytes: params", (c, value) => c.toRequestBytes("anthropic", value), ["undefined"]],
  ["toRequestView: options", (c, value) => c.toRequestView("anthropic", params, value), ["undefined"]],
  ["prepare: target", (c, value) => c.prepare(value), []],
  ["prepare: params", (c, value) => c.prepare("openai-chat", value), ["undefined"]],
  ["prepare: options", (c, value) => c.prepare("openai-chat", params, value), ["undefined"]],
  ["prepare: signal", prepare("signal"), ["undefined"]],
  ["prepare: capabilities", prepare("capabilities"), ["undefined"]],
  ["recover: error", (c, value) => c.recover(value), Object.keys(values)],
  ["recover: options", (c, value) => c.recover(overflow(), value), ["undefined"]],
  ["recover: model", (c, value) => c.recover(overflow(), { model: value }), Object.keys(values)],
  ["recover: signal", (c, value) => c.recover(overflow(), { signal: value }), ["undefined"]],
  ["reduce: context", (c, value) => c.reduce(value), []],
  ["reduce: context of the default", (c, value) => new ConversationManager().reduce(value), []],
  ["reduce: draft", (c, value) => c.reduce({ targetTokens: 1, draft: value }), []],
  ["draft.keepRecentTurns", edit((draft, value) => draft.keepRecentTurns(value)), ["zero"]],
  ["draft.keepRecentMessages", edit((draft, value) => draft.keepRecentMessages(value)), ["zero"]],
  ["draft.remove", edit((draft, value) => draft.remove(value)), ["array"]],
  ["draft.remove: id", edit((draft, value) => draft.remove([value])), []],
  ["draft.shortenToolResults", edit((draft, value) => draft.shortenToolResults(value)), ["undefined"]],
  ["draft.shortenToolResults: head", edit((draft, value) => draft.shortenToolResults({ head: value })), ["undefined", "zero"]],
  ["draft.shortenToolResults: longerThan", edit((draft, value) => draft.shortenToolResults({ longerThan: value })), ["undefined", "zero"]],
  ["draft.shortenToolResults: order", edit((draft, value) => draft.shortenToolResults({ order: value })), ["undefined"]],
  ["draft.clearToolResults", edit((draft, value) => draft.clearToolResults(value)), ["undefined"]],
  ["draft.clearToolResults: placeholder", edit((draft, value) => draft.clearToolResults({ placeholder: value })), ["undefined", "empty"]],
  ["draft.clearToolResults: exclude", edit((draft, value) => draft.clearToolResults({ exclude: value })), ["undefined", "array"]],
  ["draft.summarize: id", edit((draft, value) => draft.summarize(value, "x")), []],
  ["draft.summarize: summary", edit((draft, value, messages) => draft.summarize(messages[1].id, value)), []],
  ["reduce: what it returns", (c, value) => chat(new ConversationManager({ reduce: () => value }), 2).recover(overflow()), ["undefined", "array"]],
  ["reduce: a message that it returns", (c, value) => chat(new ConversationManager({ reduce: () => [value] }), 2).recover(overflow()), []],
  ["reduce: what it throws", (c, value) => chat(new ConversationManager({ reduce: () => { throw value; } }), 2).recover(overflow()), []],
  ["reduce: why it is aborted", (c, value) => { const controller = new AbortController(); return chat(new ConversationManager({ reduce: () => controller.abort(value) }), 2).recover(overflow(), { signal: controller.signal }); }, []],
  ["estimator: what it throws", (c, value) => chat(new ConversationManager({ estimator: () => { throw value; } }), 2).contextTokens, []],
  ["estimator: what it returns", (c, value) => chat(new ConversationManager({ estimator: () => value }), 2).contextTokens, ["zero"]],
  ["sanitize: target", (c, value) => sanitize(value, { messages: [{ role: "user", content: "x" }] }), []],
  ["sanitize: body", (c, value) => sanitize("openai-chat", value), []],
  ["sanitize: messages", (c, value) => sanitize("anthropic", { messages: value }), []],
  ["sanitize: input", (c, value) => sanitize("openai-responses", { input: value }), ["empty", "date"]],
  ["sanitize: contents", (c, value) => sanitize("gemini", { contents: value }), []],
  ["sanitize: blocks", (c, value) => sanitize("bedrock", { messages: [{ role: "user", content: value }] }), []],
  ["sanitize: options", (c, value) => sanitize("openai-chat", { messages: [{ role: "user", content: "x" }] }, value), ["undefined"]],
  ["sanitizeToolCalls: messages", (c, value) => sanitizeToolCalls(value), ["array"]],
  ["sanitizeToolCalls: message", (c, value) => sanitizeToolCalls([value]), []],
  ["sanitizeToolCalls: content", (c, value) => sanitizeToolCalls([{ role: "user", content: value }]), ["undefined", "null", "empty", "array"]],
  ["estimateTokens: messages", (c, value) => estimateTokens(value), ["empty", "array"]],
  ["estimateTokens: message", (c, value) => estimateTokens([value]), []],
  ["estimateTokens: options", (c, value) => estimateTokens("x", value), ["undefined"]],
  ["estimateTokens: estimator", (c, value) => estimateTokens("x", { estimator: value }), ["undefined", "function"]],
  ["estimateTokens: what the estimator returns", (c, value) => estimateTokens("x", { estimator: () => value }), ["zero"]],
  ["isContextOverflow: error", (c, value) => isContextOverflow(value), Object.keys(values)],
  ["stripPhantomCalls: response", (c, value) => void stripPhantomCalls(value), harmless],
  ["stripPhantomCalls: choice", (c, value) => stripPhantomCalls({ choices: [value] }), harmless],
  ["stripPhantomCalls: message", (c, value) => stripPhantomCalls({ choices: [{ message: value }] }), harmless],
  ["stripPhantomCalls: item", (c, value) => stripPhantomCalls({ output: [value] }), harmless],
  ["stripPhantomCalls: candidate", (c, value) => stripPhantomCalls({ candidates: [value] }), harmless],
  ["stripPhantomCalls: part", (c, value) => stripPhantomCalls({ candidates: [{ content: { parts: [value] } }] }), harmless],
  ["stripPhantomCalls: output.message", (c, value) => stripPhantomCalls({ output: { message: value } }), harmless],
  ["recentTurns: options", (c, value) => recentTurns(value), []],
  ["recentTurns: keep", (c, value) => recentTurns({ keep: value }), ["zero"]],
];

function filled() {
  const conversation = chat(new ConversationManager({ systemPrompt: "s", reduce: noReduction() }), 2);
  conversation.addMessage("assistant", "x", { toolCalls: [{ id: "open", name: "f", arguments: { a: 1 } }], tokens: { input: 50, output: 5 } });
  return conversation;
}

for (const [name, run, welcome] of places) {
  describe(name, () => {
    for (const [kind, make] of Object.entries(values)) {
      test(`${kind} is ${welcome.includes(kind) ? "taken" : "refused"}`, async () => {
        const conversation = filled();
        const before = state(conversation);
        if (welcome.includes(kind)) {
          await run(conversation, make());
        } else {
          await refusal(() => run(conversation, make()), undefined);
          assert.equal(state(conversation), before);
        }
        assert.ok(conversation.messages.length >= 0);
        conversation.addMessage("user", "still here");
        assert.equal(conversation.messages.at(-1).content, "still here");
        conversation.dispose();
      });
    }
  });
}
