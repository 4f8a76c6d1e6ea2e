// Reading calls: in `tool_calls`, in `invalid_tool_calls` when their arguments are no object, and in the content where a provider's
// package leaves them.

import { type Fields, each, isFields, list, object, onlyText, optional, others } from "../formats/fields.js";
import { WRITTEN_AS, marksOf } from "../formats/marks.js";
import type { NeutralCall } from "../types/program-format.js";
import { at } from "../formats/read-error.js";
import { objectIn } from "../formats/json-text.js";
import { CALL_BLOCKS } from "../providers/registry/langchain.js";

/** The marks of a call. */
export interface CallMarks {
  /** The block of the content that also holds the call. */
  readonly block?: Fields;
  /** True if it was among the invalid calls although its arguments are an object. */
  readonly invalid_tool_call?: true;
  /** True if it was in `additional_kwargs.function_call`, which holds one call without an id. */
  readonly function_call?: true;
}

/** A call, while its message is read. */
export type OpenCall = { -readonly [Field in keyof NeutralCall]: NeutralCall[Field] };

/** The fields of calls that only their blocks have. */
export const BLOCK_FIELDS: readonly string[] = ["cache_control", "caller", "toolset_name"];

/** The types of blocks that are calls. */
const BLOCKS: readonly unknown[] = ["tool_use", "tool_call", "invalid_tool_call", "function_call", "functionCall"];

/** Reports whether a block is a call. */
export function isCallBlock(block: unknown): block is Fields {
  return isFields(block) && BLOCKS.includes(block.type);
}

/** The marks of a call. */
export function callMarks(call: NeutralCall): CallMarks {
  const { block, invalid_tool_call: isInvalid, function_call: isLegacy } = marksOf(call);
  return {
    ...(isFields(block) && { block }),
    ...(isInvalid === true && { invalid_tool_call: true }),
    ...(isLegacy === true && { function_call: true }),
  };
}

/** Reads both lists of calls. */
export function readCalls(fields: Fields): OpenCall[] {
  return ["tool_calls", "invalid_tool_calls"].flatMap((name) => {
    const value = fields[name];
    if (value === undefined || value === null) return [];
    return each(
      at(name, () => list(value)),
      name,
      (item) => readCall(item, name === "invalid_tool_calls"),
    );
  });
}

/** Reads one call of a list, in the terms of LangChain or of OpenAI. */
export function readCall(value: unknown, isInvalid = false): OpenCall {
  const fields = object(value);
  const { function: inner, error, args, isCustomTool } = fields;
  if (isFields(inner)) {
    return { ...named(fields, inner), ...argumentsOf(inner.arguments), ...kept(fields, ["id", "type", "function"]) };
  }
  const input = isCustomTool === true ? onlyText(args, "input") : undefined;
  const known = ["id", "name", "args", "type", ...(error === null ? ["error"] : []), ...(input === undefined ? [] : ["isCustomTool"])];
  const given = input === undefined ? argumentsOf(args) : { arguments: input, kind: "custom" as const };
  const call = { ...named(fields, fields), ...given, ...kept(fields, known) };
  return isInvalid && objectIn(call.arguments) !== undefined ? { ...call, [WRITTEN_AS]: { invalid_tool_call: true } } : call;
}

function named(outer: Fields, inner: Fields): { id: string; name: string } {
  return { id: optional(outer, "id") ?? "", name: optional(inner, "name") ?? "" };
}

/** Text stays the text that it is; any other value is given as that value. */
function argumentsOf(value: unknown): { arguments: unknown } {
  return { arguments: value ?? "" };
}

/** The fields that are not modelled, as one object. */
function kept(fields: Fields, known: readonly string[]): Fields {
  const rest = others(fields, known);
  return Object.keys(rest).length === 0 ? {} : { langchain: rest };
}

/** Takes a block of the content as the place of one of the calls, or as a call of its own. */
export function placeCall(calls: OpenCall[], block: Fields, afterParts: number): void {
  const inner = isFields(block.functionCall) ? block.functionCall : block;
  const isItem = block.type === "function_call";
  const id = optional(inner, isItem ? "call_id" : "id") ?? "";
  const name = optional(inner, "name") ?? "";
  const isSame = (call: OpenCall) => (id === "" ? call.name === name : call.id === id) && callMarks(call).block === undefined;
  let call = calls.find(isSame);
  if (call === undefined) {
    const given = ["input", "args", "arguments"].find((field) => inner[field] !== undefined);
    call = { id, name, ...argumentsOf(given && inner[given]) };
    calls.push(call);
  }
  const extras = call as Record<string, unknown>;
  const marks = callMarks(call);
  call.afterParts = afterParts;
  for (const field of [...BLOCK_FIELDS, "thoughtSignature"]) {
    if (block[field] !== undefined) extras[field] = block[field];
  }
  if (BLOCK_FIELDS.some((field) => block[field] !== undefined)) extras.extrasFrom = CALL_BLOCKS;
  if (isItem && block.id !== undefined) extras.itemId = block.id;
  extras[WRITTEN_AS] = { block, ...marks };
}
