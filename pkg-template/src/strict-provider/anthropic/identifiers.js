import { isObject } from "../json-type.js";
import { required, wrongType } from "./schema-refusals.js";
import { allEntries } from "./conversation.js";
import { refuse } from "./refuse.js";

const ID_PATTERN = "^[a-zA-Z0-9_-]+$";

/** The field that holds a call's id, by the type of the block. */
const ID_FIELDS = { tool_use: "id", server_tool_use: "id", mcp_tool_use: "id", tool_result: "tool_use_id" };

/** AN6, first half: ids of calls, on both sides, match the pattern. */
export function* idsMatch(conversation) {
  for (const { block, path } of allEntries(conversation)) {
    const field = ID_FIELDS[block.type];
    if (field === undefined) continue;
    if (typeof block[field] !== "string" || !new RegExp(ID_PATTERN).test(block[field])) {
      yield refuse("AN6", `${path}.${block.type}.${field}: String should match pattern '${ID_PATTERN}'`);
    }
  }
}

/** AN6, second half: names of called and of defined tools match the pattern. */
export function* namesMatch(conversation, { nameLimit }) {
  for (const { block, path } of allEntries(conversation)) {
    if (block.type === "tool_use") yield* nameMatches(block.name, `${path}.tool_use.name`, nameLimit);
  }
  for (const [index, tool] of (conversation.body.tools ?? []).entries()) {
    // The provider's own tools have fixed names.
    if ((tool.type ?? "custom") !== "custom") continue;
    const at = `tools.${index}.custom.name`;
    if (tool.name === undefined) yield required(at);
    if (typeof tool.name !== "string") yield wrongType(at, "string");
    yield* nameMatches(tool.name, at, nameLimit);
  }
}

function* nameMatches(name, at, limit) {
  if (name.length === 0) yield refuse("AN6", `${at}: String should have at least 1 character`);
  if (name.length > limit) yield refuse("AN6", `${at}: String should have at most ${limit} characters`);
  const pattern = `^[a-zA-Z0-9_-]{1,${limit}}$`;
  if (!new RegExp(pattern).test(name)) yield refuse("AN6", `${at}: String should match pattern '${pattern}'`);
}

/** AN7: the input of a call is an object. */
export function* inputsAreObjects(conversation) {
  for (const { block, path } of allEntries(conversation)) {
    if (block.type !== "tool_use") continue;
    if (block.input === undefined) yield { ...required(`${path}.tool_use.input`), rule: "AN7" };
    if (!isObject(block.input)) yield wrongType(`${path}.tool_use.input`, "dictionary", "AN7");
  }
}
