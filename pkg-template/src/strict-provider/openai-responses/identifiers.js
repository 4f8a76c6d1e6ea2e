import { refuse } from "../openai-chat/refuse.js";
import { isCall, isOutput, itemsOf } from "./item.js";

const PATTERN = "^[a-zA-Z0-9_-]+$";
const NAME_LIMIT = 128;
const ID_LIMIT = 64;

/** OR7: ids of calls have 1 to 64 characters. */
export function* callIdsAreShort(body) {
  for (const [index, item] of itemsOf(body).entries()) {
    if (!isCall(item) && !isOutput(item)) continue;
    const at = `input[${index}].call_id`;
    if (item.call_id === "") {
      yield refuse("OR7", `Invalid '${at}': empty string. Expected a string with minimum length 1, but got an empty string instead.`, {
        param: at,
        code: "empty_string",
      });
    }
    if (item.call_id.length > ID_LIMIT) yield tooLong("OR7", at, ID_LIMIT, item.call_id.length);
  }
}

/** OR8b: names of tools match the pattern, in calls and in declarations. */
export function* namesMatch(body) {
  for (const [index, item] of itemsOf(body).entries()) {
    if (isCall(item)) yield* nameMatches(item.name, `input[${index}].name`);
  }
  for (const [index, { type, name }] of (body.tools ?? []).entries()) {
    if (type === "function" || type === "custom") yield* nameMatches(name, `tools[${index}].name`);
  }
}

function* nameMatches(name, at) {
  if (!new RegExp(PATTERN).test(name)) {
    yield refuse("OR8b", `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '${PATTERN}'.`, {
      param: at,
      code: "invalid_value",
    });
  }
  if (name.length > NAME_LIMIT) yield tooLong("OR8b", at, NAME_LIMIT, name.length);
}

function tooLong(rule, at, limit, length) {
  return refuse(
    rule,
    `Invalid '${at}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`,
    { param: at, code: "string_above_max_length" },
  );
}
