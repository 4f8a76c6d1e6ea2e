// The parameters of vendors that speak chat completions. Rules: OC20 to OC25.

import { nodesOf, typesOf } from "../../parameters/schema.js";
import {
  type Fields,
  type ParameterEdits,
  type ParameterRequest,
  type Report,
  type RuleReport,
  checkRange,
  fieldsOf,
  has,
  isAmong,
  isFields,
  itemsOf,
  refuseFields,
  refuseUnknown,
  without,
} from "../../parameters/types.js";
import { functionsOf } from "../../parameters/openai-schema.js";
import { refuseUnknownFields } from "../mistral/parameters.js";

/** Checks a request to one vendor. */
type VendorCheck = (request: ParameterRequest, report: Report) => void;

/** The fields that OpenAI, Groq and Cerebras know, in their clients. */
const SHARED =
  "messages model frequency_penalty max_completion_tokens max_tokens n parallel_tool_calls presence_penalty reasoning_effort " +
  "response_format seed service_tier stop stream stream_options temperature tool_choice tools top_p user";

/** Refuses fields that a vendor does not know. `own` are those that it knows beside the shared ones. */
export function refuseOthers(body: Fields, own: string, report: Report): void {
  refuseUnknown(body, `${SHARED} ${own}`, ["OC23", ""], report);
}

/** The other fields of Groq. */
const GROQ =
  "citation_options compound_custom disable_tool_validation documents exclude_domains function_call functions include_domains " +
  "include_reasoning reasoning_format search_settings";

/** The other fields of Cerebras. */
const CEREBRAS =
  "clear_thinking disable_reasoning logit_bias logprobs min_tokens min_completion_tokens model_parameters prediction " +
  "prompt_cache_key reasoning_format top_logprobs";

/** The models of Ollama's library whose templates have no place for tools. */
const WITHOUT_TOOLS =
  "gemma gemma2 gemma3 gemma3n codegemma llama2 llama2-uncensored llama3 llama3.2-vision llava llava-llama3 bakllava moondream minicpm-v qwen " +
  "qwen2.5vl deepseek-coder deepseek-coder-v2 deepseek-v2 phi phi3 phi3.5 phi4 phi4-reasoning codellama starcoder starcoder2 codegeex4 vicuna " +
  "wizardlm2 orca-mini tinyllama tinydolphin dolphin-mixtral neural-chat openchat zephyr yi solar falcon stablelm2 nous-hermes smollm";

function isForced(choice: unknown): boolean {
  return choice === "required" || choice === "any" || isFields(choice);
}

function refuseForced({ body }: ParameterRequest, report: Report): void {
  if (isForced(body.tool_choice))
    report("OC24", "tool_choice", "A model that thinks cannot be forced to call a tool", "send `auto`, or switch thinking off");
}

/** The keywords beside which Kimi's schemas have no type. */
const INSTEAD_OF_TYPE = ["anyOf", "oneOf", "allOf", "$ref"];

/** Reports a field that the model does not take, and that can be left out. */
function omit(report: Report, name: string, fault: string): void {
  report("OC20", name, fault, "leave it out", without(name));
}

/**
 * Returns the repair that moves a type from beside `anyOf` into its schemas, where Kimi wants it. There is none if the type says more than the
 * schemas do, and none at the top level, which keeps its type.
 */
function moved(node: Fields, path: string, depth: number): ParameterEdits | undefined {
  const choices = itemsOf(node.anyOf);
  const taken = typesOf(node);
  const isSame = choices.every((choice) => {
    if (!isFields(choice)) return false;
    if (has(choice, "type")) return typesOf(choice).every((type) => taken.includes(type));
    return taken.length === 1 && !INSTEAD_OF_TYPE.some((name) => has(choice, name));
  });
  if (depth === 0 || choices.length === 0 || !isSame) return undefined;
  const places = choices.flatMap((choice, place) => (has(fieldsOf(choice), "type") ? [] : [`${path}.anyOf[${place}].type`]));
  return [...places.map((place) => ({ path: place, set: taken[0] })), ...without(`${path}.type`)];
}

