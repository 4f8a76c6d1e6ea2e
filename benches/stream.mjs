// The time to read a stream: `readStream` against the accumulators of the providers' own clients and of other libraries, over the same bytes.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatOpenAI } from "@langchain/openai";
import { streamText } from "ai";
import OpenAI from "openai";
import { readStream } from "backscroll/stream";
import { machine } from "./lib/machine.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { median, ratio } from "./lib/statistics.mjs";
import { spread, table, time, times } from "./lib/table.mjs";

const [EVENTS, ROUNDS] = isQuick ? [20, 2] : [2_000, 20];

const chat = [
  ...Array.from({ length: EVENTS }, () => ({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: { role: "assistant", content: "word " }, finish_reason: null }],
  })),
  { id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
];
const messages = [
  {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ...Array.from({ length: EVENTS }, () => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: EVENTS } },
  { type: "message_stop" },
];

const sse = (events, isNamed) =>
  new TextEncoder().encode(events.map((event) => `${isNamed ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`).join(""));
/** Splits the bytes into pieces of 16 KB, as a network delivers them. */
const answer = (bytes) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, at) => bytes.subarray(at * 16_384, (at + 1) * 16_384));
  return new Response(ReadableStream.from(pieces), { headers: { "content-type": "text/event-stream" } });
};
const [chatBytes, messageBytes] = [sse(chat, false), sse(messages, true)];
const [apiKey, question] = ["any", "Go on."];
const [fetchChat, fetchMessages] = [chatBytes, messageBytes].map((bytes) => async () => answer(bytes));
const openai = new OpenAI({ apiKey, fetch: fetchChat });
const anthropic = new Anthropic({ apiKey, fetch: fetchMessages });
const chatModel = createOpenAI({ apiKey, fetch: fetchChat }).chat("m");
const messagesModel = createAnthropic({ apiKey, fetch: fetchMessages })("m");
const chatOpenAI = new ChatOpenAI({ apiKey, model: "m", configuration: { fetch: fetchChat } });
const chatAnthropic = new ChatAnthropic({ apiKey, model: "m", clientOptions: { fetch: fetchMessages } });
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The least that a reader of these bytes does: decodes them, splits them, and parses each event. */
async function parsed(bytes) {
  let [rest, events] = ["", 0];
  const decoder = new TextDecoder();
  for await (const piece of answer(bytes).body) {
    const frames = (rest + decoder.decode(piece, { stream: true })).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      JSON.parse(frame.slice(frame.indexOf("data: ") + 6));
      events += 1;
    }
  }
  return events;
}

/** Reads the client's events, and does nothing with them. */
async function drain(stream) {
  let events = 0;
  for await (const _ of stream) events += 1;
  return events;
}

const aiSdk = (model) => streamText({ model, prompt: question, maxOutputTokens: 1 }).text;

async function langchain(model) {
  let whole;
  for await (const piece of await model.stream(question)) whole = whole === undefined ? piece : whole.concat(piece);
  return whole.text;
}

/** Each way resolves to the text. `least` and `parsing` count events instead. */
const CASES = {
  "chat completions": {
    least: () => parsed(chatBytes),
    parsing: async () => drain(await openai.chat.completions.create({ model: "m", messages: [], stream: true })),
    theirs: async () =>
      (await openai.chat.completions.stream({ model: "m", messages: [] }).finalChatCompletion()).choices[0].message.content,
    events: async () =>
      (await readStream("openai-chat", await openai.chat.completions.create({ model: "m", messages: [], stream: true })).result()).response
        .choices[0].message.content,
    bytes: async () => (await readStream("openai-chat", answer(chatBytes)).result()).response.choices[0].message.content,
    aiSdk: () => aiSdk(chatModel),
    langchain: () => langchain(chatOpenAI),
  },
  "Anthropic Messages": {
    least: () => parsed(messageBytes),
    parsing: async () => drain(await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })),
    theirs: async () => (await anthropic.messages.stream({ model: "m", max_tokens: 1, messages: [] }).finalMessage()).content[0].text,
    events: async () =>
      (await readStream("anthropic", await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })).result())
        .response.content[0].text,
    bytes: async () => (await readStream("anthropic", answer(messageBytes)).result()).response.content[0].text,
    aiSdk: () => aiSdk(messagesModel),
    langchain: () => langchain(chatAnthropic),
  },
};
const TITLES = {
  bytes: "backscroll, from bytes",
  events: "backscroll, from the client's events",
  theirs: "the client's accumulator",
  aiSdk: "AI SDK streamText",
  langchain: "LangChain stream, pieces joined",
  parsing: "the client's events, not accumulated",
  least: "JSON.parse of the bytes alone",
};

const packages = ["openai", "@anthropic-ai/sdk", "ai", "@ai-sdk/openai", "@ai-sdk/anthropic", "@langchain/openai", "@langchain/anthropic"];
console.log(`Reading a stream of ${EVENTS} events, ${machine(...packages)}\n`);

for (const [name, { least, parsing, ...ways }] of Object.entries(CASES)) {
  const expected = await ways.theirs();
  const length = async (read) => {
    const text = await read();
    if (text !== expected) throw new Error(`${name}: another text was read`);
    return text.length;
  };
  const works = Object.entries(ways).map(([way, read]) => [way, () => length(read)]);
  const taken = await measure({ least, parsing, ...Object.fromEntries(works) }, { rounds: ROUNDS });
  const beyond = (way) => time(Math.max(0, median(taken[way]) - median(taken.parsing)));
  const rows = Object.entries(TITLES).map(([way, title]) => [
    title,
    times(ratio(taken.theirs, taken[way])),
    way === "events" || way === "theirs" ? beyond(way) : "",
    spread(taken[way]),
  ]);
  console.log(`${table([name, "faster than the client", "beyond the client's parsing", "time"], rows)}\n`);
}

console.log(
  "The client's events are parsed by the client, and the times include that. The column beyond parsing leaves out the client's own loop over its events.",
);
