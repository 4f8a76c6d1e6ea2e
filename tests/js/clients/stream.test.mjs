// Streams of the strict provider through the real clients, and as bytes: each goes into a conversation, whose next request is accepted.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { jsonSchema, streamText, toUIMessageStream } from "ai";
import { ConversationManager, convert } from "backscroll";
import { addStream } from "backscroll/stream";
import "backscroll/ai-sdk";
import OpenAI from "openai";
import { converseInput } from "../../support/formats/converse-input.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

const MODEL = "anthropic.claude-sonnet-4-5-20250929-v1:0";
const SCHEMA = { type: "object" };
const tool = { name: "clock", description: "Tells the time." };
/** Two parallel calls behind a thought and a text; then a text. */
const SCRIPT = [
  { thinking: "Hm, the time.", text: "One moment, please.", toolCalls: [{ name: "clock", arguments: { zone: "Europe/Oslo" } }, { name: "clock", arguments: { zone: "UTC" } }] },
  { text: "It is noon." },
];

/** Reasoning in chat completions is a field of vendors. */
const VENDOR = { acceptUnknownFields: true };

/** Each client: the format, the params of a request, and the stream of a body. */
const CLIENTS = {
  "OpenAI's client, chat": {
    format: "openai-chat",
    params: { model: "m", stream: true, stream_options: { include_usage: true }, tools: [{ type: "function", function: { ...tool, parameters: SCHEMA } }] },
    stream: ({ url }, body) => openai(url).chat.completions.create(body),
    path: "/v1/chat/completions",
  },
  "OpenAI's client, Responses": {
    format: "openai-responses",
    params: { model: "m", stream: true, store: false, include: ["reasoning.encrypted_content"], tools: [{ type: "function", ...tool, parameters: SCHEMA, strict: false }] },
    stream: ({ url }, body) => openai(url).responses.create(body),
    path: "/v1/responses",
  },
  "Anthropic's client": {
    format: "anthropic",
    params: { model: "m", stream: true, max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, tools: [{ ...tool, input_schema: SCHEMA }] },
    stream: ({ url }, body) => new Anthropic({ apiKey: "any", baseURL: url, maxRetries: 0 }).messages.create(body),
    path: "/v1/messages",
  },
  "Google's client": {
    format: "gemini",
    params: { tools: [{ functionDeclarations: [tool] }] },
    stream: ({ url }, { contents, ...config }) => new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } }).models.generateContentStream({ model: "m", contents, config }),
    path: "/v1beta/models/m:streamGenerateContent?alt=sse",
  },
  "AWS's client": {
    format: "bedrock",
    params: { modelId: MODEL, toolConfig: { tools: [{ toolSpec: { ...tool, inputSchema: { json: SCHEMA } } }] } },
    stream: async ({ url, after }, body) => {
      const client = new BedrockRuntimeClient({ region: "us-east-1", endpoint: url, credentials: { accessKeyId: "any", secretAccessKey: "any" }, requestHandler: new NodeHttpHandler(), maxAttempts: 1 });
      after(() => client.destroy());
      return (await client.send(new ConverseStreamCommand(converseInput(body)))).stream;
    },
    path: `/model/${encodeURIComponent(MODEL)}/converse-stream`,
  },
  "Mistral's client": {
    format: "mistral",
    params: { model: "m", tools: [{ type: "function", function: { ...tool, parameters: SCHEMA } }] },
    // The first request is spelled as asked for, and the next one as the response before it.
    options: [{ spelling: "camelCase" }, {}],
    stream: ({ url }, body) => new Mistral({ apiKey: "any", serverURL: `${url}/mistral`, retryConfig: { strategy: "none" } }).chat.stream(body),
    path: "/mistral/v1/chat/completions",
    isStreamField: true,
    // The client cannot read the event of an error, and throws one of its own.
    failed: "broken",
  },
};

const openai = (url) => new OpenAI({ apiKey: "any", baseURL: `${url}/v1`, maxRetries: 0 });

/** Sends the body without a client: the path asks for a stream, or the body does. */
const fetched = ({ path, isStreamField }) => ({ url }, { modelId: _, ...body }) => fetch(`${url}${path}`, { method: "POST", body: JSON.stringify({ ...body, ...(isStreamField && { stream: true }) }) });

async function start(t, settings) {
  const provider = await startStrictProvider(settings);
  t.after(() => provider.close());
  return { ...provider, after: (work) => t.after(work) };
}

/** Asks, runs the calls, and asks again, all in streams. */
async function talk(provider, { format, params, options = [] }, stream) {
  const conversation = new ConversationManager({ systemPrompt: "Be brief." });
  conversation.addMessage("user", "What is the time?");
  const updates = [];
  for (const option of [options[0], options[1]]) {
    const { body } = await conversation.prepare(format, params, option);
    const { message, end, error, leftOut } = await addStream(conversation, format, await stream(provider, body), { onUpdate: ({ text }) => updates.push(text) }).result();
    assert.deepEqual([end, error, leftOut], ["complete", null, []]);
    for (const { id, arguments: given } of message.toolCalls ?? []) conversation.addMessage("tool", `12:00 in ${(typeof given === "string" ? JSON.parse(given) : given).zone}`, { toolCallId: id });
  }
  return { conversation, updates };
}

