// The arguments that a tool is called with.

import { type PlainObject, isArray, isObject } from "../input/check.js";
import type { ToolCall } from "../types/index.js";

/**
 * The arguments of a call as an object; those of a custom tool, which are free text, as `input`, and a computer's list as `actions`. Null
 * where the model wrote no JSON object.
 */
export function callArguments({ arguments: given, kind }: ToolCall): Record<string, unknown> | null {
  if (typeof given !== "string") return structuredClone(given);
  if (kind === "custom") return { input: given };
  // What models write for a tool without parameters.
  if (given.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(given);
    if (kind === "computer" && isArray(value)) return { actions: value };
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** JSON text with the keys in order: equal for equal values, in whatever order a store returned their keys. */
export function canonical(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const fields: PlainObject = value;
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join()}}`;
}
