// The time to read a stream: `readStream` against the accumulators of the providers' own clients, over the same events.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { readStream } from "backscroll/stream";
import { machine } from "./lib/machine.mjs";
import { median, ratio } from "./lib/statistics.mjs";
import { table, time, times } from "./lib/table.mjs";

const [EVENTS, ROUNDS, WARM_UP] = [2_000, 20, 5];

const chat = [
  ...Array.from({ length: EVENTS }, () => ({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { role: "assistant", content: "word " }, finish_reason: null }] })),
  { id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
];
const messages = [
  { type: "message_start", message: { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ...Array.from({ length: EVENTS }, () => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: EVENTS } },
  { type: "message_stop" },
];

const sse = (events, isNamed) => new TextEncoder().encode(events.map((event) => `${isNamed ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`).join(""));
/** Splits the bytes into pieces of 16 KB, as a network delivers them. */
const answer = (bytes) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, at) => bytes.subarray(at * 16_384, (at + 1) * 16_384));
  return new Response(ReadableStream.from(pieces), { headers: { "content-type": "text/event-stream" } });
};
const [chatBytes, messageBytes] = [sse(chat, false), sse(messages, true)];
const openai = new OpenAI({ apiKey: "any", fetch: async () => answer(chatBytes) });
const anthropic = new Anthropic({ apiKey: "any", fetch: async () => answer(messageBytes) });

/** Reads the client's events, and does nothing with them. */
async function drain(stream) {
  let events = 0;
  for await (const _ of stream) events += 1;
  return events;
}

const CASES = {
  "chat completions": {
    parsing: async () => drain(await openai.chat.completions.create({ model: "m", messages: [], stream: true })),
    theirs: async () => (await openai.chat.completions.stream({ model: "m", messages: [] }).finalChatCompletion()).choices[0].message.content,
    events: async () => (await readStream("openai-chat", await openai.chat.completions.create({ model: "m", messages: [], stream: true })).result()).response.choices[0].message.content,
    bytes: async () => (await readStream("openai-chat", answer(chatBytes)).result()).response.choices[0].message.content,
  },
  "Anthropic Messages": {
    parsing: async () => drain(await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })),
    theirs: async () => (await anthropic.messages.stream({ model: "m", max_tokens: 1, messages: [] }).finalMessage()).content[0].text,
    events: async () => (await readStream("anthropic", await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })).result()).response.content[0].text,
    bytes: async () => (await readStream("anthropic", answer(messageBytes)).result()).response.content[0].text,
  },
};

console.log(`Reading a stream of ${EVENTS} events, ${machine()}\n`);

const rows = [];
for (const [name, { parsing, ...ways }] of Object.entries(CASES)) {
  const taken = Object.fromEntries(["parsing", ...Object.keys(ways)].map((way) => [way, []]));
  const expected = await ways.theirs();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const start = performance.now();
    await parsing();
    if (round >= 0) taken.parsing.push((performance.now() - start) * 1e6);
    for (const [way, run] of Object.entries(ways)) {
      const begin = performance.now();
      if ((await run()) !== expected) throw new Error(`${name}: ${way} gives another text`);
      if (round >= 0) taken[way].push((performance.now() - begin) * 1e6);
    }
  }
  const { theirs, events, bytes } = taken;
  const beyond = (rounds) => Math.max(0, median(rounds) - median(taken.parsing));
  rows.push([name, times(ratio(theirs, events)), times(ratio(theirs, bytes)), `${time(beyond(events))}, ${time(beyond(theirs))}`, ...[events, bytes, theirs].map((rounds) => time(median(rounds)))]);
}

console.log(table(["stream", "faster, from the client's events", "from bytes", "beyond parsing: ours, the client's", "from events", "from bytes", "the client alone"], rows));
console.log("\nThe client's events are parsed by the client, and the times include that. The column beyond parsing leaves out the client's own loop over its events.");
