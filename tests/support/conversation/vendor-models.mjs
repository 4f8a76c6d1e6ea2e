// The models that random dialogues are written for, and the strict provider's options for each.

import { byTarget } from "../targets.mjs";

const schema = { type: "object", properties: {} };
const chatTools = { tools: [{ type: "function", function: { name: "look", parameters: schema } }] };
const converseTools = { toolConfig: { tools: [{ toolSpec: { name: "look", inputSchema: { json: schema } } }] } };

/**
 * @typedef {object} Host
 * @property {string} name
 * @property {import("../targets.mjs").Target} target
 * @property {object[]} selections the options that select the host
 * @property {{ params: object, tools?: object, judging: object }[]} models
 */

/** The models of each target. */
const MODELS = byTarget({
  "openai-chat": [
    ...["gpt-4o", "gpt-5"].map((model) => ({ params: { model }, tools: chatTools, judging: {} })),
    { params: { model: "gpt-5.4" }, tools: chatTools, judging: {} },
    { params: { model: "gpt-5.6", reasoning_effort: "none" }, tools: chatTools, judging: { idLimit: 40 } },
    { params: { model: "gpt-6.2", reasoning_effort: "high" }, judging: {} },
    { params: { model: "o4-mini" }, tools: { ...chatTools, parallel_tool_calls: false }, judging: { idLimit: 40 } },
  ],
  anthropic: [
    { params: { model: "claude-sonnet-5-5", max_tokens: 1024 }, judging: {} },
    { params: { model: "claude-fable-5-2", max_tokens: 1024, thinking: { type: "adaptive" } }, judging: {} },
    { params: { model: "claude-opus-4-8", max_tokens: 1024, thinking: { type: "enabled", budget_tokens: 1024 } }, judging: {} },
    { params: { model: "claude-haiku-4-5", max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 } }, judging: { allowPrefill: true } },
  ].map((row) => ({ ...row, tools: { tools: [{ name: "look", input_schema: schema }] } })),
  "openai-responses": [{ model: "gpt-5" }, { model: "gpt-5", store: false, include: ["reasoning.encrypted_content"] }, { model: "gpt-5.6" }, { model: "gpt-6.2", temperature: 0.5 }].map((params) => ({
    params,
    tools: { tools: [{ type: "function", name: "look", parameters: schema, strict: false }] },
    judging: {},
  })),
  gemini: [
    ["gemini-2.5-flash", { allowPrefill: true, mediaInResults: false }],
    ["gemini-3.5-flash", { allowPrefill: true, signedCalls: true }],
    ["gemini-3.5-flash-lite", { signedCalls: true }],
    ["gemini-3.6-flash", { signedCalls: true, refuseEmptyText: true, requireRole: true }],
  ].map(([model, judging]) => ({ params: { model }, tools: { tools: [{ functionDeclarations: [{ name: "look", parameters: schema }] }] }, judging: { model, ...judging } })),
  bedrock: [
    ["anthropic.claude-sonnet-5-5", { model: "claude", wordsFirst: true }],
    ["us.anthropic.claude-opus-4-8-v1:0", { model: "claude", wordsFirst: true }],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", { model: "claude", allowPrefill: true }],
    ["us.amazon.nova-pro-v1:0", { model: "other", allowAssistantFirst: false, allowRepeatedRoles: false, allowPrefill: true }],
    ["meta.llama3-3-70b-instruct-v1:0", { model: "other", allowAssistantFirst: false, allowRepeatedRoles: false, hasCache: false }],
  ].map(([modelId, judging]) => ({ params: { modelId }, tools: converseTools, judging })),
  mistral: [
    { params: { model: "mistral-large-latest" }, tools: chatTools, judging: {} },
    { params: { model: "mistral-small-latest" }, tools: chatTools, judging: { allowUserAfterTool: true } },
    { params: { model: "magistral-medium-latest" }, tools: chatTools, judging: {} },
  ],
});

