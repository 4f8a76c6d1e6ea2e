// The parameters and tools of chat completions, at OpenAI and at vendors. Rules: OC0, OC15, OC20 to OC25.

import { isOpenAi, mostOutputOf, reasons } from "../../parameters/openai-models.js";
import { checkPairs, checkRanges, checkReasoningModel } from "../../parameters/openai-params.js";
import { checkOpenAiSchema, functionsOf } from "../../parameters/openai-schema.js";
import {
  type Fields,
  type ParameterRequest,
  type Report,
  type RuleReport,
  checkRange,
  fieldsOf,
  has,
  isAmong,
  isFields,
  itemsOf,
  without,
} from "../../parameters/types.js";
import { checkVendor, refuseOthers } from "./vendor-parameters.js";

/** The other fields of OpenAI. */
const FIELDS =
  "audio function_call functions logit_bias logprobs metadata modalities moderation prediction prompt_cache_key " +
  "prompt_cache_options prompt_cache_retention safety_identifier store top_logprobs verbosity web_search_options";

/** Checks a request to OpenAI itself. */
function checkOpenAi({ body, model }: ParameterRequest, report: Report): void {
  refuseOthers(body, FIELDS, report);
  const both = has(body, "max_tokens") && has(body, "max_completion_tokens");
  // The answer stays within both limits if the smaller one is kept.
  const isWithin = Number(body.max_completion_tokens) <= Number(body.max_tokens);
  if (both)
    report(
      "OC21",
      "max_tokens",
      "A request has one of `max_tokens` and `max_completion_tokens`",
      "leave `max_tokens` out",
      isWithin ? without("max_tokens") : undefined,
    );
  else if (reasons(model) && has(body, "max_tokens"))
    report("OC20", "max_tokens", `${model} takes no \`max_tokens\``, "name it `max_completion_tokens`", [
      { path: "max_tokens", rename: "max_completion_tokens" },
    ]);
  const effort = ["reasoning_effort", without("reasoning_effort")] as const;
  checkReasoningModel(model, body.reasoning_effort, effort, body, ["OC20", "OC21"], report);
  if (/^(o3|o4-mini|gpt-[5-9])/.test(model) && reasons(model) && has(body, "stop"))
    report("OC20", "stop", `${model} takes no \`stop\``, "leave it out, and cut the answer yourself");
  const most = mostOutputOf(model) ?? Number.POSITIVE_INFINITY;
  for (const name of ["max_tokens", "max_completion_tokens"]) checkRange(report, "OC21", body, name, [1, most]);
  checkRanges(body, "OC21", report);
  checkRange(report, "OC21", body, "n", [1, 128]);
  for (const name of ["presence_penalty", "frequency_penalty"]) checkRange(report, "OC21", body, name, [-2, 2]);
  if (itemsOf(body.stop).length > 4) report("OC21", "stop", "`stop` lists at most 4 texts", "leave some out");
  if (has(body, "top_logprobs") && body.logprobs !== true)
    report("OC21", "top_logprobs", "`top_logprobs` needs `logprobs: true`", "leave it out", without("top_logprobs"));
  checkPairs(body, "OC21", ["parallel_tool_calls", "tool_choice"], report);
  if (model.startsWith("gpt-6") && has(body, "prompt_cache_retention"))
    report(
      "OC20",
      "prompt_cache_retention",
      `${model} takes no \`prompt_cache_retention\``,
      "leave it out, or use `prompt_cache_options`",
      without("prompt_cache_retention"),
    );
  if (/^(o[13]-pro|gpt-5(\.\d)?-(pro|codex)|o[34]-(mini-)?deep-research|computer-use)/.test(model))
    report("OC19", "model", `${model} answers at the Responses endpoint only`, "send the request to /v1/responses");
  checkSchemas(body, report);
}

/** Checks the schemas of functions and of the output. */
function checkSchemas(body: Fields, report: Report): void {
  const say: RuleReport = (...fault) => report("OC22", ...fault);
  for (const { path, fields } of functionsOf(body.tools))
    checkOpenAiSchema(fields.parameters, `${path}.parameters`, fields.strict === true, true, say);
  const { json_schema: format } = fieldsOf(body.response_format);
  if (isFields(format)) checkOpenAiSchema(format.schema, "response_format.json_schema.schema", format.strict === true, false, say);
}

/** True if a text of the messages holds the word, in capitals or not. */
function mentions(messages: unknown, word: string): boolean {
  return JSON.stringify(messages ?? "")
    .toLowerCase()
    .includes(word);
}

/** True for the fields of a function in the form of Responses, with a sound schema. */
function isFunction(fields: Fields): boolean {
  if (typeof fields.name !== "string" || !Object.keys(fields).every((name) => isAmong("name description parameters strict", name)))
    return false;
  let isSound = true;
  checkOpenAiSchema(fields.parameters, "", fields.strict === true, true, () => {
    isSound = false;
  });
  return isSound;
}

/** Checks tools whose form is that of another API. */
function checkToolForms(body: Fields, isOpenAis: boolean, report: Report): void {
  itemsOf(body.tools).forEach((tool, place) => {
    const { type, function: own, ...rest } = fieldsOf(tool);
    const path = `tools[${place}]`;
    if (type === "function" && !isFields(own))
      report(
        "OC0",
        `${path}.function`,
        "A tool of chat completions has its `function`",
        'write `{"type":"function","function":{…}}`',
        isOpenAis && isFunction(rest) ? [{ path, set: { type, function: rest } }] : undefined,
      );
    else if (!isOpenAis && typeof type === "string" && type !== "function")
      report("OC0", `${path}.type`, `The vendor has no tools of the type \`${type}\``, 'declare a function, `"type":"function"`');
  });
}

/** Checks the parameters and tools of a request for chat completions. */
export function checkChat(request: ParameterRequest, report: Report): void {
  const { body, model, vendor, isRouted } = request;
  const isOpenAis = vendor === "openai" || vendor === "azure" || (vendor === undefined && !isRouted && isOpenAi(model));
  if (isOpenAis) checkOpenAi(request, report);
  else checkVendor(request, report);
  checkToolForms(body, isOpenAis || vendor === undefined || vendor === "openrouter" || vendor === "litellm", report);
  if ((isOpenAis || vendor === "qwen") && fieldsOf(body.response_format).type === "json_object" && !mentions(body.messages, "json"))
    report("OC21", "response_format", "JSON output needs the word JSON in a message", "ask for JSON in the instructions");
}
