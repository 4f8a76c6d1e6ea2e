// Mistral through its own client, against the strict provider. The client's fields are in camelCase, and bodies keep that spelling.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Mistral } from "@mistralai/mistralai";
import { ConversationManager, convert, sanitize, trim, validate } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { ruleFiles } from "../../support/rule-files.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const CALL = { id: "D681PevKs", type: "function", function: { name: "clock", arguments: '{"toolCalls":1}' } };
const HI = { role: "user", content: "Time?" };
const REPLY = { role: "assistant", content: "Noon." };
const CAMEL = [HI, { role: "assistant", content: null, toolCalls: [CALL] }, { role: "tool", toolCallId: CALL.id, content: "noon" }];
const SNAKE = [HI, { role: "assistant", content: null, tool_calls: [CALL] }, { role: "tool", tool_call_id: CALL.id, content: "noon" }];
const model = "mistral-test";

/** Starts a provider that ends with the test, and returns its client. */
async function start(t, settings) {
  const provider = await startStrictProvider(settings);
  t.after(() => provider.close());
  const client = new Mistral({ apiKey: "any", serverURL: `${provider.url}/mistral`, retryConfig: { strategy: "none" } });
  return { ...provider, ask: (body) => client.chat.complete(body) };
}

/** Returns the calls and results that the server received. */
const arrived = ({ body }) => body.messages.flatMap((message) => [message.tool_calls?.[0].function.name, message.tool_call_id]).filter(Boolean);

describe("the client accepts bodies as they are", () => {
  const script = [{ toolCalls: [{ name: "clock", arguments: { zone: "UTC" } }] }, { text: "Noon." }];

  test("of a conversation with its answers", async (t) => {
    const { ask, log } = await start(t, { script });
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Time?");
    const request = () => conversation.toRequest("mistral", { model }).body;
    const { toolCalls: [{ id }] } = conversation.addResponse("mistral", await ask(request()));
    conversation.addMessage("tool", "noon", { toolCallId: id });
    conversation.addResponse("mistral", await ask(request()));
    assert.deepEqual(arrived(log[1]), ["clock", id]);
  });

  test("of its own body, repaired and read as a conversation", async (t) => {
    const { ask, log } = await start(t);
    const broken = { model, maxTokens: 64, messages: [HI, CAMEL[1], { role: "user", content: "So?" }] };
    const { body, repairs } = sanitize("mistral", broken);
    assert.deepEqual(repairs.map(({ code }) => code), ["missing-result-added", "assistant-message-added"]);
    await ask(body);
    await ask(trim("mistral", broken, { maxTokens: 1_000 }).body);
    await ask(ConversationManager.from("mistral", broken).toRequest("mistral", { model }).body);
    await ask({ model, ...convert("mistral", "mistral", CAMEL).body });
    assert.deepEqual(log.map(arrived), Array(4).fill(["clock", CALL.id]));
  });

  const ELSEWHERE = [
    ["by its params", { model, maxTokens: 64 }, {}],
    ["by the option", { model }, { spelling: "camelCase" }],
  ];
  for (const [how, params, options] of ELSEWHERE) {
    test(`of a conversation from another format, spelled ${how}`, async (t) => {
      const { ask, log } = await start(t);
      const conversation = ConversationManager.from("openai-chat", SNAKE);
      conversation.addMessage("user", [{ type: "image", mediaType: "image/png", data: PNG.split(",")[1] }]);
      await ask(conversation.toRequest("mistral", params, options).body);
      await ask({ model, ...convert("openai-chat", "mistral", SNAKE, { spelling: "camelCase" }).body });
      assert.deepEqual(log.map(arrived), Array(2).fill(["clock", CALL.id]));
      assert.equal(log[0].body.messages.at(-1).content[0].image_url.url, PNG);
    });
  }
});

