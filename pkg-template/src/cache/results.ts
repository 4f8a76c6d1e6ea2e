// The results of tools, and the reasoning, in messages of every provider.

import { isArray, isObject } from "../input/check.js";
import { differenceOf } from "./difference.js";

type Fields = Record<string, unknown>;

/** The path, inside a message, of the result that holds a place; null if the place is in no result. */
export function resultAt(message: unknown, inner: string): string | null {
  if (!isObject(message)) return null;
  if (message.role === "tool") return inner.startsWith(".content") ? ".content" : null;
  if (typeof message.type === "string" && message.type.endsWith("_call_output")) return inner.startsWith(".output") ? ".output" : null;
  const found = /^\.(content|parts)\[(\d+)\]/.exec(inner);
  const block = found === null ? undefined : (message[found[1] as string] as unknown[] | undefined)?.[Number(found[2])];
  if (found === null || !isObject(block)) return null;
  if (typeof block.type === "string" && block.type.endsWith("tool_result")) return `${found[0]}.content`;
  if (isObject(block.toolResult)) return `${found[0]}.toolResult.content`;
  return isObject(block.functionResponse) ? `${found[0]}.functionResponse.response` : null;
}

/** The texts of a value, in one. */
export function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (isArray(value)) return value.map(textIn).join("");
  if (!isObject(value)) return value === undefined || value === null ? "" : String(value);
  return Object.entries(value)
    .filter(([key]) => key !== "type")
    .map(([, inner]) => textIn(inner))
    .join("");
}

/** Characters that a note in place of a cleared result has at most. */
const MOST_OF_NOTE = 300;
/** Characters that a shortened result shares with the whole at its beginning or its end. */
const LEAST_SHARED = 12;

/** Compares the words of two results. */
export function shorterResult(before: string, after: string): "result-cleared" | "result-shortened" | null {
  if (after.length >= before.length) return null;
  let [start, end] = [0, 0];
  while (start < after.length && before[start] === after[start]) start += 1;
  while (end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const isShared = start + end >= Math.max(LEAST_SHARED, after.length / 4);
  // A one-letter difference in the middle is an edit.
  if (isShared) return before.length - after.length >= Math.max(2, before.length / 50) ? "result-shortened" : null;
  return after.length <= MOST_OF_NOTE && after.length < before.length / 2 ? "result-cleared" : null;
}

const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"];

/** True for a block, a part or an item of reasoning. */
export function isReasoning(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.thought === true || isObject(value.reasoningContent)) return true;
  return ["reasoning", "thinking", "redacted_thinking"].includes(String(value.type));
}

/** True if the second message is the first without some of its reasoning. */
export function isWithoutReasoning(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  const [one, other] = [bare(before), bare(after)];
  return differenceOf(one, other, "") === null && reasoningIn(before) > reasoningIn(after);
}

function bare(message: Fields): Fields {
  const left = Object.entries(message).filter(([key]) => !REASONING_FIELDS.includes(key));
  const bareOf = (value: unknown) => (isArray(value) ? value.filter((item) => !isReasoning(item)).map(withoutSignature) : value);
  return Object.fromEntries(left.map(([key, value]) => [key, bareOf(value)]));
}

/** Gemini signs other parts, too. */
function withoutSignature(item: unknown): unknown {
  if (!isObject(item) || item.thoughtSignature === undefined) return item;
  const { thoughtSignature: _, ...rest } = item;
  return rest;
}

function reasoningIn(message: Fields): number {
  const fields = REASONING_FIELDS.filter((key) => message[key] !== undefined && message[key] !== null).length;
  const items = Object.values(message).filter(isArray).flat();
  return fields + items.filter((item) => isReasoning(item) || (isObject(item) && item.thoughtSignature !== undefined)).length;
}
