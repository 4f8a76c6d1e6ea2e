/**
 * Bodies with one fault in a parameter, a tool or the output format, and their neighbours that providers accept. `validate` names the rule at
 * `path`; the strict provider answers with the words of `says`.
 *
 * @typedef {{ rule: string, name: string, body: object, path: string, says: string, vendor?: string }} ParameterCase
 */

const OPTIONS = { parameters: true };
const HELLO = [{ role: 'user', content: 'Hello.' }];
const OBJECT = { type: 'object', properties: { city: { type: 'string' } } };
const STRICT = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };

const chat = (model, more = {}) => ({ model, messages: HELLO, ...more });
const chatTool = (parameters, more = {}) => ({ tools: [{ type: 'function', function: { name: 'look', parameters, ...more } }] });
const responses = (model, more = {}) => ({ model, input: HELLO, ...more });
const responsesTool = (parameters, strict = false) => ({ tools: [{ type: 'function', name: 'look', parameters, strict }] });
const anthropic = (model, more = {}) => ({ model, max_tokens: 4096, messages: HELLO, ...more });
const anthropicTool = (schema) => ({ tools: [{ name: 'look', input_schema: schema }] });
const gemini = (model, more = {}) => ({ model, contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }], ...more });
const geminiTool = (parameters, ...others) => ({ tools: [{ functionDeclarations: [{ name: 'look', parameters }] }, ...others] });
const bedrock = (modelId, more = {}) => ({ modelId, messages: [{ role: 'user', content: [{ text: 'Hello.' }] }], ...more });
const bedrockTool = (json, more = {}) => ({ toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json } } }], ...more } });
const mistral = (more = {}) => ({ model: 'mistral-large-latest', messages: HELLO, ...more });

