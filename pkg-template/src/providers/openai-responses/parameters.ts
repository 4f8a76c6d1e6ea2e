// The parameters and tools of OpenAI Responses. Rules: OR0, OR17 to OR19.

import { isOpenAi, mostOutputOf } from "../../parameters/openai-models.js";
import { checkPairs, checkRanges, checkReasoningModel } from "../../parameters/openai-params.js";
import { checkOpenAiSchema } from "../../parameters/openai-schema.js";
import { type ParameterRequest, type Report, checkRange, fieldsOf, isFields, itemsOf, refuseUnknown } from "../../parameters/types.js";

/** The fields of a request, in OpenAI's client. */
const FIELDS =
  "access_programs background background_options context_management conversation image include input instructions max_output_tokens " +
  "max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options " +
  "prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools " +
  "top_logprobs top_p truncation user";

/** The fields of chat completions that moved, and where to. */
const MOVED: Readonly<Record<string, string>> = {
  messages: "input",
  max_tokens: "max_output_tokens",
  max_completion_tokens: "max_output_tokens",
  response_format: "text.format",
  reasoning_effort: "reasoning.effort",
  verbosity: "text.verbosity",
};

/** The fields of calls and of searches, in OpenAI's client. */
const ITEM_FIELDS: Readonly<Record<string, string>> = {
  function_call: "arguments call_id name type id async caller namespace status",
  function_call_output: "call_id output type id status name caller",
  web_search_call: "id action status type",
};

function checkItems(input: unknown, report: Report): void {
  itemsOf(input).forEach((item, place) => {
    if (!isFields(item)) return;
    const type = String(item.type);
    if (Object.hasOwn(ITEM_FIELDS, type)) refuseUnknown(item, ITEM_FIELDS[type] ?? "", ["OR0", `input[${place}].`], report);
    const { type: action } = fieldsOf(item.action);
    if (item.type === "web_search_call" && action !== undefined && !["search", "open_page", "find_in_page"].includes(String(action)))
      report("OR0", `input[${place}].action.type`, `A search has no action \`${String(action)}\``, "leave the item out");
  });
}

/** Checks the parameters and tools of a request to OpenAI Responses. */
export function checkResponses({ body, model, vendor, isRouted }: ParameterRequest, report: Report): void {
  const isOpenAis = vendor === "openai" || vendor === "azure" || (!isRouted && (model === "" || isOpenAi(model)));
  if (!isOpenAis) return;
  refuseUnknown(body, FIELDS, ["OR0", ""], report, MOVED);
  checkItems(body.input, report);
  const { effort } = fieldsOf(body.reasoning);
  checkReasoningModel(model, effort, "reasoning.effort", body, ["OR17", "OR18"], report);
  checkRanges(body, "OR18", report);
  checkRange(report, "OR18", body, "max_output_tokens", [16, mostOutputOf(model) ?? Number.POSITIVE_INFINITY]);
  checkPairs(body, "OR18", [], report);
  if (model.startsWith("gpt-6") && body.prompt_cache_retention !== undefined)
    report("OR17", "prompt_cache_retention", `${model} takes no \`prompt_cache_retention\``, "use `prompt_cache_options`");
  const say = (path: string, fault: string, remedy: string) => report("OR19", path, fault, remedy);
  itemsOf(body.tools).forEach((tool, place) => {
    const fields = fieldsOf(tool);
    if (fields.type === "function" && isFields(fields.function))
      report("OR0", `tools[${place}].function`, "A function of this API has its name beside its type", "move the fields of `function` up");
    if (fields.type === "function") checkOpenAiSchema(fields.parameters, `tools[${place}].parameters`, fields.strict === true, true, say);
  });
  const { format } = fieldsOf(body.text);
  if (!isFields(format)) return;
  if (format.type === "json_schema") checkOpenAiSchema(format.schema, "text.format.schema", format.strict === true, false, say);
  const words = JSON.stringify([body.instructions ?? "", body.input ?? ""]).toLowerCase();
  if (format.type === "json_object" && !words.includes("json"))
    report("OR18", "text.format", "JSON output needs the word JSON in a message", "ask for JSON in the instructions");
}
