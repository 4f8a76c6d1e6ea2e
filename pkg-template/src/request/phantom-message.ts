// Removes calls of phantom tools from a message whose calls are in a list or among its blocks.

import { filtered, items, withField } from "./copy-on-write.js";
import { type PlainObject, isArray, isObject } from "../input/check.js";
import { isPhantomTool } from "./phantom-tools.js";

/** Stop reasons for calls, with the reasons that replace them. Other reasons, such as a limit, stay true. */
const ENDINGS: ReadonlyMap<unknown, string> = new Map([
  ["tool_calls", "stop"],
  ["function_call", "stop"],
  ["tool_use", "end_turn"],
]);

/** Corrects the stop reason in the holder of a message that changed from `before` to `after`. */
export function ended(holder: PlainObject, before: PlainObject, after: PlainObject): PlainObject {
  if (before === after || hasCalls(after)) return holder;
  return ["finish_reason", "finishReason", "stop_reason", "stopReason"].reduce((left, name) => {
    const reason = left[name];
    return withField(left, name, reason, ENDINGS.get(reason) ?? reason);
  }, holder);
}

/** The lists of calls in messages of chat completions, and of a client that spells them as we do. */
const CALL_LISTS = ["tool_calls", "toolCalls"];

/** Strips a message, whose calls are in a list, in the deprecated field, or among the blocks of its content. */
export function strippedMessage(message: PlainObject): PlainObject {
  const { function_call: call, content } = message;
  const lists = CALL_LISTS.reduce((left, name) => {
    const calls = left[name];
    if (!isArray(calls)) return left;
    const real = filtered(calls, (given) => !isPhantomTool(nameOf(given)));
    // OpenAI refuses an empty list (OC7b). A list that was empty before stays.
    return withField(left, name, calls, real !== calls && real.length === 0 ? undefined : real);
  }, message);
  const single = withField(lists, "function_call", call, isPhantomTool(nameOf(call)) ? undefined : call);
  return isArray(content) ? withField(single, "content", content, strippedBlocks(content)) : single;
}

function hasCalls(message: PlainObject): boolean {
  const { function_call: call, content } = message;
  const hasList = CALL_LISTS.some((name) => {
    const calls = message[name];
    return isArray(calls) && calls.length > 0;
  });
  return hasList || isObject(call) || (isArray(content) && items(content).some((block) => calledBy(block) !== null));
}

/** Returns the name of a call, which is flat or in OpenAI's form, of a function or a custom tool. */
function nameOf(call: unknown): unknown {
  if (!isObject(call)) return undefined;
  const { name, function: called, custom } = call;
  if (name !== undefined) return name;
  return isObject(called) ? called.name : isObject(custom) ? custom.name : undefined;
}

/**
 * Strips blocks. Anthropic, also behind Bedrock, refuses a message that ends with thinking. Other thinking stays: a message with calls
 * must begin with its thinking (AN15), which must not be changed (AN16).
 */
function strippedBlocks(content: readonly unknown[]): readonly unknown[] {
  const left = filtered(content, (block) => !isPhantomTool(calledBy(block)));
  if (left === content || !isPhantomTool(calledBy(content[content.length - 1]))) return left;
  let end = left.length;
  while (isThinking(left[end - 1])) end -= 1;
  return left.slice(0, end);
}

/** Returns the tool that a block calls; null for another block. */
function calledBy(block: unknown): unknown {
  if (!isObject(block)) return null;
  const { type, toolUse } = block;
  if (type === "tool_use") return block.name;
  return isObject(toolUse) ? toolUse.name : null;
}

function isThinking(block: unknown): boolean {
  return isObject(block) && (block.type === "thinking" || block.type === "redacted_thinking" || isObject(block.reasoningContent));
}