describe("the spelling of a request", () => {
  const spelled = (conversation, params, options) => {
    const [, call] = conversation.toRequest("mistral", { model, ...params }, options).body.messages;
    return "toolCalls" in call ? "camelCase" : "snake_case";
  };
  const of = (messages) => ConversationManager.from("mistral", { messages });
  const answered = (answer) => {
    const conversation = of(SNAKE);
    conversation.addResponse("mistral", answer);
    return conversation;
  };
  const said = { index: 0, message: { role: "assistant", content: "Noon." } };
  const CASES = [
    ["is that of the body that was read", () => spelled(of(CAMEL)), "camelCase"],
    ["is the API's where nothing tells", () => spelled(ConversationManager.from("openai-chat", SNAKE)), "snake_case"],
    ["is that of the newest answer", () => spelled(answered({ choices: [{ ...said, finishReason: "stop" }] })), "camelCase"],
    ["is that of the API for its answers", () => spelled(answered({ choices: [{ ...said, finish_reason: "stop" }] })), "snake_case"],
    ["is that of the params, which are handed on beside it", () => spelled(of(CAMEL), { max_tokens: 9 }), "snake_case"],
    ["is that of the option above all", () => spelled(of(CAMEL), { max_tokens: 9 }, { spelling: "camelCase" }), "camelCase"],
    ["is kept in a snapshot", () => spelled(ConversationManager.fromJSON(JSON.stringify(of(CAMEL)))), "camelCase"],
    ["changes when asked to", () => {
      const conversation = of(SNAKE);
      return [{ maxTokens: 9 }, {}, { maxTokens: 9 }].map((params) => spelled(conversation, params)).join(" ");
    }, "camelCase snake_case camelCase"],
  ];
  for (const [fact, run, expected] of CASES) test(fact, () => assert.equal(run(), expected));

  test("is snake_case or camelCase", () => {
    const error = refusal(() => of(CAMEL).toRequest("mistral", {}, { spelling: "kebab-case" }), "invalid-argument");
    assert.match(error.message, /camelCase/);
  });

  test("is refused for other targets", () => {
    const options = { spelling: "camelCase" };
    assert.deepEqual(of(CAMEL).toRequest("openai-chat", {}, options), of(SNAKE).toRequest("openai-chat", {}));
  });
});

describe("both spellings get the same repairs", () => {
  const NAMES = { tool_calls: "toolCalls", tool_call_id: "toolCallId", image_url: "imageUrl", input_audio: "inputAudio", document_url: "documentUrl", document_name: "documentName", file_id: "fileId", reference_ids: "referenceIds" };
  const renamed = (value) => Object.fromEntries(Object.entries(value).map(([name, inner]) => [NAMES[name] ?? name, inner]));
  const part = (value) => (Array.isArray(value) ? value.map(part) : typeof value === "object" && value !== null ? renamed(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, part(inner)]))) : value);
  const message = (value) => (typeof value === "object" && value !== null ? renamed({ ...value, ...("content" in value ? { content: part(value.content) } : {}) }) : value);
  /** Returns the body with the client's names. */
  const camel = (body) => ({ ...body, messages: body.messages.map(message) });

  const cases = ruleFiles("mistral").flatMap(({ cases }) => cases);

  test("for every body of the corpus", () => {
    let spelled = 0;
    for (const { given: body, options, name } of cases.filter(({ error }) => error === undefined)) {
      const given = camel(body);
      spelled += JSON.stringify(given) === JSON.stringify(body) ? 0 : 1;
      const { body: mended, repairs } = sanitize("mistral", body, options);
      assert.deepEqual(sanitize("mistral", given, options), { body: camel(mended), repairs }, name);
      assert.deepEqual(validate("mistral", given, options).map(({ rule }) => rule), validate("mistral", body, options).map(({ rule }) => rule), name);
      assert.deepEqual(sanitize("mistral", camel(mended), options), { body: camel(mended), repairs: [] }, name);
    }
    assert.ok(spelled > 20, `${spelled}`);
  });

  test("a body with both spellings gets one, which is reported", () => {
    const { body, repairs } = sanitize("mistral", { model, messages: [...CAMEL, REPLY, ...SNAKE] });
    const told = (messageId) => ["field-respelled", "MI0", messageId];
    assert.deepEqual(body.messages, [...CAMEL, REPLY, ...CAMEL]);
    assert.deepEqual(repairs.map(({ code, rule, messageId }) => [code, rule, messageId]), [told("m5"), told("m6")]);
    assert.deepEqual(sanitize("mistral", body), { body, repairs: [] });
    assert.deepEqual(sanitize("mistral", { model, messages: CAMEL }, { spelling: "snake_case" }).body.messages, SNAKE);
  });

  test("arguments of tools are not respelled", () => {
    for (const value of [CALL.function.arguments, { tool_calls: 1, toolCalls: 2 }]) {
      const call = { ...CALL, function: { name: "clock", arguments: value } };
      const [, said] = ConversationManager.from("mistral", [HI, { role: "assistant", content: "", toolCalls: [call] }, CAMEL[2]]).messages;
      assert.deepEqual(said.toolCalls[0].arguments, value);
    }
  });
});
