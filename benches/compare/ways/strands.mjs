// Strands Agents: the sliding window, and summaries. Either gets an overflow error until the request fits or it gives up, as from its agent when a model
// refuses. Removed messages stay removed.

import {
  ContextWindowOverflowError,
  ImageBlock,
  Message,
  ReasoningBlock,
  SlidingWindowConversationManager,
  SummarizingConversationManager,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
  configureLogging,
} from "@strands-agents/sdk";
import { AnthropicModel } from "@strands-agents/sdk/models/anthropic";
import { OpenAIModel } from "@strands-agents/sdk/models/openai";
import { estimateTokens } from "backscroll";
import { captureMethod } from "../lib/captured.mjs";
import { callsOf, heard, piecesOf, textOf, withResultsTogether } from "../lib/peer-content.mjs";
import { sizeOf } from "../lib/size.mjs";
import { standInSummary } from "../lib/stand-in-summary.mjs";
import { PARAMS } from "./way.mjs";

const MOST_ROUNDS = 100;
const quiet = () => {};
configureLogging({ debug: quiet, info: quiet, warn: quiet, error: quiet });

/** @type {import("./way.mjs").Way} */
export const strands = {
  name: "Strands sliding window",
  how:
    `window 40, shouldTruncateResults; reduce with an overflow until it fits or gives up, at most ${MOST_ROUNDS} times; ` +
    "sent by OpenAIModel and AnthropicModel",
  begin: (target, estimator) => new Run(target, estimator, new SlidingWindowConversationManager()),
};

/** @type {import("./way.mjs").Way} */
export const strandsSummary = {
  name: "Strands summarizing",
  how: `summaryRatio 0.3, preserveRecentMessages 10, in the same loop; the summaries are stand-ins, and their requests are billed`,
  begin: (target, estimator) => {
    const writer = new Writer();
    const run = new Run(target, estimator, new SummarizingConversationManager({ model: writer }));
    return { request: (history, budget) => run.request(history, budget), asked: () => writer.asked() };
  },
};

/** The model that writes summaries. */
class Writer {
  #tokens = 0;

  async *streamAggregated(messages, { systemPrompt }) {
    const text = messages.map(textIn).join("\n");
    this.#tokens += estimateTokens(`${systemPrompt}\n${text}`);
    return { message: new Message({ role: "assistant", content: [new TextBlock(standInSummary(text))] }) };
  }

  /** The tokens of its requests since the last call. */
  asked() {
    const tokens = this.#tokens;
    this.#tokens = 0;
    return tokens;
  }
}

/** Returns a message as a text with its speaker. */
function textIn({ role, content }) {
  const lines = content.map((block) => {
    if (block.type === "toolUseBlock") return `AI: ${block.name} ${JSON.stringify(block.input)}`;
    if (block.type === "toolResultBlock") return `Tool: ${block.content.map(({ text = "" }) => text).join("\n")}`;
    return block.type === "textBlock" ? `${role === "user" ? "Human" : "AI"}: ${block.text}` : "";
  });
  return lines.filter(Boolean).join("\n");
}

const { send, body } = captureMethod();
const chat = { chat: { completions: { create: send } } };
const { model: modelId, max_tokens: maxTokens } = PARAMS.anthropic;
const MODELS = {
  "openai-chat": new OpenAIModel({ api: "chat", modelId: PARAMS["openai-chat"].model, client: chat }),
  anthropic: new AnthropicModel({ modelId, maxTokens, client: { messages: { stream: send } } }),
};

class Run {
  #target;
  #estimator;
  #manager;
  #agent = { messages: [] };
  #systemPrompt = [];
  #taken = 0;

  constructor(target, estimator, manager) {
    this.#target = target;
    this.#estimator = estimator;
    this.#manager = manager;
  }

  async request(history, budget) {
    this.#take(history.slice(this.#taken));
    this.#taken = history.length;
    let request = await this.#written();
    for (let round = 0; round < MOST_ROUNDS && sizeOf(this.#target, request, this.#estimator) > budget; round += 1) {
      const error = new ContextWindowOverflowError("prompt is too long");
      if (!(await this.#manager.reduce({ agent: this.#agent, model: MODELS[this.#target], error }))) break;
      request = await this.#written();
    }
    return request;
  }

  #take(messages) {
    this.#systemPrompt.push(...messages.filter(({ role }) => role === "system").map(textOf));
    const talk = heard(messages).filter(({ role }) => role !== "system");
    this.#agent.messages.push(...withResultsTogether(talk).map(message));
  }

  #written() {
    const options = this.#systemPrompt.length === 0 ? {} : { systemPrompt: this.#systemPrompt.join("\n\n") };
    return body(async () => {
      for await (const _ of MODELS[this.#target].stream(this.#agent.messages, options));
    });
  }
}

function message(group) {
  const list = Array.isArray(group) ? group : [group];
  const content = list.flatMap((one) => (one.role === "tool" ? result(one) : blocks(one)));
  const made = new Message({ role: group.role === "assistant" ? "assistant" : "user", content });
  if (list.some(({ pinned }) => pinned)) made.metadata = { custom: { pinned: true } };
  return made;
}

function blocks(one) {
  return [...piecesOf(one).map(block), ...callsOf(one).map(({ id, name, input }) => new ToolUseBlock({ name, toolUseId: id, input }))];
}

function block(piece) {
  const { type, text, signature, mediaType, data } = piece;
  if (type === "thinking") return new ReasoningBlock({ text, signature });
  if (type === "image") return new ImageBlock({ format: mediaType.slice("image/".length), source: { bytes: Buffer.from(data, "base64") } });
  return new TextBlock(text);
}

function result(one) {
  const pieces = piecesOf(one);
  const content = (pieces.length === 0 ? [{ type: "text", text: "(nothing)" }] : pieces).map(block);
  return new ToolResultBlock({ toolUseId: one.toolCallId ?? "", status: one.isError ? "error" : "success", content });
}
