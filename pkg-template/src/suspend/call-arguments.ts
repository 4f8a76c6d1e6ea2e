// The arguments that a tool is called with.

import { type PlainObject, isArray, isObject } from "../input/check.js";
import type { ToolCall } from "../types/index.js";

/**
 * Returns the arguments of a call as an object; a custom tool's free text is its `input`, a computer's list its `actions`. Null if the
 * model did not write a JSON object.
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

/** Returns the path of the first number that JSON cannot hold, such as `1e400`; null if there is none. */
export function endlessNumber(value: unknown, path = ""): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : path;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = endlessNumber(inner, isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the call with its arguments as text if they hold a number that JSON cannot hold: an object would lose the number in JSON. */
export function carried(call: ToolCall): ToolCall {
  return typeof call.arguments === "string" || endlessNumber(call.arguments) === null
    ? call
    : { ...call, arguments: canonical(call.arguments) };
}

/** Returns JSON text with sorted keys: equal for equal values, in whatever order a store returned their keys. */
export function canonical(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "number" && !Number.isFinite(value)) return value < 0 ? "-1e999" : "1e999";
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const fields: PlainObject = value;
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join()}}`;
}
