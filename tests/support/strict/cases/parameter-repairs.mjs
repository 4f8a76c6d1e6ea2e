/**
 * Bodies with a fault in a parameter, a tool or the output format: before its repair, and after. A case without `after` is left to the caller,
 * because each repair would change what was asked for.
 *
 * @typedef {{ rule: string, name: string, before: object, after?: object, vendor?: string }} RepairCase
 */

const HELLO = [{ role: "user", content: "Hello." }];
const OBJECT = { type: "object", properties: { city: { type: "string" } } };
const STRICT = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
const { additionalProperties: _, ...OPEN } = STRICT;

/** Returns a maker of cases: `base` is in every body, `fields` before and after the repair. */
const cases = (base) => (rule, name, fields, repaired, vendor) => ({
  rule,
  name,
  before: { ...base, ...fields },
  ...(repaired !== undefined && { after: { ...base, ...repaired } }),
  ...(vendor !== undefined && { vendor }),
});

const chat = (model) => cases({ model, messages: HELLO });
const responses = (model) => cases({ model, input: HELLO });
const anthropic = (model, more = { max_tokens: 4096 }) => cases({ model, ...more, messages: HELLO });
const gemini = (model) => cases({ model, contents: [{ role: "user", parts: [{ text: "Hello." }] }] });
const bedrock = (modelId) => cases({ modelId, messages: [{ role: "user", content: [{ text: "Hello." }] }] });
const mistral = cases({ model: "mistral-large-latest", messages: HELLO });

const chatTool = (parameters, more = {}) => ({ tools: [{ type: "function", function: { name: "look", parameters, ...more } }] });
const withProperties = (properties) => ({ type: "object", properties });
const responsesTool = (parameters, strict = false) => ({ tools: [{ type: "function", name: "look", parameters, strict }] });
const anthropicTool = (schema, more = {}) => ({ tools: [{ name: "look", input_schema: schema, ...more }] });
const geminiTool = (parameters) => ({ tools: [{ functionDeclarations: [{ name: "look", parameters }] }] });
const geminiJson = (parametersJsonSchema) => ({ tools: [{ functionDeclarations: [{ name: "look", parametersJsonSchema }] }] });
const bedrockTool = (json, more = {}) => ({ toolConfig: { tools: [{ toolSpec: { name: "look", inputSchema: { json } } }], ...more } });
const generation = (generationConfig) => ({ generationConfig });

