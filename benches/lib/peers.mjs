// Other libraries at the works of backscroll: cuts of a list of chat messages to half of its tokens, and repairs of it. Each library takes
// messages in its own form; making the form is not timed.

import { AIMessage, HumanMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { ContextChef, ensureValidHistory } from "@context-chef/core";
import { transformMessages } from "@earendil-works/pi-ai/api/transform-messages";
import { Message, SlidingWindowConversationManager, TextBlock, ToolResultBlock, ToolUseBlock, configureLogging } from "@strands-agents/sdk";
import { pruneMessages } from "ai";

/** The packages that `cuts` calls, for the line about versions. */
export const CUTTING = ["@langchain/core", "ai", "@strands-agents/sdk", "@context-chef/core"];

/** The packages that `repairs` calls. */
export const REPAIRING = ["@context-chef/core", "@earendil-works/pi-ai"];

const quiet = () => {};
configureLogging({ debug: quiet, info: quiet, warn: quiet, error: quiet });

/** The tokens of a message, by the usual rule of four characters. */
export const lengthOf = ({ content, tool_calls: [call] = [] }) =>
  Math.ceil(((content?.length ?? 0) + (call?.function.arguments.length ?? 0)) / 4);

/**
 * Returns the ways to cut the messages, as works of `measure`. The AI SDK has no budget and removes the older calls; Strands keeps half of the
 * messages.
 */
export function cuts(wire) {
  const half = wire.reduce((sum, message) => sum + lengthOf(message), 0) / 2;
  return {
    "a loop over a list": () => typical(wire, half).length,
    "LangChain trimMessages": langchain(wire, half),
    "AI SDK pruneMessages": aiSdk(wire),
    "Strands sliding window": strands(wire),
    "context-chef compile": contextChef(wire, half),
  };
}

/** Drops the oldest messages until the rest fits, up to a question, and then results without calls. */
function typical(wire, half) {
  let left = wire.reduce((sum, message) => sum + lengthOf(message), 0);
  let first = 0;
  while (left > half || wire[first]?.role !== "user") left -= lengthOf(wire[first++]);
  const kept = wire.slice(first);
  const ids = new Set(kept.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
  return kept.filter(({ role, tool_call_id: id }) => role !== "tool" || ids.has(id));
}

/** Returns LangChain's own messages. The id of each is its place. */
export function langchainMessages(wire) {
  return wire.map(({ role, content, tool_calls: calls, tool_call_id: id }, place) => {
    if (role === "user") return new HumanMessage({ id: String(place), content });
    if (role === "tool") return new ToolMessage({ id: String(place), content, tool_call_id: id });
    return new AIMessage({ id: String(place), content: content ?? "", tool_calls: (calls ?? []).map(callOf) });
  });
}

/** The counter looks the length of a message up, so that LangChain's own time counts. */
function langchain(wire, maxTokens) {
  const list = langchainMessages(wire);
  const lengths = wire.map(lengthOf);
  const tokenCounter = (messages) => messages.reduce((sum, { id }) => sum + lengths[id], 0);
  return async () => (await trimMessages(list, { maxTokens, tokenCounter, strategy: "last", startOn: "human" })).length;
}

function callOf({ id, function: { name, arguments: args } }) {
  return { id, name, args: JSON.parse(args), type: "tool_call" };
}

function aiSdk(wire) {
  const names = new Map(wire.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name])));
  const messages = wire.map(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    if (role === "tool")
      return {
        role,
        content: [{ type: "tool-result", toolCallId: id, toolName: names.get(id), output: { type: "text", value: content } }],
      };
    if (calls === undefined) return { role, content };
    return {
      role,
      content: calls
        .map(callOf)
        .map(({ id: toolCallId, name: toolName, args: input }) => ({ type: "tool-call", toolCallId, toolName, input })),
    };
  });
  const toolCalls = `before-last-${Math.floor(wire.length / 2)}-messages`;
  return () => pruneMessages({ messages, toolCalls, emptyMessages: "remove" }).length;
}

function strands(wire) {
  const messages = wire.map(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    const blocks = calls?.map(callOf).map(({ id: toolUseId, name, args: input }) => new ToolUseBlock({ name, toolUseId, input }));
    const result = () => [new ToolResultBlock({ toolUseId: id, status: "success", content: [new TextBlock(content)] })];
    return new Message({
      role: role === "tool" ? "user" : role,
      content: blocks ?? (role === "tool" ? result() : [new TextBlock(content)]),
    });
  });
  const manager = new SlidingWindowConversationManager({ windowSize: Math.floor(wire.length / 2) });
  let agent;
  const run = () => {
    manager.reduce({ agent });
    return agent.messages.length;
  };
  return { before: () => (agent = { messages: [...messages] }), run };
}

function contextChef(wire, contextWindow) {
  const tokenizer = (messages) => messages.reduce((sum, message) => sum + lengthOf(message), 0);
  let chef;
  const before = () => {
    chef = new ContextChef({ janitor: { contextWindow, tokenizer, triggerRatio: 1, preserveRatio: 1 } });
    chef.setHistory(wire.map((message) => ({ ...message, content: message.content ?? "" })));
  };
  return { before, run: async () => (await chef.compile({ target: "openai" })).messages.length };
}

/**
 * Returns the ways to repair the messages, as works of `measure`. Both add missing results; context-chef also removes results without calls, and
 * pi-ai also prepares the messages of other models.
 */
export function repairs(wire) {
  const list = piMessages(wire);
  return {
    "context-chef ensureValidHistory": () => ensureValidHistory(wire).length,
    "pi-ai transformMessages": () => transformMessages(list, PI_MODEL).length,
  };
}

const PI_MODEL = { id: "a-model", api: "openai-completions", provider: "openai", input: ["text"] };

function piMessages(wire) {
  const { id: model, api, provider } = PI_MODEL;
  const text = (content) => [{ type: "text", text: content }];
  return wire.map(({ role, content, tool_calls: calls, tool_call_id: toolCallId }) => {
    if (role === "user") return { role, content, timestamp: 0 };
    if (role === "tool") return { role: "toolResult", toolCallId, toolName: "read", content: text(content), isError: false, timestamp: 0 };
    const blocks = calls?.map(callOf).map(({ id, name, args }) => ({ type: "toolCall", id, name, arguments: args }));
    return { role, content: blocks ?? text(content), model, api, provider, stopReason: "stop", timestamp: 0 };
  });
}
