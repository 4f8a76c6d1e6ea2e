import { describeType, isObject, quoted } from "../json-type.js";
import { refuse } from "../openai-chat/refuse.js";
import { missing, unknownFields, wrongType } from "../openai-chat/schema-refusals.js";
import { itemsOf, typeOf } from "./item.js";

const RULE = "OR-schema";
const ROLES = ["user", "assistant", "system", "developer"];

/** The fields of each judged item, the required ones first. */
const FIELDS = {
  message: [["role"], ["type", "content", "id", "status", "phase", "agent"]],
  function_call: [
    ["call_id", "name"],
    ["type", "arguments", "id", "status", "namespace", "caller", "async", "agent"],
  ],
  custom_tool_call: [
    ["call_id", "name"],
    ["type", "input", "id", "status", "namespace", "caller", "async", "agent"],
  ],
  function_call_output: [[], ["type", "call_id", "output", "id", "status", "caller", "name", "namespace", "agent"]],
  custom_tool_call_output: [["call_id"], ["type", "output", "id", "status", "caller", "agent"]],
  reasoning: [["summary"], ["type", "id", "content", "encrypted_content", "status", "agent"]],
};

/** The types that are known and not judged. */
const OTHERS = [
  "web_search_call",
  "file_search_call",
  "computer_call",
  "computer_call_output",
  "code_interpreter_call",
  "image_generation_call",
  "local_shell_call",
  "local_shell_call_output",
  "shell_call",
  "shell_call_output",
  "apply_patch_call",
  "apply_patch_call_output",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
  "mcp_call",
  "tool_search_call",
  "tool_search_output",
  "additional_tools",
  "program",
  "program_output",
  "compaction",
  "compaction_trigger",
  "item_reference",
  "agent_message",
  "multi_agent_call",
  "multi_agent_call_output",
  "configuration_update",
];

/** OR13: the input is not empty. */
export function* inputIsThere(body) {
  if (!isObject(body)) {
    yield refuse(RULE, `Invalid type for request body: expected an object, but got ${describeType(body)} instead.`, {
      code: "invalid_type",
    });
  }
  if (body.input === undefined) yield { ...missing("input"), rule: RULE };
  if (typeof body.input === "string") return;
  if (!Array.isArray(body.input)) yield wrongType("input", "one of a string or array of objects", body.input, RULE);
  if (body.input.length === 0) {
    yield refuse("OR13", "Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.", {
      param: "input",
      code: "empty_array",
    });
  }
}

/** The request types, as far as items and unknown names go. */
export function* schemaHolds(body, options) {
  if (typeof body.model !== "string") yield wrongType("model", "a string", body.model ?? null, RULE);
  if ((body.instructions ?? null) !== null && typeof body.instructions !== "string") {
    yield wrongType("instructions", "a string", body.instructions, RULE);
  }
  for (const [index, tool] of (body.tools ?? []).entries()) yield* toolSchema(tool, `tools[${index}]`);
  for (const [index, item] of itemsOf(body).entries()) yield* itemSchema(item, `input[${index}]`, options);
}

function* toolSchema(tool, at) {
  if (!isObject(tool)) yield wrongType(at, "an object", tool, RULE);
  if (tool.type === undefined) yield { ...missing(`${at}.type`), rule: RULE };
  if (["function", "custom"].includes(tool.type) && tool.name === undefined) yield { ...missing(`${at}.name`), rule: RULE };
}

/** The actions of a search. */
const ACTIONS = ["search", "open_page", "find_in_page"];

function* itemSchema(item, at, options) {
  if (!isObject(item)) yield wrongType(at, "an object", item, RULE);
  const type = typeOf(item);
  if (type === "web_search_call" && !ACTIONS.includes(item.action?.type ?? "search")) {
    yield refuse(RULE, `Invalid value: '${quoted(item.action.type)}'. Supported values are: 'search', 'open_page', and 'find_in_page'.`, {
      param: `${at}.action.type`,
      code: "invalid_value",
    });
  }
  if (OTHERS.includes(type)) return;
  if (!Object.hasOwn(FIELDS, type)) yield refuse(RULE, `Invalid value: '${quoted(type)}'.`, { param: `${at}.type`, code: "invalid_value" });
  const [required, more] = FIELDS[type];
  for (const name of required) if (item[name] === undefined) yield { ...missing(`${at}.${name}`), rule: RULE };
  for (const name of ["role", "call_id", "name", "encrypted_content"])
    yield* isString(item[name] ?? undefined, `${at}.${name}`, required.includes(name));
  if (item.id !== undefined && item.id !== null) yield* isString(item.id, `${at}.id`, true);
  if (type === "message" && !ROLES.includes(item.role)) {
    const list = ROLES.map((role) => `'${role}'`);
    yield refuse(
      RULE,
      `Invalid value: '${quoted(item.role)}'. Supported values are: ${list.slice(0, -1).join(", ")}, and ${list.at(-1)}.`,
      {
        param: `${at}.role`,
        code: "invalid_value",
      },
    );
  }
  if (type === "reasoning" && !Array.isArray(item.summary)) yield wrongType(`${at}.summary`, "an array of objects", item.summary, RULE);
  if (type === "reasoning" && (item.id ?? item.encrypted_content ?? null) === null) yield { ...missing(`${at}.id`), rule: RULE };
  for (const refusal of unknownFields(item, [...required, ...more], at, options)) yield { ...refusal, rule: RULE };
}

function* isString(value, at, isRequired) {
  if (typeof value !== "string" && (value !== undefined || isRequired)) yield wrongType(at, "a string", value ?? null, RULE);
}
