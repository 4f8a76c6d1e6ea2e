// The clues by which a format is recognised. Each has points, and a sentence for people.

import { isArray, isObject } from "../input/check.js";
import type { Fields, View } from "./view.js";

export interface Clue {
  /** The formats that it speaks for; the likelier first. */
  readonly formats: readonly string[];
  readonly points: number;
  /** A sentence about the value. */
  readonly why: string;
  readonly is: (view: View) => boolean;
}

const some = (list: readonly Fields[], isOne: (fields: Fields) => boolean): boolean => list.some(isOne);
const typed = (list: readonly Fields[], ...types: string[]): boolean => list.some(({ type }) => types.includes(type));
const has = (fields: Fields, ...names: string[]): boolean => names.some((name) => fields[name] !== undefined);

/** Formats whose messages have a role and a text. */
const SIMPLE = ["openai-chat", "anthropic", "mistral", "openai-responses", "ai-sdk", "ollama", "cohere", "backscroll"];

/** Items of the Responses API. */
const ITEMS = ["function_call", "function_call_output", "item_reference", "web_search_call", "file_search_call", "computer_call", "computer_call_output", "code_interpreter_call", "mcp_call", "custom_tool_call", "custom_tool_call_output"];

/** Steps of Gemini's Interactions API. */
const STEPS = ["user_input", "model_output", "thought", "function_result"];

/** Strong enough to decide against names of models and shared forms. */
const SURE = 10;
const LIKELY = 4;
const HINT = 1;

