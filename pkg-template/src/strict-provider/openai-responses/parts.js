import { isObject, quoted } from "../json-type.js";
import { refuse } from "../openai-chat/refuse.js";
import { missing, unknownFields, wrongType } from "../openai-chat/schema-refusals.js";
import { isCall, isOutput, itemsOf, typeOf } from "./item.js";

const RULE = "OR8";
const INPUT = ["input_text", "input_image", "input_file"];

/** The parts that a message of each role, and an output, may contain. */
const PARTS = { user: INPUT, system: INPUT, developer: INPUT, assistant: ["output_text", "refusal"] };

const FIELDS = {
  input_text: ["text", "prompt_cache_breakpoint"],
  input_image: ["image_url", "file_id", "detail", "prompt_cache_breakpoint"],
  input_file: ["file_data", "file_url", "file_id", "filename", "detail", "prompt_cache_breakpoint"],
  output_text: ["text", "annotations", "logprobs"],
  refusal: ["refusal"],
};

/** OR8: content is present, and has the parts that its role allows. */
export function* contentFits(body, options) {
  for (const [index, item] of itemsOf(body).entries()) {
    const at = `input[${index}]`;
    if (typeOf(item) === "message")
      yield* content(item.content, PARTS[item.role], `${at}.content`, options, item.role === "assistant" && item.id !== undefined);
    if (isOutput(item)) yield* content(item.output, INPUT, `${at}.output`, options);
    if (isCall(item)) yield* payload(item, at);
  }
}

function* payload(item, at) {
  const name = item.type === "function_call" ? "arguments" : "input";
  if (item[name] === undefined) yield { ...missing(`${at}.${name}`), rule: RULE };
  if (typeof item[name] !== "string") yield wrongType(`${at}.${name}`, "a string", item[name], RULE);
}

/** The model's own message may be empty. */
function* content(value, allowed, at, options, mayBeEmpty = false) {
  if (value === undefined) yield { ...missing(at), rule: RULE };
  if (typeof value === "string") return;
  if (!Array.isArray(value)) yield wrongType(at, "one of a string or array of objects", value, RULE);
  if (value.length === 0 && !mayBeEmpty) {
    yield refuse(RULE, `Invalid '${at}': empty array. Expected an array with minimum length 1, but got an empty array instead.`, {
      param: at,
      code: "empty_array",
    });
  }
  for (const [index, part] of value.entries()) yield* partFits(part, allowed, `${at}[${index}]`, options);
}

function* partFits(part, allowed, at, options) {
  if (!isObject(part)) yield wrongType(at, "an object", part, RULE);
  if (!allowed.includes(part.type)) {
    const list = allowed.map((type) => `'${type}'`);
    const words = list.length > 2 ? `${list.slice(0, -1).join(", ")}, and ${list.at(-1)}` : list.join(" and ");
    yield refuse(RULE, `Invalid value: '${quoted(part.type ?? null)}'. Supported values are: ${words}.`, {
      param: at,
      code: "invalid_value",
    });
  }
  const text = { input_text: "text", output_text: "text", refusal: "refusal" }[part.type];
  if (text !== undefined && typeof part[text] !== "string") yield wrongType(`${at}.${text}`, "a string", part[text] ?? null, RULE);
  for (const name of ["image_url", "file_id", "file_data", "file_url", "filename"]) {
    if ((part[name] ?? null) !== null && typeof part[name] !== "string") yield wrongType(`${at}.${name}`, "a string", part[name], RULE);
  }
  for (const refusal of unknownFields(part, ["type", ...FIELDS[part.type]], at, options)) yield { ...refusal, rule: "OR-schema" };
}

/** OR9: OpenAI's models accept only the summary of their reasoning. */
export function* thoughtsAreEmpty(body, { acceptReasoningContent }) {
  for (const [index, { type, content: thoughts }] of itemsOf(body).entries()) {
    if (type !== "reasoning" || acceptReasoningContent || (thoughts ?? null) === null) continue;
    const at = `input[${index}].content`;
    if (!Array.isArray(thoughts)) yield wrongType(at, "an array of objects", thoughts, "OR9");
    if (thoughts.length > 0) {
      yield refuse(
        "OR9",
        `Invalid '${at}': array too long. Expected an array with maximum length 0, but got an array with length ${thoughts.length} instead.`,
        {
          param: at,
          code: "array_above_max_length",
        },
      );
    }
  }
}
