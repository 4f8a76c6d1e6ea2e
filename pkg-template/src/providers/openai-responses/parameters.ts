// The parameters and tools of OpenAI Responses. Rules: OR0, OR17 to OR19.

import { effortsOf, isOpenAi, mostOutputOf } from "../../parameters/openai-models.js";
import { checkPairs, checkRanges, checkReasoningModel } from "../../parameters/openai-params.js";
import { checkOpenAiSchema } from "../../parameters/openai-schema.js";
import {
  type Fields,
  type ParameterRequest,
  type Report,
  type RuleReport,
  checkRange,
  fieldsOf,
  has,
  isFields,
  itemsOf,
  refuseUnknown,
  without,
  withoutOption,
} from "../../parameters/types.js";

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
  // Items are the conversation, which no repair of parameters changes.
  const said: Report = (rule, path, fault, remedy) => report(rule, path, fault, remedy);
  itemsOf(input).forEach((item, place) => {
    if (!isFields(item)) return;
    const type = String(item.type);
    if (Object.hasOwn(ITEM_FIELDS, type)) refuseUnknown(item, ITEM_FIELDS[type] ?? "", ["OR0", `input[${place}]`], said);
    const { type: action } = fieldsOf(item.action);
    if (item.type === "web_search_call" && action !== undefined && !["search", "open_page", "find_in_page"].includes(String(action)))
      report("OR0", `input[${place}].action.type`, `A search has no action \`${String(action)}\``, "leave the item out");
  });
}

/** Checks the fields of the request, and the effort, which may stand under the name that it has in chat completions. */
function checkFields(body: Fields, model: string, report: Report): void {
  const { effort } = fieldsOf(body.reasoning);
  const { reasoning_effort: moved, ...others } = body;
  const isMoved = has(body, "reasoning_effort");
  refuseUnknown(isMoved ? others : body, FIELDS, ["OR0", ""], report, MOVED);
  const taken = effortsOf(model);
  if (isMoved) {
    const set = has(body, "reasoning") ? { path: "reasoning.effort", set: moved } : { path: "reasoning", set: { effort: moved } };
    const isUseless = taken?.length === 0 || effort === moved;
    const isTaken = (effort ?? null) === null && (taken?.includes(String(moved)) ?? true);
    const repair = isUseless ? without("reasoning_effort") : isTaken ? [set, ...without("reasoning_effort")] : undefined;
    report("OR0", "reasoning_effort", "The provider has no field `reasoning_effort` here", "name it `reasoning.effort`", repair);
  }
  const place = isMoved && (effort ?? null) === null ? "reasoning_effort" : "reasoning.effort";
  const repair = place === "reasoning_effort" ? without(place) : withoutOption(body, "reasoning", "effort");
  checkReasoningModel(model, effort ?? moved, [place, repair], body, ["OR17", "OR18"], report);
}

/** Checks the tools that are functions. */
function checkFunctions(tools: unknown, report: Report): void {
  const say: RuleReport = (...fault) => report("OR19", ...fault);
  itemsOf(tools).forEach((tool, place) => {
    const { function: own, ...fields } = fieldsOf(tool) as Fields & { readonly function?: unknown };
    const path = `tools[${place}]`;
    if (fields.type !== "function") return;
    if (!isFields(own)) return checkOpenAiSchema(fields.parameters, `${path}.parameters`, fields.strict === true, true, say);
    const flat: Fields = { ...fields, ...own, strict: own.strict === true };
    let isSound = typeof own.name === "string";
    checkOpenAiSchema(flat.parameters, path, own.strict === true, true, () => {
      isSound = false;
    });
    report(
      "OR0",
      `${path}.function`,
      "A function of this API has its name beside its type",
      "move the fields of `function` up",
      isSound ? [{ path, set: flat }] : undefined,
    );
  });
}

/** Checks the parameters and tools of a request to OpenAI Responses. */
export function checkResponses({ body, model, vendor, isRouted }: ParameterRequest, report: Report): void {
  const isOpenAis = vendor === "openai" || vendor === "azure" || (vendor === undefined && !isRouted && (model === "" || isOpenAi(model)));
  if (!isOpenAis) return;
  checkFields(body, model, report);
  checkItems(body.input, report);
  checkRanges(body, "OR18", report);
  checkRange(report, "OR18", body, "max_output_tokens", [16, mostOutputOf(model) ?? Number.POSITIVE_INFINITY]);
  checkPairs(body, "OR18", [], report);
  if (model.startsWith("gpt-6") && body.prompt_cache_retention !== undefined)
    report(
      "OR17",
      "prompt_cache_retention",
      `${model} takes no \`prompt_cache_retention\``,
      "leave it out, or use `prompt_cache_options`",
      without("prompt_cache_retention"),
    );
  checkFunctions(body.tools, report);
  const { format } = fieldsOf(body.text);
  if (!isFields(format)) return;
  if (format.type === "json_schema")
    checkOpenAiSchema(format.schema, "text.format.schema", format.strict === true, false, (...fault) => report("OR19", ...fault));
  const words = JSON.stringify([body.instructions ?? "", body.input ?? ""]).toLowerCase();
  if (format.type === "json_object" && !words.includes("json"))
    report("OR18", "text.format", "JSON output needs the word JSON in a message", "ask for JSON in the instructions");
}
