// Likely mistakes of new users: each error says what was given, and what to do instead.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  Checkpoint,
  ConversationManager,
  chain,
  compactHistory,
  compacting,
  convert,
  estimateTokens,
  fit,
  fitBudget,
  noReduction,
  recentTurns,
  resume,
  sanitize,
  sanitizeToolCalls,
  slidingWindow,
  stripPhantomCalls,
  summarizing,
  trim,
} from "backscroll";
import { LISTS } from "../../support/targets.mjs";
import "backscroll/ai-sdk";
import { refusal } from "../../support/basics.mjs";

const response = { id: "r", object: "chat.completion", model: "m", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hello." } }] };
const anthropic = { id: "r", type: "message", role: "assistant", model: "m", content: [{ type: "text", text: "Hello." }], stop_reason: "end_turn" };
const responses = { id: "r", object: "response", model: "m", output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello." }] }] };
const gemini = { candidates: [{ content: { role: "model", parts: [{ text: "Hello." }] } }] };
const chunk = { id: "r", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: "He" } }] };
const list = [{ role: "user", content: "Hello?" }];
const body = { model: "m", messages: list };
const tools = [{ type: "function", function: { name: "f", description: "word ".repeat(500) } }];

/** Made as OpenAI's client makes it. */
class Stream {
  controller = new AbortController();
  iterator = () => this;
  [Symbol.asyncIterator]() {
    return this;
  }
}

const some = (options) => {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Hello?");
  return conversation;
};
const asking = () => {
  const conversation = some();
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "f", arguments: "{}" }] });
  return conversation;
};
/** Makes a conversation far over its limit, in small messages. */
const full = (reduce) => {
  const conversation = new ConversationManager({ tokenLimit: 500, reduce });
  for (let at = 0; at < 80; at += 1) conversation.addMessage(at % 2 === 0 ? "user" : "assistant", "word ".repeat(20));
  conversation.addMessage("user", "And now?");
  return conversation;
};
/** Makes a conversation over its limit in which every message stays. */
const pinned = (Manager = ConversationManager) => {
  const conversation = new Manager({ tokenLimit: 300 });
  for (let at = 0; at < 20; at += 1) conversation.pin(conversation.addMessage(at % 2 === 0 ? "user" : "assistant", "word ".repeat(40)).id);
  return conversation;
};
const prepare = (conversation, params = { model: "m" }) => conversation.prepare("openai-chat", params);

