// The time to read a stream: `readStream` against the accumulators of the providers' own clients, over the same events.

import Anthropic from "@anthropic-ai/sdk";
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
const openai = new OpenAI({ apiKey: "any", fetch: async () => answer(chatBytes) });
const anthropic = new Anthropic({ apiKey: "any", fetch: async () => answer(messageBytes) });

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
  },
  "Anthropic Messages": {
    least: () => parsed(messageBytes),
    parsing: async () => drain(await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })),
    theirs: async () => (await anthropic.messages.stream({ model: "m", max_tokens: 1, messages: [] }).finalMessage()).content[0].text,
    events: async () =>
      (await readStream("anthropic", await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })).result())
        .response.content[0].text,
    bytes: async () => (await readStream("anthropic", answer(messageBytes)).result()).response.content[0].text,
  },
};

console.log(`Reading a stream of ${EVENTS} events, ${machine("openai", "@anthropic-ai/sdk")}\n`);

const rows = [];
for (const [name, { least, parsing, ...ways }] of Object.entries(CASES)) {
  const expected = await ways.theirs();
  const length = async (read) => {
    const text = await read();
    if (text !== expected) throw new Error(`${name}: another text was read`);
    return text.length;
  };
  const works = Object.entries(ways).map(([way, read]) => [way, () => length(read)]);
  const taken = await measure({ least, parsing, ...Object.fromEntries(works) }, { rounds: ROUNDS });
  const { theirs, events, bytes } = taken;
  const beyond = (rounds) => Math.max(0, median(rounds) - median(taken.parsing));
  rows.push([
    name,
    times(ratio(theirs, events)),
    times(ratio(theirs, bytes)),
    times(ratio(theirs, taken.least)),
    `${time(beyond(events))}, ${time(beyond(theirs))}`,
    ...[events, bytes, theirs].map(spread),
  ]);
}

console.log(
  table(
    [
      "stream",
      "faster, from the client's events",
      "from bytes",
      "JSON.parse of the bytes alone",
      "beyond parsing: ours, the client's",
      "from events",
      "from bytes",
      "the client alone",
    ],
    rows,
  ),
);
console.log(
  "\nThe client's events are parsed by the client, and the times include that. The column beyond parsing leaves out the client's own loop over its events.",
);
