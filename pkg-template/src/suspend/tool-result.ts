// Results of calls: denied, failed, returned.

import { isArray, isObject, isOurs, isSerious, quoted, reason, reading } from "../input/check.js";
import { Engine } from "../wasm/engine.js";
import { toJson } from "../input/json.js";
import { denial } from "./denial.js";
import { foreignResult } from "./foreign-results.js";
import { whole } from "../input/message.js";
import type { Limits } from "../input/options.js";
import type { RecordedResult } from "../types/suspension.js";
import type { Part } from "../types/index.js";

/** A result that the history accepts, and the number of lone surrogates that became U+FFFD. */
export interface AcceptedResult {
  readonly result: RecordedResult;
  readonly replaced: number;
}

/** Returns the result of a denied call. */
export function denied(toolCallId: string, why: string | undefined): RecordedResult {
  return { toolCallId, content: denial(why) };
}

/** Returns the result of a provider's request to approve a call to an MCP server. */
export function decided(toolCallId: string, isApproved: boolean, why: string | undefined): RecordedResult {
  const given = why === undefined || why.trim() === "" ? {} : { reason: why };
  return { toolCallId, content: JSON.stringify({ approve: isApproved, ...given }) };
}

/** Returns the result of a call of an unknown tool. */
export function notFound(toolCallId: string): RecordedResult {
  return failure(toolCallId, "Tool not found.");
}

/** Returns an error result. */
export function failure(toolCallId: string, content: string): RecordedResult {
  return { toolCallId, content, isError: true };
}

/** Returns the result of a tool that threw: the message of the error, or its beginning if the history cannot hold it all. */
export function thrown(toolCallId: string, error: unknown, limits: Limits): AcceptedResult {
  const failed = (words: string) => failure(toolCallId, `Tool execution failed: ${words}`);
  return accepted(failed(reason(error)), limits, () => failed(quoted(error)));
}

/** Returns the result of a tool that returned. Because the tool has run, a value that cannot be kept becomes an error result. */
export function returned(toolCallId: string, value: unknown, limits: Limits): AcceptedResult {
  const unkept = (why: string) => failure(toolCallId, `The tool has run, but its result cannot be kept: ${why}`);
  if (typeof value === "string" || value === undefined) return accepted({ toolCallId, content: value ?? "" }, limits, unkept);
  let json: string;
  try {
    json = toJson(value, { name: "The result", code: "invalid-argument", depth: limits.depth, units: limits.messageBytes }).json;
  } catch (error) {
    return accepted(unkept(reason(error)), limits);
  }
  const text: RecordedResult = { toolCallId, content: json };
  const data: unknown = JSON.parse(json);
  // Data that only looks like parts is kept as text.
  const asText = () => accepted(text, limits, unkept).result;
  const foreign = foreignResult(data);
  if (foreign !== null)
    return accepted({ toolCallId, ...foreign }, limits, () => ({ ...asText(), ...(foreign.isError && { isError: true }) }));
  return isParts(data) ? accepted({ toolCallId, content: data }, limits, asText) : accepted(text, limits, unkept);
}

/** Returns the levels that a value in a message may have, such as the arguments of a call, so that a list of messages stays within the limit. */
export function roomFor({ depth }: Limits): number {
  return Math.max(1, depth - AROUND);
}

/** Levels around it: the messages, the message, its calls, the call. */
const AROUND = 4;

/**
 * Returns the result in a form that the history accepts. Tries it on a temporary conversation, because the tool has already run: if the
 * history would refuse the result, `otherwise` gives another.
 */
export function accepted(given: RecordedResult, limits: Limits, otherwise?: (why: string) => RecordedResult): AcceptedResult {
  const { toolCallId, content, isError } = given;
  const scratch = new Engine("script", limits);
  try {
    const message = whole({ role: "tool", toolCallId, content, ...(isError === true && { isError }) });
    const { stored, replaced } = scratch.append(message);
    return { result: { ...given, content: stored.content ?? "" }, replaced };
  } catch (error) {
    if (otherwise === undefined || !isOurs(error) || isSerious(error)) throw error;
    return accepted(otherwise(error.message), limits);
  } finally {
    scratch.dispose();
  }
}

/** For each type of part, the fields of which an object must have at least one. */
const PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "url", "fileId"],
  audio: ["data"],
  file: ["data", "url", "fileId"],
};

/** Returns true for a list of parts, false for other data of a tool. */
function isParts(value: unknown): value is Part[] {
  const isPart = (item: unknown) =>
    isObject(item) &&
    typeof item.type === "string" &&
    Object.hasOwn(PART_FIELDS, item.type) &&
    (PART_FIELDS[item.type] ?? []).some((field) => typeof item[field] === "string");
  return isArray(value) && value.length > 0 && value.every(isPart);
}

/** Returns true for a result as a ledger keeps it. */
export function isRecorded(value: unknown): value is RecordedResult {
  if (!isObject(value)) return false;
  const hasContent = () => typeof value.content === "string" || isArray(value.content);
  const hasArgs = () => value.args === undefined || value.args === null || isObject(value.args);
  return reading("A result in the ledger", () => typeof value.toolCallId === "string" && hasContent() && hasArgs());
}
