// The whole loop of an agent: add the messages of a turn, check the limit, drop the oldest turn when the window is full, write the request.
// A turn is a question, a call with its arguments, and its result: about 3 KB. Each way keeps its own state over all turns.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { ContextChef } from "@context-chef/core";
import { AIMessage, HumanMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { Message, SlidingWindowConversationManager, TextBlock, ToolResultBlock, ToolUseBlock } from "@strands-agents/sdk";
import { ConversationManager } from "backscroll";
import { ByteArena } from "./lib/byte-arena.mjs";
import { lengthOf } from "./lib/peers.mjs";
import { machine } from "./lib/machine.mjs";
import { prose } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { kilobytes, spread, table, times } from "./lib/table.mjs";

const TARGET = "openai-chat";
const PARAMS = { model: "a-model", max_tokens: 1_024 };
/** Turns in the window: about 0.1, 0.5 and 3 MB. */
const WINDOWS = isQuick ? [5] : [33, 165, 1_000];
const ROUNDS = isQuick ? 2 : 15;
/** Turns in a row, before the next way has its turn. */
const IN_A_ROW = isQuick ? 3 : 20;
const CHARACTERS = 1_000;
/** Turns in a small window before anything is measured, in which the engine compiles what is used often. */
const WARM_UP = isQuick ? 5 : 1_500;
/** The turns of the largest window of a library. LangChain counts all messages again for each that it drops, which would take minutes. */
const MOST_FOR = { "LangChain trimMessages": 165 };

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const texts = Array.from({ length: 400 }, (_, seed) => prose(CHARACTERS, seed + 1));

/** The texts of a turn. */
function turn(number) {
  const text = (place) => texts[(3 * number + place) % texts.length];
  return { id: `call_${number}`, question: text(0), args: { path: `src/module-${number}.ts`, text: text(1) }, result: text(2) };
}

/** The messages of a turn in OpenAI's form. */
function wire({ id, question, args, result }) {
  const call = { id, type: "function", function: { name: "write_file", arguments: JSON.stringify(args) } };
  return [
    { role: "user", content: question },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", content: result, tool_call_id: id },
  ];
}

/** The loop as most programs write it. */
function typical(window) {
  const list = [];
  const tokens = () => list.reduce((sum, message) => sum + lengthOf(message), 0);
  return {
    take: (number) => list.push(...wire(turn(number))),
    fit: () => {
      if (tokens() > 0) while (list.length > 3 * window) list.splice(0, 3);
    },
    body: () => encoder.encode(JSON.stringify({ ...PARAMS, messages: list })),
  };
}

/** The loop with each message kept as bytes. */
function arena(window, kind) {
  const kept = new ByteArena([]);
  return {
    take: (number) => kept.push(...wire(turn(number))),
    fit: () => kept.dropFirst(Math.max(0, kept.count - 3 * window)),
    body: () => kept[kind](PARAMS),
  };
}

function backscroll(window, method) {
  const conversation = new ConversationManager({ transcript: false });
  return {
    take: (number) => {
      const { id, question, args, result } = turn(number);
      conversation.addMessage("user", question);
      conversation.addMessage("assistant", null, { toolCalls: [{ id, name: "write_file", arguments: args }] });
      conversation.addMessage("tool", result, { toolCallId: id });
    },
    fit: () => {
      if (conversation.contextTokens > 0) conversation.truncate({ keepRecent: window });
    },
    body: () => conversation[method](TARGET, PARAMS),
    end: () => conversation.dispose(),
  };
}

/** The tokens of a window, for the libraries that have a budget. */
const tokensOf = (window) => (window * 3 * CHARACTERS) / 4 + window * 40;

function langchain(window) {
  let list = [];
  const length = (message) => Math.ceil((message.content.length + JSON.stringify(message.tool_calls ?? "").length) / 4);
  const tokenCounter = (messages) => messages.reduce((sum, message) => sum + length(message), 0);
  const maxTokens = tokensOf(window);
  return {
    take: (number) => {
      const { id, question, args, result } = turn(number);
      const calls = [{ id, name: "write_file", args, type: "tool_call" }];
      list.push(
        new HumanMessage(question),
        new AIMessage({ content: "", tool_calls: calls }),
        new ToolMessage({ content: result, tool_call_id: id }),
      );
    },
    fit: async () => {
      list = await trimMessages(list, { maxTokens, tokenCounter, strategy: "last", startOn: "human" });
    },
    body: () => encoder.encode(JSON.stringify({ ...PARAMS, messages: list.map((message) => message.toDict().data) })),
  };
}

function contextChef(window) {
  let list = [];
  const tokenizer = (messages) => messages.reduce((sum, message) => sum + lengthOf(message), 0);
  const chef = new ContextChef({ janitor: { contextWindow: tokensOf(window), tokenizer, triggerRatio: 1, preserveRatio: 1 } });
  return {
    take: (number) => list.push(...wire(turn(number)).map((message) => ({ ...message, content: message.content ?? "" }))),
    fit: async () => {
      chef.setHistory(list);
      list = (await chef.compile({ target: "openai" })).messages;
    },
    body: () => encoder.encode(JSON.stringify({ ...PARAMS, messages: list })),
  };
}

function strands(window) {
  const manager = new SlidingWindowConversationManager({ windowSize: 3 * window });
  const agent = { messages: [] };
  return {
    take: (number) => {
      const { id, question, args, result } = turn(number);
      agent.messages.push(
        new Message({ role: "user", content: [new TextBlock(question)] }),
        new Message({ role: "assistant", content: [new ToolUseBlock({ toolUseId: id, name: "write_file", input: args })] }),
        new Message({
          role: "user",
          content: [new ToolResultBlock({ toolUseId: id, status: "success", content: [new TextBlock(result)] })],
        }),
      );
    },
    fit: () => {
      if (agent.messages.length > 3 * window) manager.reduce({ agent });
    },
    body: () => encoder.encode(JSON.stringify({ ...PARAMS, messages: agent.messages })),
  };
}

const WAYS = {
  "typical JavaScript": typical,
  "byte arena, reused buffer": (window) => arena(window, "view"),
  "byte arena, fresh copy": (window) => arena(window, "copy"),
  "backscroll, toRequestView": (window) => backscroll(window, "toRequestView"),
  "backscroll, toRequestBytes": (window) => backscroll(window, "toRequestBytes"),
  "LangChain trimMessages": langchain,
  "context-chef compile": contextChef,
  "Strands sliding window": strands,
};
const [BASE, ARENA] = ["typical JavaScript", "byte arena, reused buffer"];

/** Runs all ways side by side. Returns the nanoseconds of a turn in each round, and the bytes of the last body. */
async function run(window) {
  const names = Object.keys(WAYS).filter((name) => window <= (MOST_FOR[name] ?? Number.POSITIVE_INFINITY));
  const ways = Object.fromEntries(names.map((name) => [name, WAYS[name](window)]));
  const works = Object.entries(ways).map(([name, way]) => {
    // The window is full before anything is measured.
    for (let number = 0; number < window; number += 1) way.take(number);
    let next = window;
    const turn = () => {
      way.take(next++);
      const fitted = way.fit();
      const written = () => way.body().byteLength;
      return fitted === undefined ? written() : fitted.then(written);
    };
    return [name, turn];
  });
  const taken = await measure(Object.fromEntries(works), { rounds: ROUNDS, calls: IN_A_ROW, warmUp: 2 });
  const bodyOf = (name) => JSON.parse(decoder.decode(ways[name].body()));
  const expected = bodyOf(BASE);
  for (const name of names.slice(1, 5)) assert.ok(isDeepStrictEqual(bodyOf(name), expected), `${name} writes another body`);
  Object.values(ways).forEach((way) => way.end?.());
  return { bytes: encoder.encode(JSON.stringify(expected)).length, taken };
}

/** Lets the engine compile a way. */
async function warmUp(make) {
  const way = make(10);
  for (let number = 0; number < WARM_UP; number += 1) {
    way.take(number);
    await way.fit();
    way.body();
  }
  way.end?.();
}

console.log(`The loop of an agent, ${machine("@langchain/core", "@context-chef/core", "@strands-agents/sdk")}\n`);
for (const make of Object.values(WAYS)) await warmUp(make);
for (const window of WINDOWS) {
  const { bytes, taken } = await run(window);
  console.log(`A window of ${window} turns, a body of ${kilobytes(bytes)}:\n`);
  const rows = Object.entries(taken).map(([name, rounds]) => [
    name,
    times(ratio(taken[BASE], rounds)),
    times(ratio(taken[ARENA], rounds)),
    spread(rounds),
  ]);
  console.log(`${table(["a turn", "to typical JavaScript", "to the byte arena", "time"], rows)}\n`);
}
console.log(`Each turn adds three messages, drops the oldest turn, and writes the request. The ways take turns of ${IN_A_ROW} turns each, ${ROUNDS} rounds.
backscroll counts tokens and repairs; the arena and the list do neither. What the arena gains over the list is caching, which any
program could do. The bodies of LangChain and Strands are those of their own messages; LangChain's in windows of up to ${MOST_FOR["LangChain trimMessages"]} turns.`);
