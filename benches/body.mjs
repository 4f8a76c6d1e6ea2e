// The time to write a request body of about 1 MB. The usual way is `JSON.stringify` and `TextEncoder.encode`. The control is the fastest
// way in JavaScript: keep each message as bytes, and concatenate the bytes. No known library ships it.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { ConversationManager } from "backscroll";
import { ByteArena } from "./lib/byte-arena.mjs";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { kilobytes, spread, table, times } from "./lib/table.mjs";

/** Whole rounds of four and one more message, so that each history ends with a user message, as a request should. */
const MESSAGES = isQuick ? 21 : 1_001;
const CHARACTERS = 950;
/** The number of bodies written in a row, as in a program that does little else in between. */
const CALLS = 5;
const ROUNDS = isQuick ? 2 : 25;
const WARM_UP = isQuick ? 5 : 3_000;
const NEW_ONES = 4;
const PARAMS = { model: "a-model", max_tokens: 1_024, stream: true };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The ways to write the body of one history. Each keeps its own copy, and takes new messages in its own format. */
function ways(target, messages) {
  const wire = messages.map((message) => message[target]);
  const conversation = ConversationManager.from(target, { messages: wire });
  const other = ConversationManager.from(target, { messages: wire });
  const plain = [...wire];
  const [arena, reusing] = [new ByteArena(wire), new ByteArena(wire)];
  return {
    view: { take: (more) => read(conversation, target, more), body: () => conversation.toRequestView(target, PARAMS) },
    copy: { take: (more) => read(other, target, more), body: () => other.toRequestBytes(target, PARAMS) },
    stringify: { take: (more) => plain.push(...more), body: () => encoder.encode(JSON.stringify({ ...PARAMS, messages: plain })) },
    arenaCopy: { take: (more) => arena.push(...more), body: () => arena.copy(PARAMS) },
    arenaReused: { take: (more) => reusing.push(...more), body: () => reusing.view(PARAMS) },
  };
}

/** Adds new messages to a conversation as a program does: one by one, in neutral form. */
function read(conversation, target, more) {
  const source = ConversationManager.from(target, { messages: more });
  for (const { id: _, ...message } of source.messages) conversation.addMessage(message);
  source.dispose();
}

/** Fails unless all ways write the same body. */
function assertSame(all) {
  const bodies = Object.entries(all).map(([name, { body }]) => [name, JSON.parse(decoder.decode(body()))]);
  const [, expected] = bodies.find(([name]) => name === "stringify");
  for (const [name, body] of bodies) assert.ok(isDeepStrictEqual(body, expected), `${name} writes another body`);
}

/** Warms up the JavaScript engine on a small history. */
function warmUp(target) {
  const small = Object.values(ways(target, agentMessages(5, 50)));
  for (let round = 0; round < WARM_UP; round += 1) small.forEach(({ body }) => body());
}

async function run(target, newOnes) {
  const all = ways(target, agentMessages(MESSAGES, CHARACTERS));
  assertSame(all);
  const works = Object.entries(all).map(([name, { take, body }]) => {
    let count = MESSAGES;
    const between = () => {
      if (newOnes === 0) return;
      take(agentMessages(newOnes, CHARACTERS, count).map((message) => message[target]));
      count += newOnes;
    };
    return [name, { between, run: () => body().byteLength }];
  });
  const taken = await measure(Object.fromEntries(works), { rounds: ROUNDS, calls: CALLS, warmUp: 2 });
  assertSame(all);
  return { taken, bytes: all.view.body().byteLength };
}

console.log(`Request body, ${machine()}\n`);

const rows = [];
for (const target of ["openai-chat", "anthropic"]) {
  warmUp(target);
  for (const newOnes of [0, NEW_ONES]) {
    const { taken, bytes } = await run(target, newOnes);
    const { view, copy, stringify, arenaCopy, arenaReused } = taken;
    rows.push([
      `${target}, ${newOnes === 0 ? "nothing new" : `${newOnes} new messages`}, ${kilobytes(bytes)}`,
      ...[ratio(stringify, view), ratio(stringify, copy), ratio(stringify, arenaReused), ratio(stringify, arenaCopy)].map(times),
      ...[view, copy, stringify, arenaReused, arenaCopy].map(spread),
    ]);
  }
}
const against = ["view", "copy", "arena view", "arena copy"].map((name) => `${name} ×`);
console.log(
  table(["body", ...against, "toRequestView", "toRequestBytes", "stringify + encode", "arena, reused buffer", "arena, fresh copy"], rows),
);
console.log(
  "\nThe columns with × say how many times faster than stringify + encode. The arena is written for one target, repairs nothing and" +
    "\ncounts nothing; `toRequest...` sanitises, and may change its target or its options at any time.",
);
