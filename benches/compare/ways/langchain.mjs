// LangChain: `trimMessages` over the whole conversation for each call, as in its guide.

import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { estimateTokens } from "backscroll";
import { capture } from "../lib/captured.mjs";
import { callsOf, heard, piecesOf, textOf } from "../lib/peer-content.mjs";
import { ASKED, PARAMS } from "./way.mjs";

/** @type {import("./way.mjs").Way} */
export const langchain = {
  name: "LangChain trimMessages",
  how:
    'strategy "last", startOn "human", includeSystem, allowPartial false, our estimate as its counter; ' +
    "sent by ChatOpenAI and ChatAnthropic",
  begin: (target, estimator) => ({ request: (history, budget) => request(target, history, budget, estimator) }),
};

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
