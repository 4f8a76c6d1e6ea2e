// What became of a call, as its result.

import { isArray, isObject, isOurs, isSerious, quoted, reason, reading } from "../input/check.js";
import { Engine } from "../wasm/engine.js";
import { toJson } from "../input/json.js";
import { whole } from "../input/message.js";
import type { Limits } from "../input/options.js";
import type { RecordedResult } from "../types/suspension.js";
import type { Part } from "../types/index.js";

/** A result as the history takes it, and how many lone surrogates became U+FFFD for that. */
export interface Settled {
  readonly result: RecordedResult;
  readonly replaced: number;
}

/** The result of a call that was denied. */
export function denied(toolCallId: string, why: string | undefined): RecordedResult {
  const said = "Tool execution denied.";
  return { toolCallId, content: why === undefined || why.trim() === "" ? said : `${said} ${why}` };
}

/** The result of a provider's question whether it may call a tool of a server. */
export function decided(toolCallId: string, isApproved: boolean, why: string | undefined): RecordedResult {
  const told = why === undefined || why.trim() === "" ? {} : { reason: why };
  return { toolCallId, content: JSON.stringify({ approve: isApproved, ...told }) };
}

/** The result of a call of a tool that is not there. */
export function notFound(toolCallId: string): RecordedResult {
  return failure(toolCallId, "Tool not found.");
}

/** The result of a call that nothing came of. */
export function failure(toolCallId: string, content: string): RecordedResult {
  return { toolCallId, content, isError: true };
}

/** The result of a call that threw. Of an error that says more than the history takes, the beginning. */
export function thrown(toolCallId: string, error: unknown, limits: Limits): Settled {
  const told = (words: string) => failure(toolCallId, `Tool execution failed: ${words}`);
  return settled(told(reason(error)), limits, () => told(quoted(error)));
}

/** The result of a call that returned. What cannot be kept becomes an error: the tool has run, and its call gets a result all the same. */
export function returned(toolCallId: string, value: unknown, limits: Limits): Settled {
  const unkept = (why: string) => failure(toolCallId, `The tool has run, but its result cannot be kept: ${why}`);
  if (typeof value === "string" || value === undefined) return settled({ toolCallId, content: value ?? "" }, limits, unkept);
  let json: string;
  try {
    json = toJson(value, { name: "The result", code: "invalid-argument", depth: limits.depth, units: limits.messageBytes }).json;
  } catch (error) {
    return settled(unkept(reason(error)), limits);
  }
  const text: RecordedResult = { toolCallId, content: json };
  const data: unknown = JSON.parse(json);
  // What only looks like parts is data of the tool's own.
  const asText = () => settled(text, limits, unkept).result;
  return isParts(data) ? settled({ toolCallId, content: data }, limits, asText) : settled(text, limits, unkept);
}

/** How deep a value in a message may nest, such as the arguments of a call, where lists of messages are within the limit. */
export function roomFor({ depth }: Limits): number {
  return Math.max(1, depth - AROUND);
}

/** The messages, the message, its calls, the call. */
const AROUND = 4;

/**
 * The result as the history takes it. It is tried on a conversation of its own, since it comes when tools have run: what the history
 * would refuse must be known while there still is something else to say, which is `otherwise`.
 */
export function settled(given: RecordedResult, limits: Limits, otherwise?: (why: string) => RecordedResult): Settled {
  const { toolCallId, content, isError } = given;
  const trial = new Engine("script", limits);
  try {
    const message = whole({ role: "tool", toolCallId, content, ...(isError === true && { isError }) });
    const { stored, replaced } = trial.append(message);
    return { result: { ...given, content: stored.content ?? "" }, replaced };
  } catch (error) {
    if (otherwise === undefined || !isOurs(error) || isSerious(error)) throw error;
    return settled(otherwise(error.message), limits);
  } finally {
    trial.dispose();
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
  if (!isObject(value)) return false;
  const hasContent = () => typeof value.content === "string" || isArray(value.content);
  const hasArgs = () => value.args === undefined || value.args === null || isObject(value.args);
  return reading("A result in the ledger", () => typeof value.toolCallId === "string" && hasContent() && hasArgs());
}
