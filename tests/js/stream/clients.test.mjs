// Recorded streams, served over loopback HTTP: our response against the response that the provider's own client assembles.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import OpenAI from "openai";
import { readUIMessageStream } from "ai";
import { readStream } from "backscroll/stream";
import { streamedSets } from "../../support/shared-data.mjs";
import { bytesOf, eventsOf, sse, streamOf } from "../../support/stream/recorded.mjs";

const sets = streamedSets();
const plain = (value) => JSON.parse(JSON.stringify(value));
/** The stream that the server sends next. */
let served = { bytes: Buffer.alloc(0), type: "text/event-stream" };
let server, url;

before(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": served.type });
    response.end(served.bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

function serve(row) {
  served = { bytes: bytesOf(row), type: row.response_base64 === undefined ? "text/event-stream" : "application/vnd.amazon.eventstream" };
}

const openai = () => new OpenAI({ apiKey: "any", baseURL: url, maxRetries: 0 });
const anthropic = () => new Anthropic({ apiKey: "any", baseURL: url, maxRetries: 0 });

/** Functions that read the same bytes twice: with the client's own assembly, and with ours from the client's events. */
const CLIENTS = {
  "openai-chat": {
    theirs: () => openai().chat.completions.stream({ model: "m", messages: [] }).finalChatCompletion(),
    events: () => openai().chat.completions.create({ model: "m", messages: [], stream: true }),
  },
  "openai-responses": {
    theirs: () => openai().responses.stream({ model: "m", input: "x" }).finalResponse(),
    events: () => openai().responses.create({ model: "m", input: "x", stream: true }),
  },
  anthropic: {
    theirs: () => anthropic().messages.stream({ model: "m", max_tokens: 1, messages: [] }).finalMessage(),
    events: () => anthropic().messages.create({ model: "m", max_tokens: 1, messages: [], stream: true }),
  },
};

/**
 * The known differences from the clients, with the reason: functions that remove a difference from a response.
 *
 * @type {Record<string, { why: string, from: (response: any) => void }[]>}
 */
const DIFFERENCES = {
  "openai-chat": [
    { why: "the client adds what it parsed", from: ({ choices: [{ message }] }) => delete message.parsed },
    { why: "the client writes a `refusal` of null where the provider has no such field", from: ({ choices: [{ message }] }) => message.refusal === null && delete message.refusal },
    { why: "the client keeps a text that stays empty; here it is null, as for a message without text", from: ({ choices: [{ message }] }) => (message.content ||= null) },
    { why: "arguments that stay empty are `{}` here", from: ({ choices: [{ message }] }) => message.tool_calls?.forEach((call) => (call.function.arguments ||= "{}")) },
    { why: "the client keeps the name of the object that the chunks have", from: (response) => delete response.object },
    { why: "the client leaves out an empty list of the last chunk", from: ({ choices: [{ message }] }) => message.reasoning_details?.length === 0 && delete message.reasoning_details },
    { why: "the client keeps the last piece of fields that OpenAI does not have; here they are whole", from: ({ choices: [{ message }] }) => ["reasoning", "reasoning_content", "reasoning_details", "annotations"].forEach((name) => delete message[name]) },
    { why: "the client leaves out a `system_fingerprint` of null", from: (response) => Object.keys(response).forEach((name) => response[name] === null && delete response[name]) },
  ],
  "openai-responses": [
    { why: "the client adds what it parsed", from: (response) => ["output_parsed", "output_text"].forEach((name) => delete response[name]) },
    { why: "the client adds what it parsed", from: ({ output }) => output.forEach((item) => (delete item.parsed_arguments, item.content?.forEach((part) => delete part.parsed))) },
  ],
  anthropic: [
    { why: "the client adds what it parsed", from: (response) => (delete response.parsed_output, response.content.forEach((block) => delete block.parsed_output)) },
    { why: "the client takes `stop_details` from an event that lacks it", from: (response) => response.stop_details ?? delete response.stop_details },
  ],
};

for (const set of sets.filter(({ target }) => target in CLIENTS)) {
  describe(`${set.name}: ${set.rows.length || "no"} streams`, () => {
    test("equal the client's own assembly, except for the differences in the table", { skip: set.absence }, async () => {
      const { theirs, events } = CLIENTS[set.target];
      let refused = 0;
      for (const row of set.rows) {
        serve(row);
        const { response, end } = await readStream(set.target, await events()).result();
        assert.equal(end, "complete", row.id);
        let other;
        try {
          other = plain(await theirs());
        } catch (error) {
          // The client refuses some streams of vendors, for example those whose calls have no `type` or `index`.
          assert.ok(set.isVendors, `${row.id}: ${error.message}`);
          refused += 1;
          continue;
        }
        const ours = plain(response);
        for (const { from } of DIFFERENCES[set.target]) [ours, other].forEach(from);
        assert.deepEqual(ours, other, row.id);
      }
      assert.ok(refused < set.rows.length / 2, `${refused} refused`);
    });

    test("are the same from a Response of `fetch`", { skip: set.absence }, async () => {
      for (const row of set.rows.slice(0, 10)) {
        serve(row);
        const [fetched, parsed] = [await readStream(set.target, await fetch(url)).result(), await readStream(set.target, await CLIENTS[set.target].events()).result()];
        assert.deepEqual(plain(fetched), plain(parsed), row.id);
      }
    });
  });
}

/** Clients without an assembly of their own. Their events are read, and the response must hold the text that a plain loop collects. */
const WITHOUT_ASSEMBLY = {
  gemini: {
    events: () => new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: url } }).models.generateContentStream({ model: "m", contents: "x" }),
    textIn: ({ candidates: [{ content }] }) => (content?.parts ?? []).map(({ text = "" }) => text).join(""),
    textOf: ({ candidates: [candidate] = [] }) => (candidate?.content?.parts ?? []).map(({ text = "" }) => text).join(""),
  },
  bedrock: {
    events: async () => (await new BedrockRuntimeClient({ region: "us-east-1", endpoint: url, requestHandler: new NodeHttpHandler(), credentials: { accessKeyId: "any", secretAccessKey: "any" } }).send(new ConverseStreamCommand({ modelId: "m", messages: [] }))).stream,
    textIn: ({ output }) => output.message.content.map(({ text, citationsContent, reasoningContent }) => text ?? citationsContent?.content.map((each) => each.text).join("") ?? reasoningContent?.reasoningText?.text ?? "").join(""),
    textOf: ({ contentBlockDelta: { delta = {} } = {} }) => delta.text ?? delta.reasoningContent?.text ?? "",
  },
  mistral: {
    events: () => new Mistral({ apiKey: "any", serverURL: url, retryConfig: { strategy: "none" } }).chat.stream({ model: "m", messages: [] }),
    textIn: ({ choices: [{ message: { content } }] }) => (typeof content === "string" ? content : (content ?? []).map(textOfChunk).join("")),
    textOf: ({ choices: [{ delta: { content } }] }) => (typeof content === "string" ? content : (content ?? []).map(textOfChunk).join("")),
  },
};
/** Mistral's client spells the fields in its own way. */
const inSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const textOfChunk = ({ text, thinking = [] }) => text ?? thinking.map((each) => each.text).join("");

