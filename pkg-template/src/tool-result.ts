// What a tool returned, as the content of its result.

import { isArray, isObject, reason, reading } from "./check.js";
import { toJson } from "./json.js";
import type { Limits } from "./message.js";
import type { RecordedResult } from "./suspension-types.js";
import type { Part } from "./types.js";

/** The result of a call that was denied. */
export function denied(toolCallId: string, why: string | undefined): RecordedResult {
  const said = "Tool execution denied.";
  return { toolCallId, content: why === undefined || why.trim() === "" ? said : `${said} ${why}` };
}

/** The result of a call of a tool that is not there. */
export function notFound(toolCallId: string): RecordedResult {
  return failure(toolCallId, "Tool not found.");
}

/** The result of a call that nothing came of. */
export function failure(toolCallId: string, content: string): RecordedResult {
  return { toolCallId, content, isError: true };
}

/** The result of a call that threw. */
export function thrown(toolCallId: string, error: unknown): RecordedResult {
  return failure(toolCallId, `Tool execution failed: ${reason(error)}`);
}

/** The result of a call that returned. What cannot be kept becomes an error: the tool has run, and its call gets a result all the same. */
export function returned(toolCallId: string, value: unknown, { depth, messageBytes }: Limits): RecordedResult {
  if (typeof value === "string") return { toolCallId, content: value };
  if (value === undefined) return { toolCallId, content: "" };
  try {
    const { json } = toJson(value, { name: "The result", code: "invalid-argument", depth, units: messageBytes });
    const data: unknown = JSON.parse(json);
    return { toolCallId, content: isParts(data) ? data : json };
  } catch (error) {
    return failure(toolCallId, `The tool has run, but its result cannot be kept: ${reason(error)}`);
  }
}

/** The fields that make an object a part of its type, at least one of them. */
const PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "url", "fileId"],
  audio: ["data"],
  file: ["data", "url", "fileId"],
};

/** Whether it is a list of parts, and not data of the tool's own. */
function isParts(value: unknown): value is Part[] {
  const isPart = (item: unknown) => isObject(item) && typeof item.type === "string" && Object.hasOwn(PART_FIELDS, item.type) && (PART_FIELDS[item.type] ?? []).some((field) => typeof item[field] === "string");
  return isArray(value) && value.length > 0 && value.every(isPart);
}

/** Whether a value is a result as a ledger keeps it. */
export function isRecorded(value: unknown): value is RecordedResult {
  const check = () => isObject(value) && typeof value.toolCallId === "string" && (typeof value.content === "string" || isArray(value.content));
  return reading("A result in the ledger", check);
}