/** @type {Record<string, ParameterCase[]>} */
export const PARAMETERS_REFUSED = {
  'openai-chat': [
    { rule: 'OC20', name: 'the old name of the limit, at a reasoning model', body: chat('gpt-5', { max_tokens: 9 }), path: 'max_tokens', says: "Use 'max_completion_tokens' instead" },
    { rule: 'OC20', name: 'a temperature at a reasoning model', body: chat('o3', { temperature: 0.2 }), path: 'temperature', says: "'temperature' does not support 0.2" },
    { rule: 'OC20', name: 'a bias at a reasoning model', body: chat('gpt-5-mini', { logit_bias: { 1: 2 } }), path: 'logit_bias', says: "'logit_bias' is not supported with this model" },
    { rule: 'OC20', name: "a penalty at xAI, though it is 0", body: chat('grok-4.6', { presence_penalty: 0 }), path: 'presence_penalty', says: 'does not support parameter presencePenalty', vendor: 'xai' },
    { rule: 'OC21', name: 'both names of the limit', body: chat('gpt-4o', { max_tokens: 9, max_completion_tokens: 9 }), path: 'max_tokens', says: 'at the same time is not supported' },
    { rule: 'OC21', name: 'a temperature of 3', body: chat('gpt-4o', { temperature: 3 }), path: 'temperature', says: "Invalid 'temperature'" },
    { rule: 'OC21', name: 'JSON output, and no word of it', body: chat('gpt-4o', { response_format: { type: 'json_object' } }), path: 'response_format', says: "must contain the word 'json'" },
    { rule: 'OC21', name: 'options of a stream, and no stream', body: chat('gpt-4o', { stream_options: { include_usage: true } }), path: 'stream_options', says: "only allowed when 'stream' is enabled" },
    { rule: 'OC22', name: 'parameters without properties', body: chat('gpt-4o', chatTool({ type: 'object' })), path: 'tools[0].function.parameters', says: 'object schema missing properties' },
    { rule: 'OC22', name: 'a list without items', body: chat('gpt-4o', chatTool({ type: 'object', properties: { cities: { type: 'array' } } })), path: 'tools[0].function.parameters.properties.cities', says: 'array schema missing items' },
    { rule: 'OC22', name: 'alternatives at the top level', body: chat('gpt-4o', chatTool({ ...OBJECT, anyOf: [{ required: ['city'] }] })), path: 'tools[0].function.parameters.anyOf', says: "not have 'oneOf'/'anyOf'" },
    { rule: 'OC22', name: 'a strict tool with an optional field', body: chat('gpt-4o', chatTool({ ...STRICT, required: [] }, { strict: true })), path: 'tools[0].function.parameters.required', says: "Missing 'city'" },
    { rule: 'OC22', name: 'a strict output that is open', body: chat('gpt-4o', { response_format: { type: 'json_schema', json_schema: { name: 'foo', strict: true, schema: { ...STRICT, additionalProperties: true } } } }), path: 'response_format.json_schema.schema', says: "'additionalProperties' is required to be supplied" },
    { rule: 'OC23', name: 'a field that the API does not know', body: chat('gpt-4o', { system_prompt: 'Be brief.' }), path: 'system_prompt', says: 'Unrecognized request argument supplied: system_prompt' },
    { rule: 'OC24', name: 'a forced tool of a model that thinks', body: chat('deepseek-reasoner', { ...chatTool(OBJECT), tool_choice: 'required' }), path: 'tool_choice', says: 'does not support this tool_choice', vendor: 'deepseek' },
    { rule: 'OC25', name: 'tools for a model without a template for them', body: chat('gemma3:4b', chatTool(OBJECT)), path: 'tools', says: 'does not support tools', vendor: 'ollama' },
  ],
  'openai-responses': [
    { rule: 'OR17', name: 'a temperature at a reasoning model', body: responses('o4-mini', { temperature: 0.2 }), path: 'temperature', says: "'temperature' is not supported" },
    { rule: 'OR17', name: 'an effort at a model that does not reason', body: responses('gpt-4o', { reasoning: { effort: 'low' } }), path: 'reasoning.effort', says: "'reasoning.effort' is not supported" },
    { rule: 'OR18', name: 'a limit of one token', body: responses('gpt-5', { max_output_tokens: 1 }), path: 'max_output_tokens', says: 'Expected a value >= 16' },
    { rule: 'OR18', name: 'JSON output, and no word of it', body: responses('gpt-5', { text: { format: { type: 'json_object' } } }), path: 'text.format', says: "the word 'json'" },
    { rule: 'OR19', name: 'a strict tool with an optional field', body: responses('gpt-5', responsesTool({ ...STRICT, required: [] }, true)), path: 'tools[0].parameters.required', says: "Missing 'city'" },
    { rule: 'OR19', name: 'parameters without properties', body: responses('gpt-5', responsesTool({ type: 'object' })), path: 'tools[0].parameters', says: 'object schema missing properties' },
  ],
  anthropic: [
    { rule: 'AN36', name: 'a small budget', body: anthropic('claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 500 } }), path: 'thinking.budget_tokens', says: 'greater than or equal to 1024' },
    { rule: 'AN36', name: 'a budget beyond the answer', body: anthropic('claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 4096 } }), path: 'thinking.budget_tokens', says: 'must be greater than `thinking.budget_tokens`' },
    { rule: 'AN37', name: 'a temperature beside thinking', body: anthropic('claude-sonnet-4-0', { temperature: 0.5, thinking: { type: 'enabled', budget_tokens: 2048 } }), path: 'temperature', says: 'may only be set to 1 when thinking is enabled' },
    { rule: 'AN37', name: 'two ways to sample', body: anthropic('claude-sonnet-4-5', { temperature: 0.5, top_p: 0.9 }), path: 'top_p', says: 'cannot both be specified' },
    { rule: 'AN37', name: 'a temperature at a new model', body: anthropic('claude-opus-4-7', { temperature: 0.5 }), path: 'temperature', says: '`temperature` is deprecated' },
    { rule: 'AN38', name: 'alternatives at the top level of a tool', body: anthropic('claude-sonnet-4-5', anthropicTool({ ...OBJECT, anyOf: [{ required: ['city'] }] })), path: 'tools[0].input_schema.anyOf', says: 'does not support oneOf, allOf, or anyOf at the top level' },
    { rule: 'AN38', name: 'a schema without a type', body: anthropic('claude-sonnet-4-5', anthropicTool({ properties: {} })), path: 'tools[0].input_schema.type', says: 'type: Field required' },
    { rule: 'AN38', name: 'a field with a dollar sign', body: anthropic('claude-sonnet-4-5', anthropicTool({ type: 'object', properties: { $top: { type: 'integer' } } })), path: 'tools[0].input_schema.properties.$top', says: 'Property keys should match pattern' },
    { rule: 'AN39', name: 'a limit beyond the model', body: anthropic('claude-sonnet-4-5', { max_tokens: 200_000 }), path: 'max_tokens', says: 'max_tokens: 200000 > 64000' },
    { rule: 'AN40', name: 'an effort at an old model', body: anthropic('claude-3-7-sonnet-20250219', { output_config: { effort: 'low' } }), path: 'output_config.effort', says: 'does not support the effort parameter' },
  ],
  gemini: [
    { rule: 'GE13', name: 'a keyword of JSON Schema', body: gemini('gemini-2.5-flash', geminiTool({ type: 'OBJECT', properties: { city: { type: 'STRING' } }, additionalProperties: false })), path: 'tools[0].functionDeclarations[0].parameters.additionalProperties', says: 'Unknown name "additionalProperties"' },
    { rule: 'GE13', name: 'a list without items', body: gemini('gemini-2.5-flash', geminiTool({ type: 'OBJECT', properties: { cities: { type: 'ARRAY' } } })), path: 'tools[0].functionDeclarations[0].parameters.properties.cities', says: 'items: missing field' },
    { rule: 'GE14', name: 'a function beside search', body: gemini('gemini-2.5-flash', geminiTool(OBJECT, { googleSearch: {} })), path: 'tools[1].googleSearch', says: 'Multiple tools are supported only when they are all search tools' },
    { rule: 'GE14', name: 'a function beside JSON output', body: gemini('gemini-2.5-flash', { ...geminiTool(OBJECT), generationConfig: { responseMimeType: 'application/json' } }), path: 'generationConfig.responseMimeType', says: 'is unsupported' },
    { rule: 'GE15', name: 'a budget and a level', body: gemini('gemini-3-pro', { generationConfig: { thinkingConfig: { thinkingBudget: 512, thinkingLevel: 'LOW' } } }), path: 'generationConfig.thinkingConfig.thinkingBudget', says: 'only one of thinking budget and thinking level' },
    { rule: 'GE15', name: 'a model that cannot stop thinking', body: gemini('gemini-2.5-pro', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }), path: 'generationConfig.thinkingConfig.thinkingBudget', says: 'Budget 0 is invalid' },
    { rule: 'GE16', name: 'a limit of -1', body: gemini('gemini-2.5-pro', { generationConfig: { maxOutputTokens: -1 } }), path: 'generationConfig.maxOutputTokens', says: 'maxOutputTokens value of -1' },
  ],
  bedrock: [
    { rule: 'BE29', name: 'a schema without a type', body: bedrock('us.amazon.nova-pro-v1:0', bedrockTool({})), path: 'toolConfig.tools[0].toolSpec.inputSchema.json.type', says: 'must be one of the following: object' },
    { rule: 'BE29', name: "alternatives at the top level of Claude's tool", body: bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0', bedrockTool({ ...OBJECT, anyOf: [] })), path: 'toolConfig.tools[0].toolSpec.inputSchema.json.anyOf', says: 'at the top level' },
    { rule: 'BE30', name: 'two ways to sample', body: bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0', { inferenceConfig: { temperature: 0.5, topP: 0.9 } }), path: 'inferenceConfig.topP', says: 'cannot both be specified' },
    { rule: 'BE31', name: 'tools for a model that takes none', body: bedrock('us.deepseek.r1-v1:0', bedrockTool(OBJECT)), path: 'toolConfig', says: "doesn't support tool use" },
    { rule: 'BE31', name: 'a forced tool of Llama', body: bedrock('us.meta.llama3-3-70b-instruct-v1:0', bedrockTool(OBJECT, { toolChoice: { any: {} } })), path: 'toolConfig.toolChoice.any', says: 'toolChoice.any field' },
    { rule: 'BE31', name: 'instructions for a model that takes none', body: bedrock('amazon.titan-text-express-v1', { system: [{ text: 'Be brief.' }] }), path: 'system', says: "doesn't support system messages" },
  ],
  mistral: [
    { rule: 'MI13', name: "OpenAI's name of the seed", body: mistral({ seed: 5 }), path: 'seed', says: 'Extra inputs are not permitted' },
    { rule: 'MI14', name: 'a schema that names its own', body: mistral(chatTool({ ...OBJECT, $schema: 'http://json-schema.org/draft-07/schema#' })), path: 'tools[0].function.parameters.$schema', says: 'failed to compile JSON schema' },
  ],
};

/** @type {Record<string, { name: string, body: object, vendor?: string }[]>} */
export const PARAMETERS_ACCEPTED = {
  'openai-chat': [
    { name: 'a temperature at a model that does not reason', body: chat('gpt-4o', { temperature: 0.2, max_tokens: 9 }) },
    { name: 'a temperature at a reasoning model without effort', body: chat('gpt-5.1', { temperature: 0.2, reasoning_effort: 'none' }) },
    { name: 'strict tools', body: chat('gpt-4o', chatTool(STRICT, { strict: true })) },
    { name: 'a tool without parameters', body: chat('gpt-4o', { tools: [{ type: 'function', function: { name: 'look' } }] }) },
    { name: "a vendor's own field", body: chat('qwen3-max', { enable_thinking: false }), vendor: 'qwen' },
    { name: 'the old name of the limit, at a vendor', body: chat('deepseek-chat', { max_tokens: 900 }), vendor: 'deepseek' },
    { name: 'tools for a model with a template', body: chat('qwen3:8b', chatTool(OBJECT)), vendor: 'ollama' },
    { name: 'a model of another maker behind a router', body: chat('openai/gpt-5', { max_tokens: 900, provider: { order: ['azure'] } }), vendor: 'openrouter' },
  ],
  'openai-responses': [{ name: 'an effort, and a tool that is not strict', body: responses('gpt-5', { reasoning: { effort: 'minimal' }, ...responsesTool(OBJECT) }) }],
  anthropic: [
    { name: 'thinking with room for the answer', body: anthropic('claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 1024 } }) },
    { name: 'alternatives inside of a tool', body: anthropic('claude-sonnet-4-5', anthropicTool({ type: 'object', properties: { at: { anyOf: [{ type: 'string' }, { type: 'null' }] } } })) },
    { name: 'a forced tool beside adaptive thinking', body: anthropic('claude-opus-4-6', { thinking: { type: 'adaptive' }, ...anthropicTool(OBJECT), tool_choice: { type: 'any' } }) },
  ],
  gemini: [
    { name: 'functions beside search, at Gemini 3', body: gemini('gemini-3-pro', geminiTool(OBJECT, { googleSearch: {} })) },
    { name: 'JSON Schema, in its own field', body: gemini('gemini-2.5-flash', { tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { ...OBJECT, additionalProperties: false } }] }] }) },
    { name: 'a budget that the model chooses', body: gemini('gemini-2.5-pro', { generationConfig: { thinkingConfig: { thinkingBudget: -1 } } }) },
  ],
  bedrock: [{ name: 'a tool, and one way to sample', body: bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0', { ...bedrockTool(OBJECT), inferenceConfig: { temperature: 0.5 } }) }],
  mistral: [{ name: "Mistral's name of the seed", body: mistral({ random_seed: 5, ...chatTool({ ...OBJECT, additionalProperties: false }) }) }],
};

/** The refused bodies of a target, as cases of the strict provider. */
export const refusedParameters = (target) => PARAMETERS_REFUSED[target].map(({ rule, name, body, says }) => ({ rule, name, body, says, options: OPTIONS }));

/** The accepted bodies of a target, as cases of the strict provider. */
export const acceptedParameters = (target) => PARAMETERS_ACCEPTED[target].map(({ name, body }) => ({ name, body, options: OPTIONS }));