export const CLUES: readonly Clue[] = [
  // Programs.
  { formats: ["backscroll"], points: 2 * SURE, why: "It is a snapshot: it has `version`, `settings` and `messages`.", is: ({ body }) => typeof body.version === "number" && isArray(body.messages) && (has(body, "settings") || has(body, "pending")) },
  { formats: ["langchain"], points: SURE, why: "Its messages have a `type` and their fields in `data`.", is: ({ list }) => some(list, ({ type, data }) => ["human", "ai", "system", "tool", "generic", "function", "developer"].includes(type) && isObject(data)) },
  { formats: ["langchain"], points: SURE, why: "Its messages are serialised classes: `lc` is 1.", is: ({ list }) => some(list, ({ lc, type }) => lc === 1 && type === "constructor") },
  { formats: ["ai-sdk"], points: SURE, why: "Its messages have `parts` with a `type`, as UI messages have.", is: ({ list }) => some(list, ({ parts, role }) => isArray(parts) && typeof role === "string" && (parts.length === 0 || some(parts.filter(isObject) as Fields[], ({ type }) => typeof type === "string"))) },
  { formats: ["ai-sdk"], points: SURE, why: "Its parts are `tool-call` and `tool-result`.", is: ({ parts }) => typed(parts, "tool-call", "tool-result", "tool-approval-request", "tool-approval-response") },
  { formats: ["ai-sdk"], points: LIKELY, why: "It has `providerOptions` or `mediaType`, as model messages have.", is: ({ list, parts }) => some([...list, ...parts], (fields) => has(fields, "providerOptions", "mediaType")) },
  { formats: ["backscroll"], points: SURE, why: "Its messages have `toolCalls` with `arguments` as text, or a `toolCallId`, and no `function`.", is: ({ list, calls }) => (some(calls, (call) => typeof call.arguments === "string" && !has(call, "function")) || some(list, ({ toolCallId, id, createdAt }) => typeof toolCallId === "string" && (typeof createdAt === "number" || typeof id === "string"))) },
  { formats: ["strands"], points: SURE, why: "It has `systemPrompt` or `system_prompt` beside `messages` of blocks.", is: ({ body, parts }) => has(body, "systemPrompt", "system_prompt") && !some(parts, ({ type }) => typeof type === "string" && !type.endsWith("Block")) },
  { formats: ["strands"], points: SURE, why: "Its blocks have a `type` that ends in `Block`, as in the Strands SDK.", is: ({ parts }) => some(parts, ({ type }) => typeof type === "string" && /^(text|toolUse|toolResult|reasoning|image|document|video|cachePoint|guardContent|citations)Block$/.test(type)) },

  // Providers that are recognised by the name of their list.
  { formats: ["gemini"], points: SURE, why: "It has `contents`, as Gemini's requests have.", is: ({ body }) => isArray(body.contents) },
  { formats: ["gemini"], points: SURE, why: "Its turns have `parts` without a `type`.", is: ({ list }) => some(list, ({ parts, type }) => type === undefined && isArray(parts) && some(parts.filter(isObject) as Fields[], (part) => part.type === undefined && has(part, "text", "functionCall", "functionResponse", "inlineData", "inline_data", "fileData"))) },
  { formats: ["gemini-interactions"], points: 2 * SURE, why: "Its steps are of Gemini's Interactions API.", is: ({ list, body }) => typed(list, ...STEPS) || (has(body, "system_instruction") && has(body, "input")) },
  { formats: ["mistral-conversations"], points: 2 * SURE, why: "Its entries are of Mistral's Conversations API.", is: ({ list, body }) => typed(list, "message.input", "message.output", "function.call", "function.result", "tool.execution") || has(body, "inputs", "completionArgs", "completion_args") },
  { formats: ["openai-responses"], points: SURE, why: "It has `input`, as requests of OpenAI's Responses API have.", is: ({ body, list }) => has(body, "input") && !has(body, "messages") && !typed(list, ...STEPS) && !has(body, "system_instruction") },
  { formats: ["openai-responses"], points: SURE, why: "Its items are of OpenAI's Responses API.", is: ({ list }) => typed(list, ...ITEMS) && !typed(list, ...STEPS) },
  { formats: ["openai-responses"], points: SURE, why: "Its parts are `input_text` and `output_text`.", is: ({ parts }) => typed(parts, "input_text", "output_text", "input_image", "input_file", "summary_text") },
  { formats: ["openai-responses"], points: LIKELY, why: "It has `instructions`, `previous_response_id`, `reasoning` or `text`.", is: ({ body }) => has(body, "instructions", "previous_response_id", "max_output_tokens") && !has(body, "messages", "inputs") },

  // Bedrock and Strands share their blocks.
  { formats: ["bedrock", "strands"], points: SURE, why: "Its blocks are named by their field, such as `text` and `toolUse`, and have no `type`.", is: ({ parts, list }) => some(parts, (part) => part.type === undefined && has(part, "text", "toolUse", "toolResult", "reasoningContent", "image", "document", "cachePoint")) && some(list, ({ content }) => isArray(content)) },
  { formats: ["bedrock"], points: SURE, why: "It has `modelId`, `inferenceConfig` or `toolConfig`, as Converse has.", is: ({ body }) => has(body, "modelId", "inferenceConfig", "toolConfig", "additionalModelRequestFields", "guardrailConfig") },

  // Anthropic.
  { formats: ["anthropic"], points: SURE, why: "Its blocks are `tool_use`, `tool_result` or `thinking`.", is: ({ parts }) => typed(parts, "tool_use", "tool_result", "redacted_thinking", "server_tool_use", "web_search_tool_result") || some(parts, ({ type, thinking }) => type === "thinking" && typeof thinking === "string") },
  { formats: ["anthropic"], points: SURE, why: "Its tools have an `input_schema`.", is: ({ tools }) => some(tools, (tool) => has(tool, "input_schema")) },
  { formats: ["anthropic"], points: LIKELY, why: "It has `system` beside `messages`.", is: ({ body }) => has(body, "system") && isArray(body.messages) && !has(body, "modelId", "inferenceConfig", "toolConfig") },
  { formats: ["anthropic"], points: LIKELY, why: "Its media have a `source` with a `media_type`.", is: ({ parts }) => some(parts, ({ source }) => isObject(source) && has(source as Fields, "media_type")) },
  { formats: ["anthropic"], points: LIKELY, why: "Its model is one of Anthropic.", is: ({ model, body }) => /^claude/.test(model) && isArray(body.messages) },

  // Chat formats.
  { formats: ["cohere"], points: SURE, why: "It has `tool_plan`, `documents` or `citations`, as Cohere's chats have.", is: ({ list, body }) => some(list, (message) => has(message, "tool_plan", "toolPlan", "citations")) || (isArray(body.documents) && isArray(body.messages)) },
  { formats: ["cohere"], points: LIKELY, why: "Its model is one of Cohere.", is: ({ model }) => /^command/.test(model) },
  { formats: ["ollama"], points: SURE, why: "Its calls have arguments as an object, and no id; or a message has `tool_name`, `images` or `thinking`.", is: ({ list, calls }) => some(calls, ({ id, function: called }) => id === undefined && isObject(called?.arguments)) || some(list, (message) => has(message, "tool_name") || isArray(message.images) || (typeof message.thinking === "string" && !isArray(message.content))) },
  { formats: ["ollama"], points: LIKELY, why: "It has `options`, `keep_alive` or `think`.", is: ({ body }) => isArray(body.messages) && has(body, "keep_alive", "think", "options") },
  { formats: ["mistral"], points: SURE, why: "Its model is one of Mistral.", is: ({ model, body }) => /^(mistral-|codestral|ministral|magistral|devstral|pixtral|voxtral|open-mi|labs-)/.test(model) && isArray(body.messages) },
  { formats: ["mistral"], points: SURE, why: "It has `safe_prompt`, `random_seed`, a `prefix`, or calls in the spelling of Mistral's client.", is: ({ body, list, calls }) => has(body, "safe_prompt", "random_seed", "safePrompt", "randomSeed", "maxTokens") || some(list, ({ prefix }) => prefix === true) || some(calls, (call) => has(call, "function") && some(list, (message) => isArray(message.toolCalls))) },
  { formats: ["mistral"], points: LIKELY, why: "Ids of calls have nine letters and digits, as Mistral's have.", is: ({ calls }) => calls.length > 0 && calls.every(({ id }) => typeof id === "string" && /^[a-zA-Z0-9]{9}$/.test(id)) },
  { formats: ["mistral"], points: LIKELY, why: "Its content has `thinking` as a list, or `document_url`.", is: ({ parts }) => some(parts, ({ type, thinking }) => (type === "thinking" && isArray(thinking)) || type === "document_url" || type === "reference") },
  { formats: ["openai-chat", "mistral", "cohere"], points: LIKELY, why: "Its messages have `tool_calls`, or a `tool_call_id`.", is: ({ list }) => some(list, (message) => isArray(message.tool_calls) || (message.role === "tool" && typeof message.tool_call_id === "string")) },
  { formats: ["openai-chat", "mistral", "cohere"], points: HINT, why: "Its tools have a `function`.", is: ({ tools }) => some(tools, ({ type, function: called }) => type === "function" && isObject(called)) },
  { formats: ["openai-chat"], points: LIKELY, why: "Its parts are `image_url` or `input_audio`.", is: ({ parts }) => typed(parts, "image_url", "input_audio", "file", "refusal") },
  { formats: ["openai-chat"], points: LIKELY, why: "It has `messages` and a model of OpenAI.", is: ({ body, model }) => isArray(body.messages) && /^(gpt-|o\d|chatgpt)/.test(model) },
  { formats: ["openai-chat"], points: HINT, why: "It has `messages` with roles, which many vendors take.", is: ({ body, list }) => isArray(body.messages) && some(list, ({ role }) => typeof role === "string") },
  { formats: SIMPLE, points: HINT, why: "Its messages have a role and content, which several formats share.", is: ({ list }) => some(list, ({ role, content }) => typeof role === "string" && (typeof content === "string" || isArray(content))) },
];
