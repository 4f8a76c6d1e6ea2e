// Bodies of lists: a list of messages is checked as the body that would hold it.

import { type FormatOptions, type Target, type Violation, validate } from "../index.js";

const listName = (format: Target): string => (format === "gemini" ? "contents" : format === "openai-responses" ? "input" : "messages");

/** Returns the body; for a list, one that holds it and nothing else. */
export function asBody(format: Target, value: any): object {
  return Array.isArray(value) ? { [listName(format)]: value } : value;
}

/** Returns the list of a body that was made for it. */
export const listIn = (format: Target, body: object): unknown => (body as Record<string, unknown>)[listName(format)];

/** Returns the rules that a body or a list breaks. Of a list, fields beside it are not judged. */
export function violationsOf(format: Target, value: unknown): Violation[] {
  const violations = validate(format, asBody(format, value) as never);
  if (!Array.isArray(value)) return violations;
  const name = listName(format);
  return violations
    .filter(({ path, isParameter }) => isParameter !== true && path.startsWith(name))
    .map((violation) => ({ ...violation, path: violation.path.slice(name.length) }));
}

/**
 * The options with which a body is repaired. A body of Gemini names no model: its address does. What is repaired is repaired so that Gemini 3,
 * which demands most, takes it.
 */
export function repairOptions(format: Target, value: any): FormatOptions {
  const isUnnamed = format === "gemini" && typeof value?.model !== "string" && violationsOf(format, value).length > 0;
  return isUnnamed ? { capabilities: { model: "gemini-3-pro" } } : {};
}