/** @type {Record<string, RepairCase[]>} */
export const PARAMETER_REPAIRS = {
  "openai-chat": [
    chat("gpt-5")("OC20", "the old name of the limit", { max_tokens: 9 }, { max_completion_tokens: 9 }),
    chat("o3")("OC20", "sampling at a reasoning model", { temperature: 0.2, top_p: 0.5 }, {}),
    chat("o3")("OC20", "a temperature that is also out of range", { temperature: 3 }, {}),
    chat("gpt-5")("OC20", "probabilities at a reasoning model", { logprobs: true, top_logprobs: 2 }, {}),
    chat("gpt-5-mini")("OC20", "a bias and penalties at a reasoning model", { logit_bias: { 1: 2 }, presence_penalty: 1, frequency_penalty: 1 }, {}),
    chat("gpt-4o")("OC20", "an effort at a model that does not reason", { reasoning_effort: "low" }, {}),
    chat("gpt-6-sol")("OC20", "the old name of the cache's lifetime", { prompt_cache_retention: "24h" }, {}),
    chat("grok-4.6")("OC20", "a penalty at xAI", { presence_penalty: 0 }, {}, "xai"),
    chat("grok-4")("OC20", "an effort at a model of xAI that takes none", { reasoning_effort: "low" }, {}, "xai"),
    chat("kimi-k2.6")("OC20", "sampling at Kimi", { temperature: 0.3, top_p: 0.5, presence_penalty: 1 }, {}, "kimi"),
    chat("deepseek-reasoner")("OC20", "probabilities at DeepSeek", { logprobs: true, top_logprobs: 2 }, {}, "deepseek"),
    chat("o3")("OC20", "a text to stop at", { stop: ["END"] }),
    chat("gpt-4o")("OC21", "both names of the limit", { max_tokens: 9, max_completion_tokens: 9 }, { max_completion_tokens: 9 }),
    chat("gpt-4o")("OC21", "both names, and another limit", { max_tokens: 9, max_completion_tokens: 99 }),
    chat("gpt-4o")("OC21", "options of a stream, and no stream", { stream_options: { include_usage: true } }, {}),
    chat("gpt-4o")("OC21", "a number of probabilities, and none", { top_logprobs: 2 }, {}),
    chat("gpt-4o")("OC21", "parallel calls, and no tools", { parallel_tool_calls: false, tool_choice: "auto" }, {}),
    chat("gpt-4o")("OC21", "a forced tool, and no tools", { tool_choice: "required" }),
    chat("deepseek-chat")("OC21", "an output type that is a text", { response_format: "json_object" }, { response_format: { type: "json_object" } }, "deepseek"),
    chat("gpt-4o")("OC21", "a temperature of 3", { temperature: 3 }),
    chat("gpt-5.1")("OC21", "an effort that the model does not take", { reasoning_effort: "minimal" }),
    chat("gpt-4o")("OC21", "JSON output, and no word of it", { response_format: { type: "json_object" } }),
    chat("llama-3.3-70b")("OC21", "several answers at Groq", { n: 2 }, undefined, "groq"),
    chat("gpt-4o")("OC22", "parameters without properties", chatTool({ type: "object" }), chatTool(withProperties({}))),
    chat("gpt-4o")("OC22", "strict parameters without properties", chatTool({ type: "object" }, { strict: true }), chatTool({ type: "object", properties: {}, additionalProperties: false }, { strict: true })),
    chat("gpt-4o")("OC22", "parameters without a type", chatTool({ properties: OBJECT.properties }), chatTool({ properties: OBJECT.properties, type: "object" })),
    chat("gpt-4o")("OC22", "parameters with a description alone", chatTool({ description: "None." }), chatTool({ description: "None.", type: "object", properties: {} })),
    chat("gpt-4o")("OC22", "parameters of another type", chatTool({ type: "string" })),
    chat("gpt-4o")("OC22", "a list without items", chatTool(withProperties({ cities: { type: "array" } })), chatTool(withProperties({ cities: { type: "array", items: {} } }))),
    chat("gpt-4o")("OC22", "names that a path would take apart", chatTool(withProperties({ "a.b": { type: "array" }, "c[0]": { type: "array" }, 'd"': { type: "array" } })), chatTool(withProperties({ "a.b": { type: "array", items: {} }, "c[0]": { type: "array", items: {} }, 'd"': { type: "array", items: {} } }))),
    chat("gpt-4o")("OC22", "a strict list without items", chatTool({ ...STRICT, properties: { city: { type: "array" } } }, { strict: true })),
    chat("gpt-4o")("OC22", "alternatives at the top level", chatTool({ ...OBJECT, anyOf: [{ required: ["city"] }] })),
    chat("gpt-4o")("OC22", "a strict tool with an optional field", chatTool({ ...STRICT, required: [] }, { strict: true })),
    chat("gpt-4o")("OC22", "a strict tool that is open", chatTool(OPEN, { strict: true }), chatTool({ ...OPEN, additionalProperties: false }, { strict: true })),
    chat("gpt-4o")("OC22", "a strict tool that says what other fields are", chatTool({ ...STRICT, additionalProperties: { type: "string" } }, { strict: true })),
    chat("gpt-4o")("OC22", "a strict tool with a keyword", chatTool({ ...STRICT, minProperties: 1 }, { strict: true })),
    chat("gpt-4o")("OC22", "a strict output that is open", { response_format: { type: "json_schema", json_schema: { name: "foo", strict: true, schema: OPEN } } }, { response_format: { type: "json_schema", json_schema: { name: "foo", strict: true, schema: { ...OPEN, additionalProperties: false } } } }),
    chat("kimi-k2.6")("OC22", "a type beside alternatives", chatTool(withProperties({ a: { type: "string", anyOf: [{ enum: ["x"] }, { type: "string" }] } })), chatTool(withProperties({ a: { anyOf: [{ enum: ["x"], type: "string" }, { type: "string" }] } })), "kimi"),
    chat("kimi-k2.6")("OC22", "several types beside alternatives", chatTool(withProperties({ a: { type: ["string", "null"], anyOf: [{ type: "null" }, { type: "string" }] } })), chatTool(withProperties({ a: { anyOf: [{ type: "null" }, { type: "string" }] } })), "kimi"),
    chat("kimi-k2.6")("OC22", "a type beside alternatives with alternatives", chatTool(withProperties({ a: { type: "string", anyOf: [{ anyOf: [{ type: "string" }] }] } })), undefined, "kimi"),
    chat("kimi-k2.6")("OC22", "a type beside other types", chatTool(withProperties({ a: { type: "string", anyOf: [{ type: "integer" }] } })), undefined, "kimi"),
    chat("kimi-k2.6")("OC22", "parameters without a type at Kimi", chatTool({ properties: OBJECT.properties }), chatTool({ properties: OBJECT.properties, type: "object" }), "kimi"),
    chat("kimi-k2.6")("OC22", "a field without a type", chatTool(withProperties({ a: {} })), undefined, "kimi"),
    chat("MiniMax-M2")("OC22", "a function without parameters", { tools: [{ type: "function", function: { name: "look" } }] }, chatTool(withProperties({})), "minimax"),
    chat("llama-3.3-70b")("OC22", "an empty list of required fields", chatTool({ type: "object", required: [] }), chatTool({ type: "object" }), "groq"),
    chat("llama-3.3-70b")("OC22", "required fields that are not there", chatTool({ type: "object", required: ["city"] }), undefined, "groq"),
    chat("llama3.1-8b")("OC22", "a keyword of strict output", { response_format: { type: "json_schema", json_schema: { name: "a", strict: true, schema: { type: "array", minItems: 1 } } } }, undefined, "cerebras"),
    chat("gpt-4o")("OC23", "settings that the API does not know", { client_metadata: { a: "b" }, top_k: 4, safe: true, thinking: null }, {}),
    chat("gpt-4o")("OC23", "a name that a path would take apart", { "a.b": 1 }, {}),
    chat("gpt-4o")("OC23", "instructions in a field that the API does not know", { system_prompt: "Be brief." }),
    chat("gpt-4o")("OC23", "thinking, a limit and a form that the API does not know", { enable_thinking: true, max_output_tokens: 9, json_mode: true, best_of: 2, enable_search: true, disable_parallel_tool_use: true }),
    chat("llama-3.3-70b")("OC23", "a field of OpenAI's at Groq", { store: false }, {}, "groq"),
    chat("mistral-small")("OC23", "OpenAI's name of the seed", { seed: 5 }, { random_seed: 5 }, "mistral"),
    chat("deepseek-reasoner")("OC24", "a forced tool", { ...chatTool(OBJECT), tool_choice: "required" }, undefined, "deepseek"),
    chat("gemma3:4b")("OC25", "tools for a model without them", chatTool(OBJECT), undefined, "ollama"),
    chat("gpt-4o")("OC0", "a function in the form of Responses", { tools: [{ type: "function", name: "look", description: "Looks.", parameters: OBJECT }] }, { tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: OBJECT } }] }),
    chat("gpt-4o")("OC0", "such a function with a faulty schema", { tools: [{ type: "function", name: "look", parameters: { type: "object" } }] }),
    chat("o1-pro")("OC19", "a model of the other endpoint", {}),
  ],
  "openai-responses": [
    responses("o4-mini")("OR17", "sampling at a reasoning model", { temperature: 0.2, top_p: 0.5 }, {}),
    responses("gpt-4o")("OR17", "an effort at a model that does not reason", { reasoning: { effort: "low" } }, {}),
    responses("gpt-4o")("OR17", "an effort beside other fields", { reasoning: { effort: "low", summary: null } }, { reasoning: { summary: null } }),
    responses("gpt-5")("OR0", "an effort under both names", { reasoning: { effort: "low" }, reasoning_effort: "low" }, { reasoning: { effort: "low" } }),
    responses("gpt-5")("OR0", "two efforts", { reasoning: { effort: "low" }, reasoning_effort: "high" }),
    responses("gpt-4o")("OR0", "an effort under its old name, at a model that does not reason", { reasoning_effort: "low" }, {}),
    responses("gpt-5")("OR0", "an effort under its old name", { reasoning_effort: "low" }, { reasoning: { effort: "low" } }),
    responses("gpt-5")("OR0", "an effort under its old name, beside a summary", { reasoning: { summary: "auto" }, reasoning_effort: "low" }, { reasoning: { summary: "auto", effort: "low" } }),
    responses("gpt-5.1")("OR18", "an effort under its old name that the model does not take", { reasoning_effort: "minimal" }),
    responses("gpt-5")("OR0", "the old name of the limit", { max_tokens: 99 }, { max_output_tokens: 99 }),
    responses("gpt-5")("OR0", "the old name of the messages", { messages: HELLO }),
    responses("gpt-5")("OR0", "a setting that the API does not know", { seed: 5 }, {}),
    responses("gpt-5")("OR0", "a function in the form of chat completions", { tools: [{ type: "function", function: { name: "look", parameters: OBJECT } }] }, { tools: [{ type: "function", name: "look", parameters: OBJECT, strict: false }] }),
    responses("gpt-5")("OR0", "such a function with a faulty schema", { tools: [{ type: "function", function: { name: "look", parameters: { type: "object" } } }] }),
    responses("gpt-5")("OR18", "options of a stream, and no stream", { stream_options: { include_obfuscation: true } }, {}),
    responses("gpt-5")("OR18", "a limit of one token", { max_output_tokens: 1 }),
    responses("gpt-5")("OR19", "parameters without properties", responsesTool({ type: "object" }), responsesTool(withProperties({}))),
    responses("gpt-5")("OR19", "a strict tool with an optional field", responsesTool({ ...STRICT, required: [] }, true)),
    responses("gpt-5")("OR19", "a strict output that is open", { text: { format: { type: "json_schema", name: "a", strict: true, schema: OPEN } } }, { text: { format: { type: "json_schema", name: "a", strict: true, schema: { ...OPEN, additionalProperties: false } } } }),
  ],
  anthropic: [
    anthropic("claude-sonnet-4-5")("AN0", "a setting that the API does not know", { frequency_penalty: 0.5, user: "u" }, {}),
    anthropic("claude-sonnet-4-5")("AN0", "an output format that the API does not know", { response_format: { type: "json_object" } }),
    anthropic("claude-sonnet-4-5")("AN0", "a cache marker with a field of its own", { system: [{ type: "text", text: "A", cache_control: { type: "ephemeral", scope: "global" } }] }, { system: [{ type: "text", text: "A", cache_control: { type: "ephemeral" } }] }),
    anthropic("claude-sonnet-4-5")("AN35", "a forced tool beside thinking", { thinking: { type: "enabled", budget_tokens: 1024 }, ...anthropicTool(OBJECT), tool_choice: { type: "any" } }),
    anthropic("claude-sonnet-4-5")("AN36", "a small budget", { thinking: { type: "enabled", budget_tokens: 500 } }),
    anthropic("claude-sonnet-4-0")("AN37", "sampling beside thinking", { thinking: { type: "enabled", budget_tokens: 2048 }, temperature: 0.5, top_k: 4, top_p: 0.5 }, { thinking: { type: "enabled", budget_tokens: 2048 } }),
    anthropic("claude-sonnet-4-5")("AN37", "a temperature beside thinking, and a `top_p` that may stay", { thinking: { type: "enabled", budget_tokens: 2048 }, temperature: 0.5, top_p: 0.97 }, { thinking: { type: "enabled", budget_tokens: 2048 }, top_p: 0.97 }),
    anthropic("claude-sonnet-4-5")("AN37", "two ways to sample", { temperature: 0.5, top_p: 0.9 }, { temperature: 0.5 }),
    anthropic("claude-sonnet-4-5")("AN37", "two ways to sample, one the default", { temperature: 1, top_p: 0.9 }, { top_p: 0.9 }),
    anthropic("claude-opus-4-7")("AN37", "sampling at a new model", { temperature: 0.5, top_p: 0.9, top_k: 4 }, {}),
    anthropic("claude-sonnet-4-5")("AN37", "a temperature of 2", { temperature: 2 }),
    anthropic("claude-sonnet-4-5")("AN38", "a schema without a type", anthropicTool({ properties: {} }), anthropicTool({ properties: {}, type: "object" })),
    anthropic("claude-sonnet-4-5")("AN38", "a strict schema without a type", anthropicTool({ properties: {} }, { strict: true }), anthropicTool({ properties: {}, type: "object", additionalProperties: false }, { strict: true })),
    anthropic("claude-sonnet-4-5")("AN38", "alternatives at the top level", anthropicTool({ ...OBJECT, anyOf: [{ required: ["city"] }] })),
    anthropic("claude-sonnet-4-5")("AN38", "limits in the form of JSON Schema 4", anthropicTool(withProperties({ a: { type: "integer", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } })), anthropicTool(withProperties({ a: { type: "integer", exclusiveMinimum: 1, maximum: 9 } }))),
    anthropic("claude-sonnet-4-5")("AN38", "fields that say whether they are required", anthropicTool(withProperties({ a: { type: "integer", required: false } })), anthropicTool(withProperties({ a: { type: "integer" } }))),
    anthropic("claude-sonnet-4-5")("AN38", "a field that says that it is required", anthropicTool(withProperties({ a: { type: "integer", required: true } }))),
    anthropic("claude-sonnet-4-5")("AN38", "a field with a dollar sign", anthropicTool(withProperties({ $top: { type: "integer" } }))),
    anthropic("claude-sonnet-4-5")("AN38", "a strict tool that is open", anthropicTool(OBJECT, { strict: true }), anthropicTool({ ...OBJECT, additionalProperties: false }, { strict: true })),
    anthropic("claude-sonnet-4-5")("AN38", "a strict tool with any fields inside", anthropicTool({ ...STRICT, properties: { city: { type: "object" } } }, { strict: true })),
    anthropic("claude-sonnet-4-5")("AN38", "a strict tool with a limit", anthropicTool({ ...STRICT, properties: { city: { type: "string", maxLength: 3 } } }, { strict: true })),
    anthropic("claude-sonnet-4-5", {})("AN39", "no limit", {}),
    anthropic("claude-3-7-sonnet-20250219")("AN40", "an effort at an old model", { output_config: { effort: "low" } }, {}),
  ],
  gemini: [
    gemini("gemini-2.5-flash")("GE13", "keywords that say nothing to a model", geminiTool({ type: "OBJECT", properties: { city: { type: "STRING", examples: ["Bonn"] } }, additionalProperties: false, $schema: "x" }), geminiTool({ type: "OBJECT", properties: { city: { type: "STRING" } } })),
    gemini("gemini-2.5-flash")("GE13", "a schema in JSON Schema", geminiTool({ $schema: "x", type: "object", properties: { a: { $ref: "#/$defs/A" }, b: { type: "integer", exclusiveMinimum: 1 }, c: { type: "array" } }, $defs: { A: { type: "string" } }, additionalProperties: false }), geminiJson({ type: "object", properties: { a: { $ref: "#/$defs/A" }, b: { type: "integer", exclusiveMinimum: 1 }, c: { type: "array" } }, $defs: { A: { type: "string" } }, additionalProperties: false })),
    gemini("gemini-2.5-flash")("GE13", "JSON Schema with a keyword of Google's", geminiTool(withProperties({ a: { type: "integer", exclusiveMinimum: 1, nullable: true } }))),
    gemini("gemini-2.5-flash")("GE13", "a type or null", geminiTool({ type: "OBJECT", properties: { a: { type: ["STRING", "NULL"] } } }), geminiTool({ type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } })),
    gemini("gemini-2.5-flash")("GE13", "a choice of values or null", geminiTool({ type: "OBJECT", properties: { a: { type: ["STRING", "NULL"], enum: ["a", "b"] } } })),
    gemini("gemini-2.5-flash")("GE13", "a list without items", geminiTool({ type: "OBJECT", properties: { cities: { type: "ARRAY" } } })),
    gemini("gemini-2.5-flash")("GE13", "parameters that are no object", geminiTool({ type: "string" })),
    gemini("gemini-2.5-flash")("GE13", "an output with keywords that say nothing", generation({ responseMimeType: "application/json", responseSchema: { type: "object", additionalProperties: false } }), generation({ responseMimeType: "application/json", responseSchema: { type: "object" } })),
    gemini("gemini-2.5-flash")("GE13", "an output in JSON Schema", generation({ responseMimeType: "application/json", responseSchema: { type: "object", properties: { a: { const: 1, type: "integer" } } } }), generation({ responseMimeType: "application/json", responseJsonSchema: { type: "object", properties: { a: { const: 1, type: "integer" } } } })),
    gemini("gemini-2.0-flash")("GE13", "an output in JSON Schema at an old model", generation({ responseMimeType: "application/json", responseSchema: { type: "object", properties: { a: { const: 1, type: "integer" } } } })),
    gemini("gemini-2.5-flash")("GE14", "a function beside search", { tools: [{ functionDeclarations: [{ name: "look", parameters: OBJECT }] }, { googleSearch: {} }] }),
    gemini("gemini-2.5-pro")("GE15", "a model that cannot stop thinking", generation({ thinkingConfig: { thinkingBudget: 0 } })),
    gemini("gemini-2.5-pro")("GE16", "a limit of -1", generation({ maxOutputTokens: -1 })),
  ],
  bedrock: [
    bedrock("us.amazon.nova-pro-v1:0")("BE29", "a schema without a type", bedrockTool({ properties: {} }), bedrockTool({ properties: {}, type: "object" })),
    bedrock("us.amazon.nova-pro-v1:0")("BE29", "a truth value in quotes", bedrockTool({ ...OBJECT, additionalProperties: "false" }), bedrockTool({ ...OBJECT, additionalProperties: false })),
    bedrock("us.anthropic.claude-sonnet-4-5-20250929-v1:0")("BE29", "alternatives at the top level", bedrockTool({ ...OBJECT, anyOf: [] })),
    bedrock("us.anthropic.claude-sonnet-4-5-20250929-v1:0")("BE30", "two ways to sample", { inferenceConfig: { temperature: 0.5, topP: 0.9 } }, { inferenceConfig: { temperature: 0.5 } }),
    bedrock("us.anthropic.claude-opus-4-7-v1:0")("BE30", "sampling at a new model", { inferenceConfig: { temperature: 0.5 }, additionalModelRequestFields: { top_k: 4 } }, { inferenceConfig: {}, additionalModelRequestFields: {} }),
    bedrock("us.amazon.nova-pro-v1:0")("BE30", "a temperature of 2", { inferenceConfig: { temperature: 2 } }),
    bedrock("us.deepseek.r1-v1:0")("BE31", "tools for a model that takes none", bedrockTool(OBJECT)),
    bedrock("us.meta.llama3-3-70b-instruct-v1:0")("BE31", "a forced tool", bedrockTool(OBJECT, { toolChoice: { any: {} } })),
    bedrock("amazon.titan-text-express-v1")("BE31", "instructions for a model that takes none", { system: [{ text: "Be brief." }] }),
  ],
  mistral: [
    mistral("MI13", "OpenAI's names", { seed: 5, max_completion_tokens: 9 }, { random_seed: 5, max_tokens: 9 }),
    mistral("MI13", "settings that the API does not know", { logit_bias: { 1: 2 }, logprobs: true, user: "u", store: true }, {}),
    mistral("MI13", "a temperature of 2", { temperature: 2 }),
    mistral("MI14", "a schema that names its own", chatTool({ ...OBJECT, $schema: "x", $id: "y" }), chatTool(OBJECT)),
    mistral("MI14", "a function with a switch", chatTool(OBJECT, { deferred: true }), chatTool(OBJECT)),
    mistral("MI14", "a name that a reference may need", chatTool({ ...OBJECT, $id: "y", $defs: { a: { $ref: "y" } } })),
  ],
};
