// The AI SDK: `pruneMessages` over the whole conversation for each call, with the options of its reference. It has no budget.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, pruneMessages } from "ai";
import { capture } from "../lib/captured.mjs";
import { callsOf, heard, piecesOf, textOf, withResultsTogether } from "../lib/peer-content.mjs";
import { PARAMS } from "./way.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;

/** @type {import("./way.mjs").Way} */
export const aiSdk = {
  name: "AI SDK pruneMessages",
  how: 'reasoning "before-last-message", toolCalls "before-last-2-messages", emptyMessages "remove"; sent by generateText',
  begin: (target) => ({ request: (history) => request(target, history) }),
};

const RECIPE = { reasoning: "before-last-message", toolCalls: "before-last-2-messages", emptyMessages: "remove" };

const { fetch, body } = capture();
const MODELS = {
  "openai-chat": createOpenAI({ apiKey: "none", fetch }).chat(PARAMS["openai-chat"].model),
  anthropic: createAnthropic({ apiKey: "none", fetch })(PARAMS.anthropic.model),
};

async function request(target, history) {
  const isPrompt = history[0]?.role === "system";
  const names = new Map(history.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name])));
  const messages = withResultsTogether(heard(isPrompt ? history.slice(1) : history)).map((group) => message(group, names));
  const pruned = pruneMessages({ ...RECIPE, messages });
  const settings = { model: MODELS[target], maxRetries: 0, maxOutputTokens: PARAMS[target].max_tokens, allowSystemInMessages: true };
  return body(() => generateText({ ...settings, messages: pruned, ...(isPrompt ? { system: textOf(history[0]) } : {}) }));
}

function message(group, names) {
  if (Array.isArray(group)) return { role: "tool", content: group.map((one) => result(one, names)) };
  if (group.role === "system") return { role: "system", content: textOf(group) };
  const calls = callsOf(group).map(({ id, name, input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input }));
  return { role: group.role, content: [...piecesOf(group).map(part), ...calls] };
}

function part(piece) {
  const { type, text, signature, mediaType, data } = piece;
  if (type === "thinking") return { type: "reasoning", text, providerOptions: { anthropic: { signature } } };
  if (type === "image") return { type: "file", mediaType, data };
  return piece;
}

function result(one, names) {
  const { toolCallId = "", toolName = "unknown" } = one;
  return { type: "tool-result", toolCallId, toolName: names.get(toolCallId) ?? toolName, output: output(one) };
}

function output(one) {
  const pieces = piecesOf(one);
  if (pieces.every(({ type }) => type === "text")) return { type: one.isError ? "error-text" : "text", value: textOf(one) };
  return { type: "content", value: pieces.map((piece) => (piece.type === "image" ? { ...piece, type: "file-data" } : piece)) };
}
