import { isObject, quoted } from "../json-type.js";
import { refuse } from "./refuse.js";
import { missing, unknownFields, wrongType } from "./schema-refusals.js";

/**
 * The parts of an assistant message beside its content. OC6 judges the types of arguments.
 *
 * @param {object} message
 * @param {string} at
 * @param {import('../options.js').OpenAIOptions} options
 */
export function* assistantSchema(message, at, options) {
  const { tool_calls: calls, refusal } = message;
  if (typeof (refusal ?? "") !== "string") yield wrongType(`${at}.refusal`, "a string", refusal);
  if (calls === undefined) return;
  if (!Array.isArray(calls)) yield wrongType(`${at}.tool_calls`, "an array of objects", calls);
  for (const [index, call] of calls.entries()) {
    yield* callSchema(call, `${at}.tool_calls[${index}]`, options);
  }
}

function* callSchema(call, at, options) {
  if (!isObject(call)) yield wrongType(at, "an object", call);
  if (call.id === undefined) yield missing(`${at}.id`);
  if (typeof call.id !== "string") yield wrongType(`${at}.id`, "a string", call.id);
  if (call.type === undefined) yield missing(`${at}.type`);
  if (!["function", "custom"].includes(call.type)) {
    yield refuse("OC-schema", `Invalid value: '${quoted(call.type)}'. Supported values are: 'function' and 'custom'.`, {
      param: `${at}.type`,
      code: "invalid_value",
    });
  }
  const payload = call[call.type];
  if (payload === undefined) yield missing(`${at}.${call.type}`);
  if (!isObject(payload)) yield wrongType(`${at}.${call.type}`, "an object", payload);
  yield* nameSchema(payload, `${at}.${call.type}`);
  yield* unknownFields(call, ["id", "type", call.type], at, options);
}

/**
 * @param {unknown} tools the request's `tools`
 */
export function* toolSchema(tools) {
  if (tools === undefined) return;
  if (!Array.isArray(tools)) yield wrongType("tools", "an array of objects", tools);
  for (const [index, tool] of tools.entries()) {
    const at = `tools[${index}]`;
    if (!isObject(tool)) yield wrongType(at, "an object", tool);
    if (tool.type === undefined) yield missing(`${at}.type`);
    if (tool.type === "custom" && tool.custom === undefined) yield missing(`${at}.custom`);
    if (tool.type !== "function") continue;
    if (tool.function === undefined) yield missing(`${at}.function`);
    if (!isObject(tool.function)) yield wrongType(`${at}.function`, "an object", tool.function);
    yield* nameSchema(tool.function, `${at}.function`);
  }
}

function* nameSchema(named, at) {
  if (named.name === undefined) yield missing(`${at}.name`);
  if (typeof named.name !== "string") yield wrongType(`${at}.name`, "a string", named.name);
}
