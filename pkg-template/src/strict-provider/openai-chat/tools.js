import { refuse } from "./refuse.js";

const MAX_TOOLS = 128;

/** OC7b, second half, and OC11: between 1 and 128 tools, or no `tools` at all. */
export function* toolListFits({ tools }) {
  if (tools === undefined) return;
  if (tools.length === 0) yield emptyList("tools");
  if (tools.length > MAX_TOOLS) {
    yield refuse(
      "OC11",
      `Invalid 'tools': array too long. Expected an array with maximum length ${MAX_TOOLS}, but got an array with length ${tools.length} instead.`,
      { param: "tools", code: "array_above_max_length" },
    );
  }
}

/** The choice of tools, and the demand for one call at a time, need tools. */
export function* choiceHasTools({ tools, ...body }) {
  if (tools !== undefined) return;
  for (const name of ["tool_choice", "parallel_tool_calls"]) {
    if ((body[name] ?? null) !== null)
      yield refuse("OC-schema", `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`, { param: name });
  }
}

/** OC7b: a list of calls has at least one. */
export function* toolCallsAreNotEmpty({ messages }) {
  for (const [index, { tool_calls: calls }] of messages.entries()) {
    if (calls?.length === 0) yield emptyList(`messages[${index}].tool_calls`);
  }
}

function emptyList(path) {
  return refuse("OC7b", `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`, {
    param: path,
    code: "empty_array",
  });
}

/** OC18: at OpenAI, a message has at most 128 calls. */
export function* callsAreNotTooMany({ messages }, { acceptUnknownFields, callLimit }) {
  for (const [index, { tool_calls: calls = [] }] of messages.entries()) {
    if (acceptUnknownFields || calls.length <= callLimit) continue;
    const path = `messages[${index}].tool_calls`;
    yield refuse(
      "OC18",
      `Invalid '${path}': array too long. Expected an array with maximum length ${callLimit}, but got an array with length ${calls.length} instead.`,
      {
        param: path,
        code: "array_above_max_length",
      },
    );
  }
}
