// The arguments that a tool is called with.

import { type PlainObject, isArray, isObject } from "../input/check.js";
import type { ToolCall } from "../types/index.js";

/**
 * Returns the arguments of a call as an object; the free text of a custom tool as `input`, and a computer's list as `actions`. Null where
 * the model did not write a JSON object.
 */
export function callArguments({ arguments: given, kind }: ToolCall): Record<string, unknown> | null {
  if (typeof given !== "string") return structuredClone(given);
  if (kind === "custom") return { input: given };
  // Models write this for a tool without parameters.
  if (given.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(given);
    if (kind === "computer" && isArray(value)) return { actions: value };
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns JSON text with sorted keys: equal for equal values, in whatever order a store returned their keys. */
export function canonical(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const fields: PlainObject = value;
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join()}}`;
}
