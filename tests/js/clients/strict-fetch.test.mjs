// Clients that take a `fetch`, with the one of `backscroll/strict-provider`: no socket, no base URL.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { HTTPClient, Mistral } from "@mistralai/mistralai";
import { generateText, jsonSchema, streamText, tool } from "ai";
import { ConversationManager } from "backscroll";
import { strictFetch } from "backscroll/strict-provider";
import OpenAI from "openai";

const apiKey = "any";
const TEXT = "It is noon, in Zürich.";
const HI = { role: "user", content: "Time?" };
/** A result that answers no call. */
const STRAY = { role: "tool", tool_call_id: "a", content: "noon" };

const openai = (fetch) => new OpenAI({ apiKey, fetch });
const anthropic = (fetch) => new Anthropic({ apiKey, fetch });
const google = (fetch) => new GoogleGenAI({ apiKey, httpOptions: { fetch, retryOptions: { attempts: 1 } } });
const mistral = (fetch) => new Mistral({ apiKey, httpClient: new HTTPClient({ fetcher: fetch }), retryConfig: { strategy: "none" } });
const joined = async (events, textOf) => {
  const texts = [];
  for await (const event of events) texts.push(textOf(event) ?? "");
  return texts;
};
const sdk = (model, more) => ({ model, messages: [HI], maxRetries: 0, ...more });
const sdkText = async (model) => (await generateText(sdk(model))).text;
const sdkStream = (model) => joined(streamText(sdk(model)).textStream, (text) => text);
const sdkRefused = (model) => generateText(sdk(model, { messages: [HI, { role: "assistant", content: "x".repeat(9_000) }, HI] }));

/** The clients: a text, a stream in pieces, and a request that the provider refuses, with the words of the refusal. */
const CLIENTS = {
  "OpenAI, chat": {
    target: "openai-chat",
    text: async (fetch) => (await openai(fetch).chat.completions.create({ model: "m", messages: [HI] })).choices[0].message.content,
    stream: async (fetch) => joined(await openai(fetch).chat.completions.create({ model: "m", messages: [HI], stream: true }), ({ choices }) => choices[0]?.delta.content),
    refused: (fetch) => openai(fetch).chat.completions.create({ model: "m", messages: [HI, STRAY] }),
    says: /must be a response to a preceeding message/,
  },
  "OpenAI, responses": {
    target: "openai-responses",
    text: async (fetch) => (await openai(fetch).responses.create({ model: "m", input: "Time?" })).output_text,
    stream: async (fetch) => joined(await openai(fetch).responses.create({ model: "m", input: "Time?", stream: true }), (event) => (event.type === "response.output_text.delta" ? event.delta : "")),
    refused: (fetch) => openai(fetch).responses.create({ model: "m", input: [{ type: "function_call_output", call_id: "a", output: "noon" }] }),
    says: /No tool call found for function call output/,
  },
  Anthropic: {
    target: "anthropic",
    text: async (fetch) => (await anthropic(fetch).messages.create({ model: "m", max_tokens: 99, messages: [HI] })).content[0].text,
    stream: async (fetch) => joined(anthropic(fetch).messages.stream({ model: "m", max_tokens: 99, messages: [HI] }), (event) => event.delta?.text),
    refused: (fetch) => anthropic(fetch).messages.create({ model: "m", max_tokens: 99, messages: [HI, { role: "assistant", content: [{ type: "tool_use", id: "a", name: "clock", input: {} }] }, HI] }),
    says: /without `tool_result` blocks immediately after/,
  },
  Google: {
    target: "gemini",
    text: async (fetch) => (await google(fetch).models.generateContent({ model: "m", contents: "Time?" })).text,
    stream: async (fetch) => joined(await google(fetch).models.generateContentStream({ model: "m", contents: "Time?" }), ({ text }) => text),
    refused: (fetch) => google(fetch).models.generateContent({ model: "m", contents: [{ role: "user", parts: [{ text: "Hi." }] }, { role: "model", parts: [{ functionCall: { name: "clock", args: {} } }] }, { role: "user", parts: [{ text: "Hi." }] }] }),
    says: /number of function response parts is equal/,
  },
  Mistral: {
    target: "mistral",
    text: async (fetch) => (await mistral(fetch).chat.complete({ model: "m", messages: [HI] })).choices[0].message.content,
    stream: async (fetch) => joined(await mistral(fetch).chat.stream({ model: "m", messages: [HI] }), ({ data }) => data.choices[0].delta.content),
    refused: (fetch) => mistral(fetch).chat.complete({ model: "m", messages: [HI, { role: "assistant", content: "Noon." }] }),
    says: /Expected last role/,
  },
  "AI SDK, OpenAI's chat": {
    target: "openai-chat",
    text: (fetch) => sdkText(createOpenAI({ apiKey, fetch }).chat("m")),
    stream: (fetch) => sdkStream(createOpenAI({ apiKey, fetch }).chat("m")),
    refused: (fetch) => sdkRefused(createOpenAI({ apiKey, fetch }).chat("m")),
    says: /maximum context length is 2000 tokens/,
  },
  "AI SDK, OpenAI's responses": {
    target: "openai-responses",
    text: (fetch) => sdkText(createOpenAI({ apiKey, fetch }).responses("m")),
    stream: (fetch) => sdkStream(createOpenAI({ apiKey, fetch }).responses("m")),
    refused: (fetch) => sdkRefused(createOpenAI({ apiKey, fetch }).responses("m")),
    says: /exceeds the context window/,
  },
  "AI SDK, Anthropic": {
    target: "anthropic",
    text: (fetch) => sdkText(createAnthropic({ apiKey, fetch })("claude-sonnet-4-5")),
    stream: (fetch) => sdkStream(createAnthropic({ apiKey, fetch })("claude-sonnet-4-5")),
    refused: (fetch) => sdkRefused(createAnthropic({ apiKey, fetch })("claude-sonnet-4-5")),
    says: /prompt is too long: \d+ tokens > 2000 maximum/,
  },
};

