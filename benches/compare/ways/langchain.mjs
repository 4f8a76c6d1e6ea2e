// LangChain: `trimMessages` over the whole conversation for each call, as in its guide; and the middleware of its agents that summarizes.

import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { estimateTokens } from "backscroll";
import { summarizationMiddleware } from "langchain";
import { capture } from "../lib/captured.mjs";
import { callsOf, heard, piecesOf, textOf } from "../lib/peer-content.mjs";
import { standInSummary } from "../lib/stand-in-summary.mjs";
import { ASKED, PARAMS } from "./way.mjs";

/** @type {import("./way.mjs").Way} */
export const langchain = {
  name: "LangChain trimMessages",
  how:
    'strategy "last", startOn "human", includeSystem, allowPartial false, our estimate as its counter; ' +
    "sent by ChatOpenAI and ChatAnthropic",
  begin: (target, estimator) => ({ request: (history, budget) => request(target, history, budget, estimator) }),
};

/** The share of the budget that a summary leaves: that of `fitBudget`. */
const KEPT = 0.6;

/** @type {import("./way.mjs").Way} */
export const langchainSummary = {
  name: "LangChain summarization",
  how: `summarizationMiddleware: trigger at the budget, keeps ${KEPT} of it in tokens; the summaries are stand-ins, and their requests are billed`,
  begin: (target, estimator) => new SummaryRun(target, estimator),
};

/** A run of an agent, whose state holds the messages that the middleware leaves. */
class SummaryRun {
  #target;
  #estimator;
  #system = [];
  #messages = [];
  #taken = 0;
  #asked = 0;

  constructor(target, estimator = "script") {
    this.#target = target;
    this.#estimator = estimator;
  }

  async request(history, budget) {
    const added = history.slice(this.#taken);
    this.#taken = history.length;
    this.#system.push(...added.filter(({ role }) => role === "system").map(message));
    this.#messages.push(...heard(added.filter(({ role }) => role !== "system")).map(message));
    const counted = (messages) => estimateTokens(messages.map(neutral), { ...ASKED[this.#target], estimator: this.#estimator });
    const room = Math.max(1, budget - counted(this.#system));
    const model = {
      invoke: async (prompt) => {
        this.#asked += estimateTokens(prompt);
        return { content: standInSummary(prompt.slice(prompt.indexOf("Messages to summarize:"))) };
      },
    };
    const { beforeModel } = summarizationMiddleware({
      model,
      trigger: { tokens: room + 1 },
      keep: { tokens: Math.floor(room * KEPT) },
      tokenCounter: counted,
    });
    const left = await beforeModel({ messages: this.#messages }, { context: {} });
    // The first of them removes all messages before.
    if (left !== undefined) this.#messages = left.messages.slice(1);
    return body(() => MODELS[this.#target].invoke([...this.#system, ...this.#messages]));
  }

  asked() {
    const tokens = this.#asked;
    this.#asked = 0;
    return tokens;
  }
}

/** Returns a message of LangChain in the form of this package, for its size. */
function neutral({ type, text, tool_calls: calls = [], tool_call_id: toolCallId }) {
  const toolCalls = calls.map(({ id, name, args }) => ({ id, name, arguments: args }));
  if (type === "tool") return { role: "tool", toolCallId, content: text };
  return { role: { human: "user", ai: "assistant", system: "system" }[type], content: text, ...(toolCalls.length > 0 && { toolCalls }) };
}

const { fetch, body } = capture();
const client = { fetch, maxRetries: 0 };
const settings = { apiKey: "none", maxRetries: 0 };
const { model, max_tokens: maxTokens } = PARAMS.anthropic;
const MODELS = {
  "openai-chat": new ChatOpenAI({ ...settings, model: PARAMS["openai-chat"].model, configuration: client }),
  anthropic: new ChatAnthropic({ ...settings, model, maxTokens, clientOptions: client }),
};

async function request(target, history, budget, estimator = "script") {
  const trimmed = await trimMessages(heard(history).map(message), {
    maxTokens: budget,
    tokenCounter: counter(history, { ...ASKED[target], estimator }),
    strategy: "last",
    startOn: "human",
    includeSystem: true,
    allowPartial: false,
  });
  return body(() => MODELS[target].invoke(trimmed));
}

/** Counts tokens with the estimator of all ways, so that the budget means the same for each. */
function counter(history, asked) {
  const costs = new Map(history.map((one) => [one.id, estimateTokens([one], asked)]));
  return (messages) => messages.reduce((sum, { id }) => sum + costs.get(id), 0);
}

function message(one) {
  const { id, role, toolCallId, isError } = one;
  switch (role) {
    case "system":
      return new SystemMessage({ id, content: textOf(one) });
    case "user":
      return new HumanMessage({ id, content: contentOf(one) });
    case "assistant":
      return new AIMessage({ id, content: contentOf(one), tool_calls: callsOf(one).map(call) });
    default:
      return new ToolMessage({ id, content: contentOf(one), tool_call_id: toolCallId ?? "", status: isError ? "error" : "success" });
  }
}

function call({ id, name, input }) {
  return { id, name, args: input, type: "tool_call" };
}

function contentOf(one) {
  const pieces = piecesOf(one);
  if (pieces.every(({ type }) => type === "text")) return textOf(one);
  return pieces.map((piece) => {
    if (piece.type === "thinking") return { type: "thinking", thinking: piece.text, signature: piece.signature };
    if (piece.type === "image") return { type: "image_url", image_url: { url: `data:${piece.mediaType};base64,${piece.data}` } };
    return piece;
  });
}