/** Checks schemas as Kimi's validator does, in its strictest form. */
function checkKimiSchemas(body: Fields, report: Report): void {
  for (const { path, fields } of functionsOf(body.tools)) {
    // A function without parameters may have an empty schema.
    if (Object.keys(fieldsOf(fields.parameters)).length === 0) continue;
    /** The repairs that give the schemas of `anyOf` their types, by their paths. */
    const moves = new Map<string, ParameterEdits>();
    for (const { fields: node, path: at, depth } of nodesOf(fields.parameters, `${path}.parameters`)) {
      const say: RuleReport = (...fault) => report("OC22", ...fault);
      const [isChoice, isReference] = [has(node, "anyOf"), has(node, "$ref")];
      const isUntyped = typesOf(node).length === 0 && !INSTEAD_OF_TYPE.some((name) => has(node, name));
      const isObject = depth === 0 && isUntyped && has(node, "properties");
      const typed = isObject ? [{ path: `${at}.type`, set: "object" }] : moves.get(at);
      if (isUntyped) say(at, "A part of a schema has a `type`", "name its type", typed);
      if (isChoice && has(node, "type")) {
        const move = moved(node, at, depth);
        say(`${at}.type`, "`type` stands in the schemas of `anyOf`, not beside it", "move it into them", move);
        if (move !== undefined) itemsOf(node.anyOf).forEach((_, place) => moves.set(`${at}.anyOf[${place}]`, move));
      }
      if (isReference && Object.keys(node).length > 1) say(`${at}.$ref`, "Nothing stands beside `$ref`", "leave the rest out");
      if (isReference && !/^#(\/\$defs\/|$)/.test(String(node.$ref)))
        say(`${at}.$ref`, "A reference begins with `#/$defs/`", "move the schema there");
      if (Array.isArray(node.items)) say(`${at}.items`, "`items` is one schema", "give one schema for all items");
      if (depth === 0 && node.type !== "object")
        say(`${at}.type`, "Parameters are an object", 'give `type: "object"`', isObject ? typed : undefined);
    }
  }
}

const KIMI_THINKS = /^(kimi-k2\.[567]|kimi-k2-thinking|kimi-k3|kimi-for-coding|kimi-thinking)/;

const CHECKS: Readonly<Record<string, VendorCheck>> = {
  kimi: (request, report) => {
    const { body, model } = request;
    checkKimiSchemas(body, report);
    for (const { path, fields } of functionsOf(body.tools))
      if (typeof fields.name === "string" && !/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(fields.name))
        report("OC4", `${path}.name`, "A tool's name begins with a letter or `_`", "rename it");
    if (!KIMI_THINKS.test(model)) return;
    const isOff = fieldsOf(body.thinking).type === "disabled";
    const wanted = isOff ? 0.6 : 1;
    if (has(body, "temperature") && body.temperature !== wanted)
      omit(report, "temperature", `${model} takes the temperature ${wanted} only`);
    if (has(body, "top_p") && body.top_p !== 0.95) omit(report, "top_p", `${model} takes \`top_p\` 0.95 only`);
    if (has(body, "n") && body.n !== 1) report("OC20", "n", `${model} takes \`n\` 1 only`, "leave it out");
    for (const name of ["presence_penalty", "frequency_penalty"])
      if (has(body, name) && body[name] !== 0) omit(report, name, `${model} takes no \`${name}\``);
    if (!isOff && !model.startsWith("kimi-k3")) refuseForced(request, report);
  },
  xai: ({ body, model }, report) => {
    if (/^grok-(3-mini|4|code|build)/.test(model)) {
      refuseFields(body, ["presence_penalty", "frequency_penalty"], (name) => omit(report, name, `${model} takes no \`${name}\``));
      // Without it, the answer goes on, and only the caller knows where to cut it.
      if (has(body, "stop")) report("OC20", "stop", `${model} takes no \`stop\``, "leave it out, and cut the answer yourself");
    }
    const effort = body.reasoning_effort;
    if (typeof effort !== "string") return;
    const taken = effortsOfGrok(model);
    if (taken?.length === 0) omit(report, "reasoning_effort", `${model} takes no effort`);
    else if (taken !== undefined && !taken.includes(effort))
      report("OC21", "reasoning_effort", `${model} takes no effort \`${effort}\``, `give one of: ${taken.join(", ")}`);
  },
  qwen: (request, report) => {
    const { body, model } = request;
    if (body.enable_thinking === true || (body.enable_thinking !== false && /^(qwq|qwen3\.8-max|.*-thinking)/.test(model)))
      refuseForced(request, report);
    if (body.enable_thinking === true && body.stream !== true && /^qwen3-\d/.test(model))
      report("OC24", "enable_thinking", `${model} thinks in a stream only`, "set `stream: true`, or `enable_thinking: false`");
    checkRange(report, "OC21", body, "max_tokens", [1, Number.POSITIVE_INFINITY]);
    checkRange(report, "OC21", body, "thinking_budget", [1, Number.POSITIVE_INFINITY]);
  },
  deepseek: (request, report) => {
    const { body, model } = request;
    const isOff = fieldsOf(body.thinking).type === "disabled";
    const thinks = /^deepseek-(reasoner|v4|flash)/.test(model) && !isOff;
    if (thinks) refuseForced(request, report);
    const { type } = fieldsOf(body.response_format);
    if (type !== undefined && type !== "text" && type !== "json_object")
      report(
        "OC21",
        "response_format.type",
        "DeepSeek has the output types `text` and `json_object`",
        "use `json_object`, and describe the form in the instructions",
      );
    const named = body.response_format;
    if (typeof named === "string") {
      const isKnown = named === "json_object" || named === "text";
      const repair = isKnown ? [{ path: "response_format", set: { type: named } }] : undefined;
      report("OC21", "response_format", "`response_format` is an object", 'write `{"type":"json_object"}`', repair);
    }
    const most = model === "deepseek-chat" ? 8_192 : model === "deepseek-reasoner" ? 65_536 : 393_216;
    checkRange(report, "OC21", body, "max_tokens", [1, most]);
    if (model === "deepseek-reasoner")
      refuseFields(body, ["logprobs", "top_logprobs"], (name) => omit(report, name, `${model} takes no \`${name}\``));
  },
  glm: ({ body }, report) => {
    if (has(body, "tool_choice") && body.tool_choice !== "auto")
      report("OC24", "tool_choice", "GLM takes the choice `auto` only", "send `auto`");
    checkRange(report, "OC21", body, "temperature", [0, 1]);
    checkRange(report, "OC21", body, "top_p", [0.01, 1]);
  },
  minimax: ({ body }, report) => {
    for (const { path, fields } of functionsOf(body.tools))
      if (!has(fields, "parameters"))
        report("OC22", path, "A function has `parameters`", 'add `{"type":"object","properties":{}}`', [
          { path: `${path}.parameters`, set: { type: "object", properties: {} } },
        ]);
  },
  groq: ({ body, model }, report) => {
    refuseOthers(body, GROQ, report);
    if (has(body, "n") && body.n !== 1) report("OC21", "n", "Groq answers once", "leave `n` out");
    const { type } = fieldsOf(body.response_format);
    if ((type === "json_object" || type === "json_schema") && itemsOf(body.tools).length > 0)
      report("OC25", "response_format", "Groq takes no tools beside JSON output", "leave one out");
    for (const { path, fields } of functionsOf(body.tools))
      for (const { fields: node, path: at } of nodesOf(fields.parameters, `${path}.parameters`))
        if (has(node, "required") && !has(node, "properties"))
          report(
            "OC22",
            `${at}.required`,
            "`required` needs `properties`",
            "add `properties`, or leave `required` out",
            itemsOf(node.required).length === 0 ? without(`${at}.required`) : undefined,
          );
    const most = model.startsWith("llama-3.3-70b") ? 32_768 : /gpt-oss/.test(model) ? 65_536 : Number.POSITIVE_INFINITY;
    for (const name of ["max_tokens", "max_completion_tokens"]) checkRange(report, "OC21", body, name, [1, most]);
    itemsOf(body.messages).forEach((message, place) => {
      const { role, content } = fieldsOf(message);
      if (Array.isArray(content) && role !== "user" && /^(llama-3|openai\/gpt-oss|gpt-oss)/.test(model))
        report("OC5", `messages[${place}].content`, `The content of ${String(role)} messages is a text`, "join its texts");
    });
  },
  cerebras: ({ body }, report) => {
    refuseOthers(body, CEREBRAS, report);
    if (has(body, "response_format") && itemsOf(body.tools).length > 0)
      report("OC25", "response_format", "Cerebras takes no tools beside a format of the output", "leave one out");
    const { json_schema: format } = fieldsOf(body.response_format);
    const schema = fieldsOf(format).schema;
    for (const { fields, path } of nodesOf(schema, "response_format.json_schema.schema"))
      for (const name of ["minItems", "maxItems", "minLength", "maxLength", "pattern", "format"])
        if (fieldsOf(format).strict === true && has(fields, name))
          report("OC22", `${path}.${name}`, `A strict schema has no \`${name}\``, "leave it out");
  },
  mistral: ({ body }, report) => refuseUnknownFields(body, "OC23", report),
  perplexity: ({ body }, report) => {
    if (itemsOf(body.tools).length > 0) report("OC25", "tools", "Perplexity's models take no tools", "leave them out");
  },
  ollama: ({ body, model }, report) => {
    const base = model.split(":")[0] ?? "";
    if (itemsOf(body.tools).length > 0 && isAmong(WITHOUT_TOOLS, base))
      report("OC25", "tools", `${base} has no template for tools in Ollama's library`, "use a model with tools, or leave them out");
  },
  "lm-studio": ({ body }, report) => {
    if (isFields(body.tool_choice)) report("OC24", "tool_choice", "LM Studio takes `none`, `auto` and `required`", "send `required`");
    if (fieldsOf(body.response_format).type === "json_object")
      report("OC21", "response_format.type", "LM Studio has the output types `text` and `json_schema`", "give a schema, or leave it out");
  },
};

/** The efforts of a Grok model; `undefined` where they are not known. */
function effortsOfGrok(model: string): readonly string[] | undefined {
  if (model.startsWith("grok-3-mini")) return ["low", "high"];
  if (model.startsWith("grok-4.20-multi-agent")) return ["low", "medium", "high", "xhigh"];
  if (model.startsWith("grok-4.3")) return ["none", "low", "medium", "high", "xhigh"];
  if (/^grok-4\.[567]/.test(model)) return ["low", "medium", "high", "xhigh"];
  return /^grok-(3|4|4-0709|4-fast.*|4-1-fast.*|4\.20.*|code-fast.*|4-latest)$/.test(model) ? [] : undefined;
}

/** The vendor whose own name for a model this is. */
function vendorOf({ model, isRouted }: ParameterRequest): string | undefined {
  if (isRouted || model.includes(":")) return undefined;
  if (/^grok-\d/.test(model)) return "xai";
  if (/^(kimi-|moonshot-v1)/.test(model)) return "kimi";
  return /^deepseek-(chat|reasoner|v4-|flash)/.test(model) ? "deepseek" : undefined;
}

/** Checks the parameters that the vendor, or the maker of the model, is known to refuse. */
export function checkVendor(request: ParameterRequest, report: Report): void {
  CHECKS[request.vendor ?? vendorOf(request) ?? ""]?.(request, report);
}