/** Asserts that the conversation holds what the script says. */
function assertTold({ conversation, updates }, { log }) {
  assert.deepEqual(log.map(({ status, message }) => [status, message]), [[200, null], [200, null]]);
  const [, , asked, ...results] = conversation.messages;
  assert.deepEqual(asked.toolCalls.map(({ name }) => name), ["clock", "clock"]);
  assert.deepEqual(results.map(({ role, content }) => [role, textOf(content)]), [["tool", "12:00 in Europe/Oslo"], ["tool", "12:00 in UTC"], ["assistant", "It is noon."]]);
  assert.match(JSON.stringify(asked), /Hm, the time\./);
  assert.equal(textOf(asked.content), "One moment, please.");
  assert.ok(updates.includes("One moment, ") && updates.includes("It is "), "the text grows word by word");
  assert.ok(asked.tokens.input > 0 && asked.tokens.output > 0);
  conversation.dispose();
}

const textOf = (content) => (typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join(""));

for (const [name, client] of Object.entries(CLIENTS)) {
  describe(name, () => {
    test("its stream goes in, and the next request is accepted", async (t) => {
      const provider = await start(t, { script: SCRIPT, "openai-chat": VENDOR });
      assertTold(await talk(provider, client, client.stream), provider);
    });

    test("so do the bytes", async (t) => {
      const provider = await start(t, { script: SCRIPT, "openai-chat": VENDOR });
      assertTold(await talk(provider, { ...client, options: [] }, fetched(client)), provider);
    });

    const CUTS = [["a connection that breaks", { after: 7 }, "broken"], ["an error of the provider", { after: 7, error: "Overloaded" }, client.failed ?? "failed"]];
    for (const [cut, given, expected] of CUTS) {
      test(`${cut} leaves the text so far, and the next request is accepted`, async (t) => {
        const provider = await start(t, { script: [{ text: "one two three four five six seven eight nine", cut: given }, { text: "Done." }] });
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Count.");
        const { thinking: _, ...params } = client.params;
        const ask = async () => addStream(conversation, client.format, await client.stream(provider, conversation.toRequest(client.format, params, client.options?.[0]).body)).result();
        const { end, message } = await ask();
        assert.equal(end, expected);
        assert.match(textOf(message.content), /^one two/);
        conversation.addMessage("user", "Go on.");
        assert.deepEqual([(await ask()).end, provider.log.map(({ status }) => status)], ["complete", [200, 200]]);
        conversation.dispose();
      });
    }

    test("an abort ends the connection and keeps the text", async (t) => {
      const provider = await start(t, { eventDelay: 15, script: () => ({ text: "word ".repeat(200) }) });
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Talk.");
      const { thinking: _, ...params } = client.params;
      const stop = new AbortController();
      const source = await client.stream(provider, conversation.toRequest(client.format, params, client.options?.[0]).body);
      const { end, message } = await addStream(conversation, client.format, source, { signal: stop.signal, onUpdate: ({ text }) => text.length > 9 && stop.abort() }).result();
      assert.deepEqual([end, conversation.lastAssistantMessage, conversation.busy], ["aborted", message, false]);
      assert.match(textOf(message.content), /^word word/);
      conversation.dispose();
    });
  });
}

describe("the AI SDK's UI stream", () => {
  const tools = { clock: { description: tool.description, inputSchema: jsonSchema(SCHEMA), execute: ({ zone }) => `12:00 in ${zone}` } };
  /** The SDK runs the tools itself, in steps. */
  const asked = (url, messages) => streamText({ model: createOpenAI({ apiKey: "any", baseURL: `${url}/v1` }).chat("m"), messages, tools, stopWhen: ({ steps }) => steps.length === 2, maxRetries: 0 });

  const SOURCES = { chunks: (result) => toUIMessageStream({ stream: result.stream, tools }), "a Response": (result) => result.toUIMessageStreamResponse() };
  for (const [name, sourceOf] of Object.entries(SOURCES)) {
    test(`as ${name}: its steps go in, and the next request is accepted`, async (t) => {
      const provider = await start(t, { script: [...SCRIPT, { text: "You are welcome." }], "openai-chat": VENDOR });
      const conversation = new ConversationManager();
      conversation.addMessage("user", "What is the time?");
      const { message, end, leftOut } = await addStream(conversation, "ai-sdk", sourceOf(asked(provider.url, convert("backscroll", "ai-sdk", conversation.messages).body))).result();
      assert.deepEqual([end, leftOut, textOf(message.content)], ["complete", [], "It is noon."]);
      assert.deepEqual(conversation.messages.map(({ role }) => role), ["user", "assistant", "tool", "tool", "assistant"]);
      conversation.addMessage("user", "Thanks.");
      const { format, params, stream } = CLIENTS["OpenAI's client, chat"];
      const added = await addStream(conversation, format, await stream(provider, conversation.toRequest(format, params).body)).result();
      assert.deepEqual([added.message.content, provider.log.map(({ status }) => status)], ["You are welcome.", [200, 200, 200]]);
      conversation.dispose();
    });
  }
});

test("pages of another origin may ask, where they are allowed to", async (t) => {
  const provider = await start(t, { allowOrigin: "https://page.example" });
  const preflight = await fetch(`${provider.url}/v1/chat/completions`, { method: "OPTIONS", headers: { "access-control-request-headers": "content-type" } });
  const answer = await fetch(`${provider.url}/v1/chat/completions`, { method: "POST", body: "{}" });
  assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-headers"), answer.headers.get("access-control-allow-origin")], [204, "content-type", "https://page.example"]);
});