/** Results are text, but for vendors that are known to take pictures there; `developer` goes to those that are known to take it. */
const COMMON = { acceptUnknownFields: true, unsupportedRoles: ["developer"], model: "gpt-5" };
const THINKS = { requireReasoningOfCalls: true };

/** The vendors of chat completions: addresses, models, what each refuses, and what it refuses while the model thinks. */
const VENDORS = {
  deepseek: {
    hosts: ["https://api.deepseek.com/v1"],
    models: ["deepseek-chat", "deepseek-reasoner", "deepseek-v4-pro"],
    refuses: { refuseSilence: "alone", uniqueIds: true, unsupportedParts: ["image_url"] },
    thinking: THINKS,
  },
  kimi: { hosts: ["https://api.moonshot.ai/v1", "https://api.moonshot.cn/v1", "https://api.kimi.com/coding/v1"], models: ["kimi-k2-0905-preview", "kimi-k2-thinking", "kimi-k3"], refuses: { refuseSilence: true }, thinking: THINKS },
  glm: { hosts: ["https://api.z.ai/api/paas/v4", "https://open.bigmodel.cn/api/paas/v4"], models: ["glm-4.6", "glm-5.3"], refuses: {}, thinking: THINKS },
  qwen: { hosts: ["https://dashscope.aliyuncs.com/compatible-mode/v1", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"], models: ["qwen-plus", "qwen3-max", "qwen3.5-plus"], refuses: { unsupportedParts: ["file"] } },
  minimax: { hosts: ["https://api.minimax.io/v1", "https://api.minimaxi.com/v1"], models: ["MiniMax-M2", "MiniMax-M2.5"], refuses: {} },
  groq: {
    hosts: ["https://api.groq.com/openai/v1"],
    models: ["openai/gpt-oss-120b", "llama-3.3-70b-versatile", "moonshotai/kimi-k2-instruct", "qwen/qwen3-32b"],
    refuses: { acceptUnknownFields: false, messageFields: ["reasoning"], callLimit: Infinity },
  },
  openrouter: {
    hosts: ["https://openrouter.ai/api/v1"],
    models: ["anthropic/claude-sonnet-4.5", "google/gemini-2.5-pro", "openai/gpt-5", "qwen/qwen3.5-397b-a17b", "moonshotai/kimi-k2", "deepseek/deepseek-chat-v3.1"],
    refuses: { unsupportedRoles: [] },
    // It takes pictures in results, of whichever model.
    ofModel: (model) => ({ model: "any", ...(/qwen|kimi/.test(model) && { unsupportedRoles: ["developer"] }) }),
  },
  vllm: {
    hosts: [],
    models: ["Qwen/Qwen3-32B", "Qwen/Qwen3.5-35B-A3B", "qwen3.5-397b-a17b", "zai-org/GLM-4.6", "openai/gpt-oss-20b", "meta-llama/Llama-3.3-70B-Instruct"],
    refuses: {},
    ofModel: (model) => ({ systemFirst: /qwen3\.5/i.test(model) }),
  },
};

/** @returns {Host[]} the targets */
export const targetHosts = () => Object.entries(MODELS).map(([target, models]) => ({ name: target, target, selections: [{}], models }));

/** @returns {Host[]} the vendors */
export function vendorHosts() {
  return Object.entries(VENDORS).map(([name, { hosts, models, refuses, thinking = {}, ofModel = () => ({}) }]) => {
    const row = (model, params, more) => ({ params: { model, ...params }, tools: chatTools, judging: { ...COMMON, ...refuses, ...ofModel(model), ...more } });
    const rows = models.flatMap((model) => [row(model, {}, thinking), row(model, { thinking: { type: "disabled" } }, {})]);
    return { name, target: "openai-chat", selections: [{ vendor: name }, ...hosts.map((baseURL) => ({ baseURL }))], models: rows };
  });
}
