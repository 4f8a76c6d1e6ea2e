// The AI SDK: `pruneMessages` over all that was said, anew for each call, with the options that its reference shows. It knows no budget.

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

const { fetch, body } = capture();
const MODELS = {
  "openai-chat": createOpenAI({ apiKey: "none", fetch }).chat(PARAMS["openai-chat"].model),
  anthropic: createAnthropic({ apiKey: "none", fetch })(PARAMS.anthropic.model),
};

async function request(target, history) {
  const isPrompt = history[0]?.role === "system";
  const names = new Map(history.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name])));
  const messages = withResultsTogether(heard(isPrompt ? history.slice(1) : history)).map((group) => message(group, names));
  const pruned = pruneMessages({ messages, reasoning: "before-last-message", toolCalls: "before-last-2-messages", emptyMessages: "remove" });
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
  if (piece.type === "thinking") return { type: "reasoning", text: piece.text, providerOptions: { anthropic: { signature: piece.signature } } };
  if (piece.type === "image") return { type: "file", mediaType: piece.mediaType, data: piece.data };
  return piece;
}

function result(one, names) {
  const pieces = piecesOf(one);
  const isText = pieces.every(({ type }) => type === "text");
  const value = isText ? textOf(one) : pieces.map((piece) => (piece.type === "image" ? { type: "file-data", mediaType: piece.mediaType, data: piece.data } : piece));
  const type = isText ? (one.isError ? "error-text" : "text") : "content";
  return { type: "tool-result", toolCallId: one.toolCallId ?? "", toolName: names.get(one.toolCallId) ?? one.toolName ?? "unknown", output: { type, value } };
}
