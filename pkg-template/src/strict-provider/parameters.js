/**
 * The rules on parameters, tools and output formats, as far as a body shows them. They are judged with the option `parameters`, because most
 * bodies of the tests have only messages. Written from the words of the providers, not from the rows of the engine: a model is judged only
 * where the words name it.
 */

import { refuse as refuseAnthropic } from "./anthropic/refuse.js";
import { refuse as refuseBedrock } from "./bedrock/refuse.js";
import { refuse as refuseGemini } from "./gemini/refuse.js";
import { forbid as forbidMistral, refuse as refuseMistral } from "./mistral/refuse.js";
import { refuse as refuseChat } from "./openai-chat/refuse.js";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Yields each schema inside of a schema, with its path. */
function* schemas(value, path = []) {
  if (!isObject(value)) return;
  yield [value, path];
  for (const [name, inner] of Object.entries(value.properties ?? {})) yield* schemas(inner, [...path, "properties", name]);
  for (const name of ["items", "additionalProperties"]) yield* schemas(value[name], [...path, name]);
  for (const name of ["anyOf", "oneOf", "allOf"])
    for (const [at, inner] of (value[name] ?? []).entries()) yield* schemas(inner, [...path, name, String(at)]);
}

/** Yields OpenAI's words about a schema: of a function, or of an output. */
function* openAiSchema(schema, strict, about) {
  if (!isObject(schema)) return;
  if (about.startsWith("function") && schema.type !== undefined && schema.properties === undefined && schema.type === "object")
    yield `Invalid schema for ${about}: In context=(), object schema missing properties.`;
  for (const name of ["oneOf", "anyOf", "allOf", "enum", "not"]) {
    if (about.startsWith("function") && name in schema)
      yield `Invalid schema for ${about}: schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  }
  for (const [inner, path] of schemas(schema)) {
    const context = `In context=(${path.map((step) => `'${step}'`).join(", ")})`;
    if (inner.type === "array" && inner.items === undefined) yield `Invalid schema for ${about}: ${context}, array schema missing items.`;
    if (!strict || inner.type !== "object") continue;
    const missing = Object.keys(inner.properties ?? {}).find((name) => !(inner.required ?? []).includes(name));
    if (missing !== undefined)
      yield `Invalid schema for ${about}: ${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    if (inner.additionalProperties !== false)
      yield `Invalid schema for ${about}: ${context}, 'additionalProperties' is required to be supplied and to be false.`;
  }
}

/** OC20 to OC25. */
export function* chatParametersHold(body) {
  const { model = "", messages = [], tools = [], response_format: format } = body;
  const isReasoning = /^(o[134]|gpt-[56](?![.\d]*-chat))/.test(model);
  const isOpenAi = isReasoning || /^gpt-/.test(model);
  const unsupported = (name) =>
    refuseChat("OC20", `Unsupported parameter: '${name}' is not supported with this model.`, {
      param: name,
      code: "unsupported_parameter",
    });
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    yield refuseChat("OC21", "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.");
  if (isReasoning && body.max_tokens !== undefined)
    yield refuseChat("OC20", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
      param: "max_tokens",
      code: "unsupported_parameter",
    });
  if (isReasoning && body.logit_bias !== undefined) yield unsupported("logit_bias");
  if (/^(o[134]|gpt-5(-mini|-nano)?$)/.test(model) && (body.temperature ?? 1) !== 1)
    yield refuseChat(
      "OC20",
      `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`,
      { param: "temperature" },
    );
  if (/^grok-4/.test(model) && body.presence_penalty !== undefined)
    yield refuseChat("OC20", `Model ${model} does not support parameter presencePenalty.`);
  if (isOpenAi && (body.temperature > 2 || body.temperature < 0))
    yield refuseChat("OC21", "Invalid 'temperature': decimal out of range.", { param: "temperature" });
  if (isOpenAi && format?.type === "json_object" && !/json/i.test(JSON.stringify(messages)))
    yield refuseChat("OC21", "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", {
      param: "messages",
    });
  if (isOpenAi && body.stream_options !== undefined && body.stream !== true)
    yield refuseChat("OC21", "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  if (isOpenAi) {
    for (const { function: { name, parameters, strict } = {} } of tools)
      for (const words of openAiSchema(parameters, strict === true, `function '${name}'`))
        yield refuseChat("OC22", words, { code: "invalid_function_parameters" });
    for (const words of openAiSchema(
      format?.json_schema?.schema,
      format?.json_schema?.strict === true,
      `response_format '${format?.json_schema?.name}'`,
    ))
      yield refuseChat("OC22", words);
    if ("system_prompt" in body) yield refuseChat("OC23", "Unrecognized request argument supplied: system_prompt");
  }
  const isForced = body.tool_choice === "required" || isObject(body.tool_choice);
  if (/^(deepseek-(reasoner|v4)|kimi-k2\.)/.test(model) && body.thinking?.type !== "disabled" && isForced)
    yield refuseChat("OC24", "Thinking mode does not support this tool_choice");
  if (/^(gemma3|llama3|phi4):/.test(model) && tools.length > 0)
    yield refuseChat("OC25", `registry.ollama.ai/library/${model} does not support tools`);
}

