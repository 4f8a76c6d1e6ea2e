// The time to cut a history of 10,000 messages to half of its tokens, and to keep calls with their results. The libraries do what they
// can: the AI SDK has no budget and removes the older calls, Strands keeps a number of messages.

import { AIMessage, HumanMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { ContextChef } from "@context-chef/core";
import { Message, SlidingWindowConversationManager, TextBlock, ToolResultBlock, ToolUseBlock, configureLogging } from "@strands-agents/sdk";
import { pruneMessages } from "ai";
import { ConversationManager } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { spread, table, times } from "./lib/table.mjs";

/** Each four messages are a turn: a question, a call, its result, and an answer. */
const MESSAGES = isQuick ? 40 : 10_000;
const CHARACTERS = 100;
const TURNS = MESSAGES / 4 / 2;
const PARAMS = { model: "a-model" };
const quiet = () => {};
configureLogging({ debug: quiet, info: quiet, warn: quiet, error: quiet });

const wire = agentMessages(MESSAGES, CHARACTERS).map((message) => message["openai-chat"]);
const lengthOf = ({ content, tool_calls: [call] = [] }) => Math.ceil(((content?.length ?? 0) + (call?.function.arguments.length ?? 0)) / 4);
const half = wire.reduce((sum, message) => sum + lengthOf(message), 0) / 2;
const source = ConversationManager.from("openai-chat", { messages: wire });
const neutral = source.messages.map(({ id: _, ...message }) => message);
source.dispose();

/** Conversations that were cut. They are freed between the rounds. */
let conversation = null;

const WORKS = {
  "backscroll, truncate": {
    before: () => fresh(),
    run: () => {
      conversation.truncate({ keepRecent: TURNS });
      return conversation.messageCount;
    },
  },
  "backscroll, truncate and toRequestView": {
    before: () => fresh(),
    run: () => {
      conversation.truncate({ keepRecent: TURNS });
      return conversation.toRequestView("openai-chat", PARAMS).byteLength;
    },
  },
  "typical JavaScript": () => typical().length,
  "LangChain trimMessages": langchain(),
  "AI SDK pruneMessages": aiSdk(),
  "Strands sliding window": strands(),
  "context-chef compile": contextChef(),
};

/** A conversation whose last request has been written. */
function fresh() {
  conversation?.dispose();
  conversation = new ConversationManager({ transcript: false });
  for (const message of neutral) conversation.addMessage(message);
  conversation.toRequestView("openai-chat", PARAMS);
}

/** Drops the oldest messages until the rest fits, up to a question, and then results without calls. */
function typical() {
  let left = wire.reduce((sum, message) => sum + lengthOf(message), 0);
  let first = 0;
  while (left > half || wire[first]?.role !== "user") left -= lengthOf(wire[first++]);
  const kept = wire.slice(first);
  const ids = new Set(kept.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
  return kept.filter(({ role, tool_call_id: id }) => role !== "tool" || ids.has(id));
}

function langchain() {
  const list = wire.map(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    if (role === "user") return new HumanMessage(content);
    if (role === "tool") return new ToolMessage({ content, tool_call_id: id });
    return new AIMessage({ content: content ?? "", tool_calls: (calls ?? []).map(callOf) });
  });
  const lengthOfOne = (message) => Math.ceil((message.content.length + (message.tool_calls?.[0]?.args.text.length ?? 0)) / 4);
  const tokenCounter = (messages) => messages.reduce((sum, message) => sum + lengthOfOne(message), 0);
  return async () => (await trimMessages(list, { maxTokens: half, tokenCounter, strategy: "last", startOn: "human" })).length;
}

function callOf({ id, function: { name, arguments: args } }) {
  return { id, name, args: JSON.parse(args), type: "tool_call" };
}

function aiSdk() {
  const messages = wire.map(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    if (role === "tool")
      return { role, content: [{ type: "tool-result", toolCallId: id, toolName: "write_file", output: { type: "text", value: content } }] };
    if (calls === undefined) return { role, content };
    return {
      role,
      content: calls
        .map(callOf)
        .map(({ id: toolCallId, name: toolName, args: input }) => ({ type: "tool-call", toolCallId, toolName, input })),
    };
  });
  return () => pruneMessages({ messages, toolCalls: `before-last-${MESSAGES / 2}-messages`, emptyMessages: "remove" }).length;
}

function strands() {
  const messages = wire.map(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    const blocks = calls?.map(callOf).map(({ id: toolUseId, name, args: input }) => new ToolUseBlock({ name, toolUseId, input }));
    const result = () => [new ToolResultBlock({ toolUseId: id, status: "success", content: [new TextBlock(content)] })];
    return new Message({
      role: role === "tool" ? "user" : role,
      content: blocks ?? (role === "tool" ? result() : [new TextBlock(content)]),
    });
  });
  const manager = new SlidingWindowConversationManager({ windowSize: MESSAGES / 2 });
  let agent;
  const run = () => {
    manager.reduce({ agent });
    return agent.messages.length;
  };
  return { before: () => (agent = { messages: [...messages] }), run };
}

function contextChef() {
  const tokenizer = (messages) => messages.reduce((sum, message) => sum + lengthOf(message), 0);
  let chef;
  const before = () => {
    chef = new ContextChef({ janitor: { contextWindow: half, tokenizer, triggerRatio: 1, preserveRatio: 1 } });
    chef.setHistory(wire.map((message) => ({ ...message, content: message.content ?? "" })));
  };
  return { before, run: async () => (await chef.compile({ target: "openai" })).messages.length };
}

console.log(
  `Half of ${MESSAGES.toLocaleString("en")} messages, ${machine("@langchain/core", "ai", "@strands-agents/sdk", "@context-chef/core")}\n`,
);
const taken = await measure(WORKS, { rounds: isQuick ? 2 : 15 });
const base = taken["typical JavaScript"];
const rows = Object.entries(taken).map(([name, rounds]) => [name, times(ratio(base, rounds)), spread(rounds)]);
conversation.dispose();
console.log(table(["cut to half", "to typical JavaScript", "time"], rows));
console.log(`
backscroll frees the memory of what it removes and keeps a report of it; the others leave both to the garbage collector, or do without.
Typical JavaScript adds up all lengths and copies references; backscroll keeps the sum.`);
