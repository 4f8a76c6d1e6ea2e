// Writing calls.

import { callExtras } from "../formats/extras.js";
import { type Fields, fieldsOf, isFields } from "../formats/fields.js";
import type { NeutralCall } from "../types/program-format.js";
import { isBuiltin, writeBuiltinCall } from "./builtin-calls.js";
import { BLOCK_FIELDS, callMarks } from "./calls.js";
import { isBlank, objectIn } from "../formats/json-text.js";
import { CALL_BLOCKS } from "../providers/registry/langchain.js";

/** The arguments of a call, as text. */
export function argumentsText({ arguments: given, isJson }: NeutralCall): string {
  return typeof given === "string" && isJson === undefined ? given : JSON.stringify(given);
}

/** The arguments as an object; undefined when they are none. */
function argumentsObject({ arguments: given, isJson }: NeutralCall): Fields | undefined {
  return isJson === undefined ? objectIn(given) : undefined;
}

/** Reports whether the arguments are an object, or nothing at all. */
export function isValid(call: NeutralCall): boolean {
  if (call.kind === "custom") return true;
  const isRead = argumentsObject(call) !== undefined || hasNoArguments(call);
  return isRead && callMarks(call).invalid_tool_call === undefined;
}

/** Reports whether the arguments are empty. */
export function hasNoArguments(call: NeutralCall): boolean {
  return isBlank(argumentsText(call));
}

/** Writes a call of one of the lists. */
export function writeCall(call: NeutralCall): Fields {
  const { langchain } = callExtras(call);
  const rest = fieldsOf(langchain);
  const isCustom = call.kind === "custom";
  const isListed = isValid(call);
  return {
    name: call.name,
    args: isCustom ? { input: argumentsText(call) } : isListed ? (argumentsObject(call) ?? {}) : argumentsText(call),
    id: call.id === "" ? null : call.id,
    type: isListed ? "tool_call" : "invalid_tool_call",
    ...(isCustom && { isCustomTool: true }),
    ...(!isListed && rest.error === undefined && { error: null }),
    ...rest,
  };
}

/** The content's block of a call; undefined if it has no block. A block that now names another call is rewritten. */
export function blockOf(call: NeutralCall): Fields | undefined {
  if (isBuiltin(call)) return writeBuiltinCall(call, argumentsText(call));
  const { block } = callMarks(call);
  if (block !== undefined && isBlockOf(block, call)) return block;
  const own = blockFields(call);
  const hasPlace = call.afterParts !== undefined || Object.keys(own).length > 0;
  if (call.kind === "custom" || !isValid(call) || !hasPlace) return undefined;
  return { type: "tool_use", id: call.id, name: call.name, input: argumentsObject(call) ?? {}, ...own };
}

/** The fields that only blocks of calls have, and that have their meaning here. */
export function blockFields(call: NeutralCall): Fields {
  const isMeant = call.extrasFrom === undefined || call.extrasFrom === CALL_BLOCKS;
  return Object.fromEntries(Object.entries(callExtras(call)).filter(([name]) => isMeant && BLOCK_FIELDS.includes(name)));
}

function isBlockOf(block: Fields, call: NeutralCall): boolean {
  const inner = isFields(block.functionCall) ? block.functionCall : block;
  const id = block.type === "function_call" ? inner.call_id : inner.id;
  return inner.name === call.name && (typeof id !== "string" || id === "" || id === call.id);
}
