import { refuse } from "./refuse.js";

/** MI3: ids of calls are nine letters or digits. */
export function* idsHaveNineLetters({ messages }) {
  for (const { role, tool_calls: calls, tool_call_id: id } of messages) {
    for (const call of calls ?? []) yield* idHasNineLetters(call.id ?? "null");
    if (role === "tool") yield* idHasNineLetters(id ?? "null");
  }
}

function* idHasNineLetters(id) {
  if (/^[a-zA-Z0-9]{9}$/.test(id)) return;
  yield refuse("MI3", "invalid_function_call", `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`);
}

/** MI7: the names of functions, in calls, results and tools. */
export function* functionNamesMatch({ messages, tools }) {
  for (const { role, name, tool_calls: calls } of messages) {
    for (const call of calls ?? []) yield* nameMatches(call.function.name);
    if (role === "tool" && (name ?? null) !== null) yield* nameMatches(name);
  }
  for (const { function: declared } of tools ?? []) if (declared !== undefined) yield* nameMatches(declared.name);
}

function* nameMatches(name) {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  const words = "must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.";
  yield refuse("MI7", "invalid_function_call", `Function name was ${name} but ${words}`);
}