/** OR17 to OR19. */
export function* responsesParametersHold(body) {
  const { model = "", tools = [], text, input } = body;
  if (/^o[134]/.test(model) && body.temperature !== undefined && body.temperature !== 1)
    yield refuseChat("OR17", "Unsupported parameter: 'temperature' is not supported with this model.", { param: "temperature" });
  if (/^gpt-4/.test(model) && body.reasoning?.effort !== undefined)
    yield refuseChat("OR17", "Unsupported parameter: 'reasoning.effort' is not supported with this model.", { param: "reasoning.effort" });
  if (body.max_output_tokens < 16)
    yield refuseChat(
      "OR18",
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${body.max_output_tokens} instead.`,
      { param: "max_output_tokens" },
    );
  if (text?.format?.type === "json_object" && !/json/i.test(JSON.stringify([input, body.instructions])))
    yield refuseChat(
      "OR18",
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
    );
  for (const { type, name, parameters, strict } of tools) {
    if (type === "function")
      for (const words of openAiSchema(parameters, strict === true, `function '${name}'`))
        yield refuseChat("OR19", words, { code: "invalid_function_parameters" });
  }
}

/** AN36 to AN40. */
export function* anthropicParametersHold(body) {
  const { model = "", thinking, max_tokens: limit, tools = [] } = body;
  const budget = thinking?.budget_tokens;
  if (thinking?.type === "enabled" && budget < 1024)
    yield refuseAnthropic("AN36", "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  if (thinking?.type === "enabled" && budget >= limit)
    yield refuseAnthropic("AN36", "`max_tokens` must be greater than `thinking.budget_tokens`.");
  if (thinking?.type === "enabled" && (body.temperature ?? 1) !== 1)
    yield refuseAnthropic("AN37", "`temperature` may only be set to 1 when thinking is enabled.");
  if (thinking?.type === "enabled" && body.top_k !== undefined)
    yield refuseAnthropic("AN37", "`top_k` must be unset when thinking is enabled.");
  if (/-4-[56]/.test(model) && body.temperature !== undefined && body.top_p !== undefined)
    yield refuseAnthropic("AN37", "`temperature` and `top_p` cannot both be specified for this model. Please use only one.");
  if (/(opus-4-7|opus-5|sonnet-5)/.test(model) && (body.temperature ?? 1) !== 1)
    yield refuseAnthropic("AN37", "`temperature` is deprecated for this model.");
  for (const [at, { type, input_schema: schema }] of tools.entries()) {
    if (type !== undefined && type !== "custom") continue;
    const path = `tools.${at}.custom.input_schema`;
    if (["oneOf", "allOf", "anyOf"].some((name) => name in (schema ?? {})))
      yield refuseAnthropic("AN38", `${path}: input_schema does not support oneOf, allOf, or anyOf at the top level`);
    if (isObject(schema) && schema.type !== "object") yield refuseAnthropic("AN38", `${path}.type: Field required`);
    for (const [inner] of schemas(schema))
      if (Object.keys(inner.properties ?? {}).some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)))
        yield refuseAnthropic("AN38", `${path}.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`);
  }
  if (limit === undefined) yield refuseAnthropic("AN39", "max_tokens: Field required");
  if (/(sonnet-4-5|haiku-4-5|opus-4-5)/.test(model) && limit > 64_000)
    yield refuseAnthropic("AN39", `max_tokens: ${limit} > 64000, which is the maximum allowed number of output tokens for ${model}`);
  if (/(3-5|3-7|-4-1|-4-20)/.test(model) && body.output_config?.effort !== undefined)
    yield refuseAnthropic("AN40", "This model does not support the effort parameter.");
}

const GOOGLE_KEYWORDS =
  "anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum nullable pattern properties propertyOrdering required title type".split(
    " ",
  );

/** GE13 to GE16. */
export function* geminiParametersHold(body, { model = "" }) {
  const { tools: given = [], generationConfig: config = {} } = body;
  const tools = [given].flat();
  const name = model || body.model || "";
  const isOld = /gemini-(1|2)/.test(name);
  for (const [at, tool] of tools.entries()) {
    for (const [place, { parameters }] of (tool.functionDeclarations ?? []).entries()) {
      for (const [inner, path] of schemas(parameters)) {
        const where = `tools[${at}].function_declarations[${place}].parameters${path.map((step) => `.${step}`).join("")}`;
        const strange = Object.keys(inner).find((key) => !GOOGLE_KEYWORDS.includes(key));
        if (strange !== undefined)
          yield refuseGemini("GE13", `Invalid JSON payload received. Unknown name "${strange}" at '${where}': Cannot find field.`);
        if (Array.isArray(inner.type))
          yield refuseGemini(
            "GE13",
            `Invalid JSON payload received. Unknown name "type" at '${where}': Proto field is not repeating, cannot start list.`,
          );
        if (String(inner.type).toUpperCase() === "ARRAY" && inner.items === undefined)
          yield refuseGemini("GE13", `${where}.items: missing field.`);
      }
    }
  }
  const hasFunctions = tools.some(({ functionDeclarations }) => functionDeclarations?.length > 0);
  if (isOld && hasFunctions && tools.some((tool) => "googleSearch" in tool || "codeExecution" in tool))
    yield refuseGemini("GE14", "Multiple tools are supported only when they are all search tools.");
  if (isOld && hasFunctions && config.responseMimeType === "application/json")
    yield refuseGemini("GE14", "Function calling with a response mime type: 'application/json' is unsupported");
  const { thinkingBudget: budget, thinkingLevel: level } = config.thinkingConfig ?? {};
  if (budget !== undefined && level !== undefined)
    yield refuseGemini("GE15", "You can only set only one of thinking budget and thinking level.");
  if (/2\.5-pro/.test(name) && budget === 0) yield refuseGemini("GE15", "Budget 0 is invalid. This model only works in thinking mode.");
  if (/2\.5-pro/.test(name) && budget > 32_768)
    yield refuseGemini("GE15", `The thinking budget (${budget}) is invalid. Please choose a value between 128 and 32768.`);
  if (config.maxOutputTokens < 1)
    yield refuseGemini(
      "GE16",
      `Unable to submit request because it has a maxOutputTokens value of ${config.maxOutputTokens} but the supported range is from 1 (inclusive) to 65537 (exclusive). Update the value and try again.`,
    );
}

/** BE29 to BE31. */
export function* bedrockParametersHold(body) {
  const { modelId = "", toolConfig: { tools = [], toolChoice = {} } = {}, inferenceConfig: { temperature, topP } = {}, system = [] } = body;
  for (const [at, { toolSpec }] of tools.entries()) {
    const schema = toolSpec?.inputSchema?.json;
    if (isObject(schema) && schema.type !== "object")
      yield refuseBedrock(
        "BE29",
        `The value at toolConfig.tools.${at}.toolSpec.inputSchema.json.type must be one of the following: object.`,
      );
    if (/claude/.test(modelId) && isObject(schema) && "anyOf" in schema)
      yield refuseBedrock(
        "BE29",
        `The model returned the following errors: tools.${at}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
      );
  }
  if (/-4-[56]/.test(modelId) && temperature !== undefined && topP !== undefined)
    yield refuseBedrock(
      "BE30",
      "The model returned the following errors: `temperature` and `top_p` cannot both be specified for this model. Please use only one.",
    );
  if (/deepseek\.r1|amazon\.titan/.test(modelId) && tools.length > 0) yield refuseBedrock("BE31", "This model doesn't support tool use.");
  if (/meta\.llama/.test(modelId) && "any" in toolChoice)
    yield refuseBedrock(
      "BE31",
      "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again.",
    );
  if (/amazon\.titan/.test(modelId) && system.length > 0)
    yield refuseBedrock(
      "BE31",
      "This model doesn't support system messages. Try again without a system message or use a model that supports system messages.",
    );
}

/** MI13, MI14. */
export function* mistralParametersHold(body) {
  for (const name of ["seed", "logit_bias", "logprobs", "user", "store", "max_completion_tokens"]) {
    if (name in body) yield forbidMistral("MI13", "extra_forbidden", [name], "Extra inputs are not permitted", body[name]);
  }
  for (const { function: { parameters } = {} } of body.tools ?? []) {
    if (isObject(parameters) && ("$id" in parameters || "$schema" in parameters))
      yield refuseMistral("MI14", "invalid_request_invalid_args", "Grammar error: at 3(11): failed to compile JSON schema");
  }
}
