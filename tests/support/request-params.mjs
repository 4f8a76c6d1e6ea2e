// The params of requests for a conversation without params.

import { byTarget } from "./targets.mjs";

const MODELS = byTarget({ "openai-chat": "gpt-5", anthropic: "claude-haiku-5-5", "openai-responses": "gpt-5", gemini: undefined, bedrock: undefined, mistral: "mistral-large-latest" });

/**
 * Returns params that declare every tool that the messages call, under a name that the provider accepts.
 *
 * @param {import("./judges.mjs").Target} target
 * @param {object[]} messages in OpenAI's form
 * @returns {object}
 */
export function paramsFor(target, messages) {
  const tools = calledNames(messages).map((name) => declared(target, name));
  if (target === "gemini") return tools.length > 0 ? { tools: [{ functionDeclarations: tools }] } : {};
  if (target === "bedrock") {
    return { modelId: "anthropic.claude-haiku-5-5", inferenceConfig: { maxTokens: 1024 }, ...(tools.length > 0 ? { toolConfig: { tools } } : {}) };
  }
  return {
    model: MODELS[target],
    ...(target === "anthropic" ? { max_tokens: 1024 } : {}),
    ...(tools.length > 0 ? { tools } : {}),
  };
}

function calledNames(messages) {
  const names = messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map((call) => call.function?.name));
  return [...new Set(names)].filter((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name)).slice(0, 128);
}

function declared(target, name) {
  const schema = { type: "object", properties: {} };
  if (target === "bedrock") return { toolSpec: { name, inputSchema: { json: schema } } };
  if (target === "gemini") return { name, parameters: schema };
  if (target === "anthropic") return { name, input_schema: schema };
  const described = { name, parameters: schema };
  return target === "openai-responses" ? { type: "function", ...described, strict: false } : { type: "function", function: described };
}
