import { isCall, isResult } from "./conversation.js";
import { refuse } from "./refuse.js";
import { listOf } from "./schema.js";

const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;

/** GE9: names of tools match their pattern, and results have one. */
export function* namesMatch({ turns }) {
  for (const {
    part: { functionCall, functionResponse },
    path,
  } of turns.flatMap(({ entries }) => entries)) {
    if (functionCall !== undefined && !NAME.test(functionCall.name ?? "")) yield invalidName(`${path}.function_call.name`);
    if (functionResponse !== undefined && (functionResponse.name ?? "") === "") {
      yield refuse("GE9", `* GenerateContentRequest.${path}.function_response.name: Name cannot be empty.\n`);
    }
  }
}

/** GE9: the names of declared functions match the same pattern. */
export function* declaredNamesMatch({ tools }) {
  for (const [index, tool] of (listOf(tools) ?? []).entries()) {
    const { functionDeclarations, function_declarations: declared = functionDeclarations } = tool ?? {};
    for (const [position, declaration] of (listOf(declared) ?? []).entries()) {
      if (!NAME.test(declaration?.name ?? "")) yield invalidName(`tools[${index}].function_declarations[${position}].name`);
    }
  }
}

function invalidName(path) {
  return refuse(
    "GE9",
    `* GenerateContentRequest.${path}: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be ` +
      "alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.",
  );
}

/** GE9: a result has the name of its call. Results without ids answer the calls of that name, in any order. */
export function* resultsBearNames({ turns }) {
  for (const [index, { entries }] of turns.entries()) {
    const open = (turns[index - 1]?.entries ?? []).filter(isCall).map(({ part }) => part.functionCall);
    const take = (fits) => open.splice(open.findIndex(fits) >>> 0, 1)[0];
    const results = entries.filter(isResult).map(({ part, path }) => ({ ...part.functionResponse, path }));
    const called = new Map(results.filter(({ id }) => id).map((result) => [result, take(({ id }) => id === result.id)]));
    for (const result of results) {
      const { name, path } = result;
      const call = called.get(result) ?? take((call) => call.name === name) ?? open.shift();
      if (call !== undefined && call.name !== name) {
        yield refuse("GE9", `${path}: functionResponse.name "${name}" does not match functionCall.name "${call.name}"`);
      }
    }
  }
}

/** GE8: the response of a tool is present, and is an object. */
export function* responsesAreThere({ turns }) {
  for (const {
    part: { functionResponse },
    path,
  } of turns.flatMap(({ entries }) => entries)) {
    if (functionResponse !== undefined && functionResponse.response === undefined) {
      yield refuse("GE8", `* GenerateContentRequest.${path}.function_response.response: [FIELD_INVALID] Response must be set.`);
    }
  }
}
