import { missing, wrongType } from "./schema-refusals.js";
import { refuse } from "./refuse.js";

const NAME_PATTERN = "^[a-zA-Z0-9_-]+$";
const NAME_LIMIT = 64;

/** OC3: call ids are at most as long as the model accepts. */
export function* idsAreShort({ messages }, { idLimit }) {
  for (const [index, message] of messages.entries()) {
    for (const [position, call] of (message.tool_calls ?? []).entries()) {
      yield* idIsShort(call.id, `messages[${index}].tool_calls[${position}].id`, idLimit);
    }
    if (message.role === "tool") {
      yield* idIsShort(message.tool_call_id, `messages[${index}].tool_call_id`, idLimit);
    }
  }
}

function* idIsShort(id, path, limit) {
  if (id.length === 0) {
    yield refuse("OC3", `Invalid '${path}': empty string. Expected a string with minimum length 1, but got an empty string instead.`, {
      param: path,
      code: "empty_string",
    });
  }
  if (id.length > limit) yield tooLong("OC3", path, limit, id.length);
}

/** OC4: function names of calls and tools match the pattern. */
export function* callNamesMatch({ messages, tools }) {
  for (const [index, message] of messages.entries()) {
    for (const [position, call] of (message.tool_calls ?? []).entries()) {
      const { name } = call[call.type];
      yield* nameMatches("OC4", name, `messages[${index}].tool_calls[${position}].${call.type}.name`);
    }
  }
  for (const [index, tool] of (tools ?? []).entries()) {
    if (tool.type === "function") yield* nameMatches("OC4", tool.function.name, `tools[${index}].function.name`);
  }
}

/** True for the JSON text of an object. */
function isObjectText(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** OC6: arguments are text. Text that is no JSON is accepted, but by vendors that read it. */
export function* callArgumentsAreStrings({ messages }, { parseArguments }) {
  for (const [index, message] of messages.entries()) {
    for (const [position, call] of (message.tool_calls ?? []).entries()) {
      const field = call.type === "function" ? "arguments" : "input";
      const path = `messages[${index}].tool_calls[${position}].${call.type}.${field}`;
      const value = call[call.type][field];
      if (value === undefined) yield { ...missing(path), rule: "OC6" };
      if (typeof value !== "string") yield wrongType(path, "a string", value, "OC6");
      if (parseArguments && !isObjectText(value))
        yield refuse("OC6", `invalid params, invalid function arguments json string, tool_call_id: ${call.id} (2013)`);
    }
  }
}

/** OC7c: the `name` of a message matches the pattern too. */
export function* messageNamesMatch({ messages }) {
  for (const [index, message] of messages.entries()) {
    if (message.name !== undefined) yield* nameMatches("OC7c", message.name, `messages[${index}].name`);
  }
}

function* nameMatches(rule, name, path) {
  if (!new RegExp(NAME_PATTERN).test(name)) {
    yield refuse(rule, `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '${NAME_PATTERN}'.`, {
      param: path,
      code: "invalid_value",
    });
  }
  if (name.length > NAME_LIMIT) yield tooLong(rule, path, NAME_LIMIT, name.length);
}

function tooLong(rule, path, limit, length) {
  return refuse(
    rule,
    `Invalid '${path}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`,
    { param: path, code: "string_above_max_length" },
  );
}
