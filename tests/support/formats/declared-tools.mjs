// Tools and choices of tools in the form of each target.

import { byTarget } from "../targets.mjs";

/** The schema of `weather`. */
export const schema = { type: "object", properties: { city: { type: "string" }, days: { type: ["integer", "null"] } }, required: ["city"], additionalProperties: false };
/** The schema of a tool without arguments. */
export const empty = { type: "object", properties: {} };
/** The tool. */
export const [name, description] = ["weather", "The weather of a city."];

/** Params with the tool in each form, and with a second that has no arguments. */
export const DECLARED = byTarget({
  "openai-chat": { tools: [{ type: "function", function: { name, description, parameters: schema } }, { type: "function", function: { name: "now", parameters: empty } }] },
  "openai-responses": { tools: [{ type: "function", name, description, parameters: schema, strict: false }, { type: "function", name: "now", parameters: empty, strict: false }] },
  anthropic: { tools: [{ name, description, input_schema: schema }, { name: "now", input_schema: empty }] },
  gemini: { tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: schema }, { name: "now", parametersJsonSchema: empty }] }] },
  bedrock: { toolConfig: { tools: [{ toolSpec: { name, description, inputSchema: { json: schema } } }, { toolSpec: { name: "now", inputSchema: { json: empty } } }] } },
  mistral: { tools: [{ type: "function", function: { name, description, parameters: schema } }, { type: "function", function: { name: "now", parameters: empty } }] },
});

/** The choice of the tool, as OpenAI writes it. */
export const named = { type: "function", function: { name } };
/** The choice of tools, as Gemini writes it. */
export const calling = (mode, ...names) => ({ toolConfig: { functionCallingConfig: { mode, ...(names.length > 0 && { allowedFunctionNames: names }) } } });

/** The choice of tools in each form. */
export const CHOICES = {
  auto: { "openai-chat": { tool_choice: "auto" }, "openai-responses": { tool_choice: "auto" }, anthropic: { tool_choice: { type: "auto" } }, gemini: calling("AUTO"), bedrock: { toolConfig: { toolChoice: { auto: {} } } }, mistral: { tool_choice: "auto" } },
  any: { "openai-chat": { tool_choice: "required" }, "openai-responses": { tool_choice: "required" }, anthropic: { tool_choice: { type: "any" } }, gemini: calling("ANY"), bedrock: { toolConfig: { toolChoice: { any: {} } } }, mistral: { tool_choice: "any" } },
  none: { "openai-chat": { tool_choice: "none" }, "openai-responses": { tool_choice: "none" }, anthropic: { tool_choice: { type: "none" } }, gemini: calling("NONE"), bedrock: null, mistral: { tool_choice: "none" } },
  one: { "openai-chat": { tool_choice: named }, "openai-responses": { tool_choice: { type: "function", name } }, anthropic: { tool_choice: { type: "tool", name } }, gemini: calling("ANY", name), bedrock: { toolConfig: { toolChoice: { tool: { name } } } }, mistral: { tool_choice: named } },
};

/** Params of one form, with its tools and a choice in one object. */
export const paramsIn = (form, choice) => {
  const tools = DECLARED[form];
  return form === "bedrock" ? { toolConfig: { ...tools.toolConfig, ...choice.toolConfig } } : { ...tools, ...choice };
};

/** Fields that every request of the target needs. */
export const NEEDED = byTarget({ "openai-chat": { model: "gpt-5" }, "openai-responses": { model: "gpt-5" }, anthropic: { model: "claude-haiku-5-5", max_tokens: 1024 }, gemini: {}, bedrock: { modelId: "anthropic.claude-haiku-5-5" }, mistral: { model: "mistral-large-latest" } });