for (const set of sets.filter(({ target }) => target in WITHOUT_ASSEMBLY)) {
  test(`${set.name}: the client's events give the same response as the bytes, with all text`, { skip: set.absence }, async () => {
    const { events, textIn, textOf } = WITHOUT_ASSEMBLY[set.target];
    for (const row of set.rows) {
      serve(row);
      const { response, end } = await readStream(set.target, await events()).result();
      assert.equal(end, "complete", row.id);
      assert.equal(textIn(plain(response)), eventsOf(row).map(textOf).join(""), row.id);
      const fromBytes = await readStream(set.target, streamOf([bytesOf(row)])).result();
      assert.equal(textIn(plain(fromBytes.response)), textIn(plain(response)), row.id);
      // Clients omit counters that their version does not know.
      const [all, known] = [fromBytes, { response }].map((each) => Object.keys(plain(each.response.usage ?? each.response.usageMetadata)).map(inSnakeCase));
      assert.ok(known.every((name) => all.includes(name)), row.id);
    }
  });
}

describe("the UI stream of the AI SDK", () => {
  const STREAM = [
    { type: "start", messageId: "u1", messageMetadata: { model: "m", usage: { input: 1 } } },
    { type: "start-step" },
    { type: "reasoning-start", id: "1" },
    { type: "reasoning-delta", id: "1", delta: "Hm" },
    { type: "reasoning-delta", id: "1", delta: "." },
    { type: "reasoning-end", id: "1", providerMetadata: { anthropic: { signature: "s" } } },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Let me " },
    { type: "text-delta", id: "1", delta: "look." },
    { type: "text-end", id: "1" },
    { type: "tool-input-start", toolCallId: "a", toolName: "clock" },
    { type: "tool-input-start", toolCallId: "b", toolName: "clock", dynamic: true },
    { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"zone":' },
    { type: "tool-input-delta", toolCallId: "b", inputTextDelta: "{}" },
    { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '"UTC"}' },
    { type: "tool-input-available", toolCallId: "a", toolName: "clock", input: { zone: "UTC" } },
    { type: "tool-input-available", toolCallId: "b", toolName: "clock", input: {}, dynamic: true },
    { type: "tool-output-available", toolCallId: "a", output: "noon" },
    { type: "tool-approval-request", toolCallId: "b", approvalId: "p1" },
    { type: "tool-approval-response", approvalId: "p1", approved: true, reason: "fine" },
    { type: "tool-output-error", toolCallId: "b", errorText: "no clock", dynamic: true },
    { type: "finish-step" },
    { type: "start-step" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Lost." },
    { type: "reset-step" },
    { type: "data-note", id: "n", data: 1 },
    { type: "data-note", id: "n", data: 2 },
    { type: "data-gone", data: 0, transient: true },
    { type: "source-url", sourceId: "s", url: "https://example.com", title: "T" },
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" },
    { type: "text-start", id: "2" },
    { type: "text-delta", id: "2", delta: "Noon." },
    { type: "text-end", id: "2" },
    { type: "finish-step" },
    { type: "finish", messageMetadata: { usage: { output: 2 } } },
  ];

  test("equals `readUIMessageStream`, except for the raw text of arguments", async () => {
    let theirs;
    for await (const message of readUIMessageStream({ stream: ReadableStream.from(STREAM) })) theirs = plain(message);
    theirs.parts.forEach((part) => delete part.rawInput);
    const sources = [ReadableStream.from(STREAM), streamOf([sse(STREAM)])];
    for (const source of sources) {
      const { response, end, leftOut } = await readStream("ai-sdk", source).result();
      assert.deepEqual({ end, leftOut }, { end: "complete", leftOut: [] });
      assert.deepEqual(plain(response), theirs);
    }
  });
});