const RESPONSES = [
  ["a stream", (c) => c.addResponse("openai-chat", new Stream()), /is a stream\. Give the stream to `addStream` of "backscroll\/stream"/],
  ["an async generator", (c) => c.addResponse("anthropic", (async function* () {})()), /is a stream/],
  ["a ReadableStream", (c) => c.addResponse("openai-chat", new ReadableStream()), /is a stream/],
  ["a chunk", (c) => c.addResponse("openai-chat", chunk), /one event of a stream/],
  ["chunks", (c) => c.addResponse("openai-chat", [chunk, chunk]), /list of events of a stream/],
  ["an event of Anthropic", (c) => c.addResponse("anthropic", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "H" } }), /one event of a stream/],
  ["an event of Responses", (c) => c.addResponse("openai-responses", { type: "response.output_text.delta", delta: "H" }), /one event of a stream/],
  ["an event of Converse", (c) => c.addResponse("bedrock", { contentBlockDelta: { delta: { text: "H" } } }), /one event of a stream/],
  ["the message of a choice", (c) => c.addResponse("openai-chat", response.choices[0].message), /only the message.*whole response/],
  ["a choice", (c) => c.addResponse("openai-chat", response.choices[0]), /one of the response's `choices`/],
  ["the choices", (c) => c.addResponse("openai-chat", response.choices), /given as a list: give the whole response/],
  ["the content of Anthropic's", (c) => c.addResponse("anthropic", anthropic.content), /given as a list: give the whole response/],
  ["its JSON text", (c) => c.addResponse("openai-chat", JSON.stringify(response)), /JSON\.parse/],
  ["its text", (c) => c.addResponse("openai-chat", "Hello."), /addMessage\("assistant", text\)/],
  ["its bytes", (c) => c.addResponse("openai-chat", new TextEncoder().encode(JSON.stringify(response))), /bytes: decode them/],
  ["a promise", (c) => c.addResponse("openai-chat", Promise.resolve(response)), /`await` it/],
  ["a Response of fetch", (c) => c.addResponse("openai-chat", new Response("{}")), /`await response\.json\(\)`/],
  ["Anthropic's as OpenAI's", (c) => c.addResponse("openai-chat", anthropic), /is one of `anthropic`.*addResponse\("anthropic"/],
  ["OpenAI's as Anthropic's", (c) => c.addResponse("anthropic", response), /is one of `openai-chat`/],
  ["Responses' as chat", (c) => c.addResponse("openai-chat", responses), /is one of `openai-responses`/],
  ["Mistral's without an answer", (c) => c.addResponse("mistral", { choices: [] }), /^(?!.*openai-chat).*choices/],
  ["Mistral's with what is no JSON", (c) => c.addResponse("mistral", { choices: [{ message: { role: "assistant", content: [10n] } }] }), /a bigint is not a JSON value/],
  ["Gemini's as chat", (c) => c.addResponse("openai-chat", gemini), /is one of `gemini`/],
  ["chat's as Gemini's", (c) => c.addResponse("gemini", response), /is one of `openai-chat`/],
  ["chat's as Converse's", (c) => c.addResponse("bedrock", response), /is one of `openai-chat`/],
  ["a request", (c) => c.addResponse("openai-chat", body), /body of a request/],
  ["a wrapper", (c) => c.addResponse("openai-chat", { data: response, status: 200 }), /in the field `data`/],
  ["the message of Gemini's candidate", (c) => c.addResponse("gemini", gemini.candidates[0].content), /only the message/],
  ["Gemini's candidate", (c) => c.addResponse("gemini", gemini.candidates[0]), /only a part of the response/],
  ["an item of Responses", (c) => c.addResponse("openai-responses", responses.output[0]), /^(?!.*anthropic).*only the message/],
  ["Converse's stream", (c) => c.addResponse("bedrock", { stream: new Stream() }), /is a stream/],
  ["a chunk of Mistral's client", (c) => c.addResponse("mistral", { data: chunk }), /one event of a stream/],
  ["an error", (c) => c.addResponse("openai-chat", new Error("No.")), /`recover\(error\)`/],
  ["a result of a tool", (c) => c.addResponse("openai-chat", { role: "tool", tool_call_id: "c1", content: "x" }), /addMessage\("tool"/],
  ["an error of the provider", (c) => c.addResponse("openai-chat", { error: { message: "No." } }), /answered with an error/],
];

const FORMATS = [
  ["OpenAI by its name", (c) => c.addResponse("openai", response), /`openai-chat` or `openai-responses`/],
  ["a model as the format", (c) => c.addResponse("claude-sonnet-4-5", anthropic), /Did you mean `anthropic`/],
  ["Google by its name", (c) => c.toRequest("google"), /Did you mean `gemini`/],
  ["the response first", (c) => c.addResponse(response, "openai-chat"), /order of the arguments/],
  ["the params first", (c) => c.toRequest({ model: "m" }), /order of the arguments/],
  ["the body first", () => sanitize(body, "openai-chat"), /order of the arguments/],
  ["the body first, to trim", () => trim(body, "openai-chat", { maxTokens: 10 }), /order of the arguments/],
  ["messages first, to from", () => ConversationManager.from(list, "openai-chat"), /order of the arguments/],
  ["a format of programs as the target", (c) => c.toRequest("ai-sdk"), /`ai-sdk` is a format of programs/],
  ["capitals", () => convert("AI-SDK", "anthropic", list), /Did you mean `ai-sdk`/],
];

const OPTIONS = [
  ["a strategy that is not called", () => new ConversationManager({ reduce: fitBudget }), /`fitBudget` itself: call it/],
  ["another one", () => new ConversationManager({ reduce: recentTurns }), /`recentTurns` itself: call it/],
  ["no reduction", () => new ConversationManager({ reduce: noReduction }), /`noReduction` itself: call it/],
  ["a reserve over the limit", () => new ConversationManager({ tokenLimit: 100, reserveTokens: 200 }), /tokenLimit.*above.*reserveTokens/],
  ["a reserve of all", () => new ConversationManager({ tokenLimit: 100, reserveTokens: 100 }), /tokenLimit.*above.*reserveTokens/],
  ["the prompt alone", () => new ConversationManager("Be brief."), /must be an object.*systemPrompt/],
  ["`system`", () => new ConversationManager({ system: "Be brief." }), /Did you mean `systemPrompt`/],
  ["`messages`", () => new ConversationManager({ messages: list }), /ConversationManager\.from/],
  ["`model`", () => new ConversationManager({ model: "m" }), /params of a request/],
  ["`maxTokens`", () => new ConversationManager({ maxTokens: 5 }), /Did you mean `tokenLimit`/],
  ["`contextWindow`", () => new ConversationManager({ contextWindow: 5 }), /Did you mean `tokenLimit`/],
  ["`strategy`", () => new ConversationManager({ strategy: fitBudget() }), /Did you mean `reduce`/],
  ["`summarize`", () => new ConversationManager({ summarize: () => "" }), /fitBudget\(\{ summarize \}\)/],
  ["a threshold alone", () => new ConversationManager({ proactiveCompression: 0.8 }), /compressionThreshold: 0\.7/],
  ["a number for a window", () => slidingWindow(20), /Its fields are windowSize/],
  ["a number for turns", () => recentTurns(4), /Its fields are keep/],
  ["`keepTurns` for turns", () => recentTurns({ keepTurns: 4 }), /Did you mean `keep`/],
  ["a function for options", () => summarizing(async () => ""), /Its fields are summarize/],
  ["no options", () => compacting(), /Its fields are summarize/],
  ["a list of strategies", () => chain([fitBudget(), noReduction()]), /one by one/],
  ["a function for compactHistory", () => compactHistory(list, async () => ""), /Its fields are summarize/],
  ["an estimator alone", () => estimateTokens("x", () => 1), /Its fields are estimator/],
  ["a number of turns", (c) => c.truncate(3), /Its fields are keepRecent/],
  ["`keep`", (c) => c.truncate({ keep: 3 }), /Did you mean `keepRecent`/],
  ["an unknown option for fromJSON", (c) => ConversationManager.fromJSON(c.toJSON(), { tokens: 5 }), /tokens/],
  ["trim without options", () => trim("openai-chat", body), /must be an object.*maxTokens/],
  ["a number for trim", () => trim("openai-chat", body, 1_000), /must be an object.*maxTokens/],
  ["`tokenLimit` for trim", () => trim("openai-chat", body, { tokenLimit: 5 }), /Did you mean `maxTokens`/],
  ["the thread alone", () => asking().suspend("t-1"), /Its fields are threadId/],
  ["a form alone", () => convert("openai-chat", "ai-sdk", list, "ui"), /Its fields are .*form/],
];

const MESSAGES = [
  ["a result without the id of its call", (c) => c.addMessage("tool", "x"), "invalid-message", /needs the `toolCallId`/],
  ["a result with an empty one", (c) => c.addMessage({ role: "tool", toolCallId: "", content: "x" }), "invalid-message", /needs the `toolCallId`/],
  ...[{}, { toolCallId: null }].flatMap((fields) => {
    const given = [{ role: "user", content: "x" }, { role: "tool", content: "x", ...fields }];
    const text = /^(messages)?\[1\]\.toolCallId: A tool message needs the `toolCallId` of the call that it answers/i;
    return [
      ["a list for `from`", () => ConversationManager.from("backscroll", given), "invalid-message", text],
      ["a body for `from`", () => ConversationManager.from("backscroll", { messages: given }), "invalid-message", text],
      ["a list for `fromJSON`", () => ConversationManager.fromJSON(given), "invalid-snapshot", text],
      ["a list for `fit`", () => fit("backscroll", given, { maxTokens: 500 }), "invalid-message", text],
      ["a list for `convert`", () => convert("backscroll", "openai-chat", given), "invalid-message", text],
      ["a list for `addResponse`", (c) => c.addResponse("backscroll", given.toSpliced(0, 1, { role: "assistant", content: "x" })), "invalid-message", text],
    ].map(([name, ...row]) => [`${name} with a result of ${JSON.stringify(fields)}`, ...row]);
  }),
  ...[["image", "blob:https://app.example/7"], ["file", "file:///home/me/report.pdf"], ["image", "BLOB:x"]].flatMap(([type, url]) => {
    const content = [{ type: "text", text: "See." }, { type, url }];
    const text = new RegExp(`content\\[1\\]: no provider can load the \`url\` of the ${type}, .*; give its bytes as \`data\`, in base64`);
    return [
      [`\`addMessage\` of ${url}`, (c) => c.addMessage("user", content), "invalid-message", text],
      [`\`edit\` to ${url}`, (c) => c.edit(c.messages[1].id, content), "invalid-message", text],
    ];
  }),
  ["the id in place of metadata", () => asking().addMessage("tool", "x", "c1"), "invalid-argument", /Its fields are .*toolCallId/],
  ["developer", (c) => c.addMessage("developer", "x"), "invalid-role", /`developer` is `system` here.*systemPrompt/],
  ["human", (c) => c.addMessage("human", "x"), "invalid-role", /`human` is `user` here/],
  ["ai", (c) => c.addMessage({ role: "ai", content: "x" }), "invalid-role", /`ai` is `assistant` here/],
  ["model", (c) => c.addMessage("model", "x"), "invalid-role", /`model` is `assistant` here/],
  ["function", (c) => c.addMessage("function", "x"), "invalid-role", /`function` is `tool` here/],
  ["User", (c) => c.addMessage("User", "x"), "invalid-role", /`User` is `user` here/],
  ["human in a list", () => ConversationManager.from("backscroll", [{ role: "human", content: "x" }]), "invalid-role", /`human` is `user` here/],
  ["the text first", (c) => c.addMessage("Hello?", "user"), "invalid-role", /it comes first/],
  ["the text alone", (c) => c.addMessage("Hello?"), "invalid-role", /addMessage\("user", text\)/],
  ["a list", (c) => c.addMessage(list), "invalid-role", /ConversationManager\.from/],
  ["a response", (c) => c.addMessage(response), "invalid-argument", /addResponse/],
  ["a message of OpenAI's answer", (c) => c.addMessage({ role: "assistant", content: "x", refusal: null, annotations: [] }), "invalid-argument", /addResponse/],
  ["OpenAI's name of the id", (c) => c.addMessage({ role: "tool", tool_call_id: "c1", content: "x" }), "invalid-argument", /`toolCallId`/],
  ["`usage`", (c) => c.addMessage("assistant", "x", { usage: {} }), "invalid-argument", /Did you mean `tokens`/],
  ["OpenAI's usage", (c) => c.addMessage("assistant", "x", { tokens: { prompt_tokens: 5 } }), "invalid-message", /Did you mean `input`/],
  ["a block with a result", (c) => c.addMessage("user", [{ type: "tool_result", tool_use_id: "c1", content: "x" }]), "invalid-message", /a message of its own/],
  ["a block with a call", (c) => c.addMessage("assistant", [{ type: "tool_use", id: "c1", name: "f", input: {} }]), "invalid-message", /`toolCalls`/],
  ["OpenAI's picture", (c) => c.addMessage("user", [{ type: "image_url", image_url: { url: "https://x/y.png" } }]), "invalid-message", /type: "image"/],
  ["Responses' text", (c) => c.addMessage("user", [{ type: "input_text", text: "x" }]), "invalid-message", /type: "text"/],
  ["data as the result", () => asking().addMessage("tool", { sky: "clear" }, { toolCallId: "c1" }), "invalid-message", /JSON\.stringify/],
  ["a number as the result", () => asking().addMessage("tool", 42, { toolCallId: "c1" }), "invalid-message", /JSON\.stringify/],
  ["a promise as the content", (c) => c.addMessage("user", Promise.resolve("x")), "invalid-message", /`await` it/],
  ["a promise as the message", (c) => c.addMessage(Promise.resolve(list[0])), "invalid-argument", /kind Promise/],
  ["the input of a call", (c) => c.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", input: {} }] }), "invalid-message", /no `arguments`; its `input`/],
  ["the args of a call", (c) => c.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", args: {} }] }), "invalid-message", /no `arguments`; its `args`/],
  ["a date", (c) => c.addMessage("user", "x", { createdAt: new Date() }), "invalid-message", /getTime/],
];

const BODIES = [
  ["a list to trim", () => trim("openai-chat", list, { maxTokens: 1_000 }), "invalid-message", /a list: give the whole request body, `\{ messages: list \}`/],
  ["a list to sanitize", () => sanitize("gemini", list), "invalid-message", /`\{ contents: list \}`/],
  ["JSON text", () => sanitize("openai-chat", JSON.stringify(body)), "invalid-argument", /JSON\.parse/],
  ["JSON text to from", () => ConversationManager.from("openai-chat", JSON.stringify(list)), "invalid-message", /JSON\.parse/],
  ["a promise", () => sanitize("openai-chat", Promise.resolve(body)), "invalid-message", /`await` it/],
  ["a conversation to sanitize", () => sanitize("openai-chat", some()), "invalid-message", /a conversation\. `prepare` and `toRequest` write/],
  ["a conversation to trim", () => trim("openai-chat", some(), { maxTokens: 5 }), "invalid-message", /a conversation\./],
  ["a conversation to convert", () => convert(some(), "openai-chat", "anthropic"), "invalid-message", /a conversation\./],
  ["a conversation to from", () => ConversationManager.from("backscroll", some()), "invalid-message", /fromJSON\(conversation\.toJSON\(\)\)/],
  ["a response", () => sanitize("openai-chat", response), "invalid-message", /a response of `openai-chat`.*addResponse/],
  ["a response to from", () => ConversationManager.from("anthropic", response), "invalid-message", /a response of `openai-chat`/],
  ["one message", () => convert(list[0], "openai-chat", "anthropic"), "invalid-message", /one message: give a list/],
  ["a body to estimate", () => estimateTokens(body), "invalid-argument", /a text or an array of messages/],
  ["a body to sanitizeToolCalls", () => sanitizeToolCalls(body), "invalid-argument", /an array of messages/],
  ["a promise to strip", () => stripPhantomCalls(Promise.resolve(response)), "invalid-argument", /`await` it/],
  ["messages as params", (c) => c.toRequest("openai-chat", body), "invalid-argument", /must not hold `messages`/],
  ["messages as params of Responses", (c) => c.toRequest("openai-responses", body), "invalid-argument", /must not hold `messages`.*called `input`/],
  ["messages as params of Gemini", (c) => c.toRequest("gemini", body), "invalid-argument", /must not hold `messages`.*called `contents`/],
  ["a signal among the params", (c) => c.toRequest("openai-chat", { model: "m", signal: new AbortController().signal }), "invalid-argument", /among the options/],
  ["the model as params", (c) => c.toRequest("openai-chat", "gpt-5"), "invalid-argument", /`params` must be an object/],
  ["the model as an option", (c) => c.toRequest("openai-chat", {}, { model: "m" }), "invalid-argument", /params of a request/],
  ["an empty copy", () => ConversationManager.fromJSON({ ...some() }), "invalid-snapshot", /empty copy of a conversation.*toJSON/],
  ["another empty copy", () => ConversationManager.fromJSON(structuredClone(some())), "invalid-snapshot", /empty copy of a conversation/],
  ["a checkpoint as JSON", () => resume(JSON.stringify(asking().suspend()), { decisions: true, tools: {} }), "invalid-argument", /Checkpoint\.fromJSON/],
  ["tools with `execute`", () => resume(asking().suspend(), { decisions: true, tools: { f: { execute() {} } } }), "invalid-argument", /must be a function/],
];

const FITTING = [
  ["tools that are larger than the window", () => prepare(some({ tokenLimit: 200 }), { model: "m", tools }), /No reduction helps: declare fewer or shorter tools/],
  ["tools that are larger than the limit of trim", () => trim("openai-chat", { ...body, tools }, { maxTokens: 100 }), /declare fewer or shorter tools/],
  ["tools that are larger by an estimator", () => trim("openai-chat", { ...body, tools }, { maxTokens: 100, estimator: (text) => text.length / 4 }), /declare fewer or shorter tools/],
  ["a prompt that is", () => prepare(some({ tokenLimit: 200, systemPrompt: "word ".repeat(900) })), /the system message `\S+` alone takes about \d+ tokens: shorten it/i],
  ["a reducer that does nothing", () => prepare(full(() => {})), /the reduction made nothing smaller\. \(A callback of yours must edit `context\.draft`, or return the messages/],
  ["the default strategy, which gets no advice about callbacks", () => prepare(pinned()), /the reduction made nothing smaller\.(?! \(A callback)/],
  ["a strategy that gets none", () => prepare(full(noReduction())), /the reduction made nothing smaller\.(?! \(A callback)/],
  ["a `reduce` of a subclass, which gets it", () => prepare(pinned(class extends ConversationManager { reduce() {} })), /made nothing smaller\. \(A callback of yours must edit/],
  ["one that says no", () => prepare(full(() => false)), /the reduction made nothing smaller/],
  ["one that edits the copy", () => prepare(full(({ messages }) => void messages.splice(0, 60))), /or return the messages to keep/],
  ["one that returns what there is", () => prepare(full(({ messages }) => messages)), /made nothing smaller/],
  ["one that returns a number", () => prepare(full(({ draft }) => draft.keepRecentTurns(2))), /draft\.keepRecentTurns\(4\) > 0/],
  ["one that returns a strategy", () => prepare(full(() => fitBudget())), /That is a strategy/],
  ["one that returns an object with messages", () => prepare(full(({ messages }) => ({ messages }))), /Return the list of messages itself/],
  ["one that does too little", () => prepare(full(({ draft }) => draft.keepRecentMessages(76) > 0)), /reductions? (was|were) not enough/],
  ["one that throws", () => prepare(full(() => { throw new Error("No network."); })), /the reducer failed: No network\.$/],
  ["one that throws an error without a message", () => prepare(full(() => { throw new RangeError(""); })), /the reducer failed: RangeError\.$/],
  ["a strategy in a chain that is not called", () => prepare(full(chain(fitBudget))), /call the function that makes a strategy/],
  ["a chain in a chain that is not called", () => prepare(full(chain(chain))), /call the function that makes a strategy/],
];

const GROUPS = [
  ["responses", RESPONSES.map(([name, run, text]) => [name, run, "invalid-message", text])],
  ["names of formats, and their places", FORMATS.map(([name, run, text]) => [name, run, "unknown-format", text])],
  ["options", OPTIONS.map(([name, run, text]) => [name, run, "invalid-argument", text])],
  ["messages", MESSAGES],
  ["bodies, params and snapshots", BODIES],
  ["what cannot be made to fit", FITTING.map(([name, run, text]) => [name, run, "cannot-fit", text])],
];

for (const [group, rows] of GROUPS) {
  describe(group, () => {
    for (const [name, run, code, text] of rows) {
      test(name, async () => {
        const conversation = some({ systemPrompt: "Be brief." });
        const before = JSON.stringify(conversation);
        const { message } = await refusal(() => run(conversation), code);
        assert.match(message, text);
        assert.doesNotMatch(message, /(?<!\.)\.\.(?!\.)|\bI\d+\b|undefined,|\[object/);
        assert.ok(message.length < 500, message);
        assert.equal(JSON.stringify(conversation), before);
      });
    }
  });
}

test("valid alternatives are accepted", async () => {
  const conversation = asking();
  conversation.addMessage("tool", "x", { toolCallId: "c1" });
  conversation.addResponse("openai-chat", response);
  conversation.addResponse("mistral", response);
  assert.equal(conversation.addResponse("ai-sdk", [{ role: "assistant", content: "Hello." }]).content[0]?.text ?? "Hello.", "Hello.");
  assert.ok(Checkpoint.fromJSON(JSON.stringify(asking().suspend())) instanceof Checkpoint);
  new ConversationManager({ tokenLimit: 100, reserveTokens: 99, reduce: chain(fitBudget(), () => false) });
  assert.equal(convert("openai-chat", "anthropic", list).body.messages.length, 1);
});

test("a proxy whose traps throw is refused in every parameter", async () => {
  const boom = () => {
    throw new TypeError("a trap");
  };
  const proxy = new Proxy({}, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, boom])));
  for (const run of [
    () => resume(proxy, { decisions: true, tools: {} }),
    () => resume(asking().suspend(), proxy),
    () => resume(asking().suspend(), { decisions: true, tools: {}, conversation: proxy }),
    () => resume(asking().suspend(), { decisions: true, tools: proxy }),
    () => resume(asking().suspend(), { decisions: proxy, tools: {} }),
    () => resume(asking().suspend(), { decisions: true, tools: {}, ledger: proxy }),
    () => resume(asking().suspend(), { decisions: true, tools: {}, signal: proxy }),
    () => Checkpoint.fromJSON(proxy),
    () => ConversationManager.fromJSON(proxy),
    () => asking().suspend(proxy),
    () => some().enqueue(proxy),
    () => stripPhantomCalls(proxy),
    () => compactHistory(list, proxy),
    () => some().addResponse("ai-sdk", proxy),
    () => ConversationManager.from("openai-chat", proxy),
  ]) {
    assert.match((await refusal(run)).code, /^invalid-/, String(run));
  }
});

describe("a body whose messages are in another format's list is refused as `wrong-format`", () => {
  const BODIES = {
    messages: ["openai-chat", { model: "m", messages: [{ role: "user", content: "Hi" }] }],
    input: ["openai-responses", { model: "m", input: [{ role: "user", content: "Hi" }] }],
    contents: ["gemini", { model: "m", contents: [{ role: "user", parts: [{ text: "Hi" }] }] }],
  };
  const WAYS = {
    sanitize,
    trim: (format, body) => trim(format, body, { maxTokens: 99 }),
    convert: (format, body) => convert(format, "backscroll", body),
    from: (format, body) => ConversationManager.from(format, body),
  };
  for (const [format, own] of Object.entries(LISTS)) {
    for (const [list, [looksLike, body]] of Object.entries(BODIES).filter(([list]) => list !== own)) {
      for (const [name, way] of Object.entries(WAYS)) {
        test(`${name}: one with \`${list}\` given as ${format}`, () =>
          assert.throws(() => way(format, body), ({ code, details }) => code === "wrong-format" && details.looksLike === looksLike && details.path === list));
      }
    }
  }
});