for (const [name, { target, text, stream, refused, says }] of Object.entries(CLIENTS)) {
  describe(name, () => {
    test("gets a text, and the same text as a stream, in pieces", async () => {
      const fetch = strictFetch({ script: () => ({ text: TEXT }) });
      assert.equal(await text(fetch), TEXT);
      const pieces = (await stream(fetch)).filter((piece) => piece !== "");
      assert.equal(pieces.join(""), TEXT);
      assert.ok(pieces.length > 3, pieces.join("|"));
      assert.deepEqual(fetch.log.map((entry) => [entry.target, entry.status]), [[target, 200], [target, 200]]);
    });

    test("throws its own error for a refusal, with the provider's words", async () => {
      const fetch = strictFetch({ contextWindow: 2_000 });
      await assert.rejects(refused(fetch), (error) => {
        assert.match(error.message, says);
        assert.equal(error.status ?? error.statusCode, 400);
        return true;
      });
      assert.deepEqual(fetch.log.map((entry) => [entry.target, entry.status]), [[target, 400]]);
    });

    test("shows that the script is used up", async () => {
      await assert.rejects(text(strictFetch({ script: [] })), (error) => /the script has no reply for accepted request 1: it holds 0/.test(error.message + error.responseBody));
    });
  });
}

test("an agent of the AI SDK runs its tools", async () => {
  const fetch = strictFetch({ script: [{ toolCalls: [{ name: "clock", arguments: { zone: "UTC" } }] }, { text: "Noon." }] });
  const clock = tool({ inputSchema: jsonSchema({ type: "object", properties: { zone: { type: "string" } } }), execute: ({ zone }) => `12:00 ${zone}` });
  const { text } = await generateText({ ...sdk(createOpenAI({ apiKey, fetch }).chat("m")), tools: { clock }, stopWhen: ({ steps }) => steps.length === 3 });
  assert.equal(text, "Noon.");
  assert.deepEqual(fetch.log[1].body.messages.at(-1).content, "12:00 UTC");
});

test("a conversation of 50 turns at a window of 500 tokens is never refused", async () => {
  const fetch = strictFetch({ contextWindow: 500, script: ({ index }) => ({ text: `This is answer ${index}.` }) });
  const client = openai(fetch);
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 450 });
  for (let turn = 1; turn <= 50; turn += 1) {
    conversation.addMessage("user", `This is turn ${turn}, and it asks for nothing in particular.`);
    const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
    conversation.addResponse("openai-chat", await client.chat.completions.create(body));
  }
  assert.deepEqual([conversation.transcript.length, fetch.log.length], [101, 50]);
  assert.ok(conversation.reductions.length > 1);
  conversation.dispose();
});
