// Messages of texts, calls and simple fields, which go to the core without a detour over JSON.

import { type PlainObject, isArray, isKind } from "./check.js";
import { copyOf } from "./copy.js";
import { isPlain } from "./json.js";
import { METADATA, type MessageInput, ROLES, TOKENS } from "./message.js";
import type { Limits } from "./options.js";
import { loneSurrogates } from "./surrogates.js";
import type { Message, TokenUsage, ToolCall } from "../types/index.js";

/** A message that is being made. */
export type OpenMessage = { -readonly [Field in keyof Message]: Message[Field] };

/** A message as the core takes it, and the copy that the caller gets. */
export interface SplitMessage {
  /**
   * The role, the time, whether it is a failure and whether it is pinned; content, id, id of the answered call, name, model, vendor; the
   * number of calls, with id, name, arguments and whether these were an object; the report of usage.
   */
  readonly given: readonly (string | number | boolean | undefined)[];
  /** The copy for the caller. Its id is undefined until one is made. */
  readonly copy: OpenMessage;
}

/** Levels of nested arguments. Deeper ones take the usual way. */
const MOST_LEVELS = 32;

/** Levels of a message around the arguments of a call. */
const LEVELS_AROUND = 3;

/** Bytes of JSON text that a UTF-16 unit takes at most, as an escape, and those that a field takes around its text. */
const [MOST_BYTES_A_UNIT, MOST_BYTES_AROUND] = [6, 100];

const KINDS = /* @__PURE__ */ Object.keys(TOKENS) as (keyof TokenUsage)[];

/**
 * Splits a message that holds nothing but texts, calls of functions and simple fields, all of them valid. Returns null for any other message,
 * which takes the usual way: as one JSON text that the core reads, checks, and writes again.
 */
export function splitMessage(message: MessageInput, now: () => number, limits: Limits): SplitMessage | null {
  try {
    return split(message, now, limits);
  } catch {
    // Code of the caller threw, which the usual way reports.
    return null;
  }
}

function split({ role, content, metadata }: MessageInput, now: () => number, limits: Limits): SplitMessage | null {
  for (const name of Object.keys(metadata)) if (metadata[name] !== undefined && !isTaken(name, metadata[name])) return null;
  if (!(content === undefined || content === null || typeof content === "string")) return null;
  const { id, createdAt = now(), toolCalls, toolCallId, isError, name, model, vendor, tokens, pinned } = metadata as Partial<Message>;
  const calls = toolCalls === undefined ? [] : splitCalls(toolCalls, Math.min(MOST_LEVELS, limits.depth - LEVELS_AROUND));
  if (calls === null) return null;
  const own = [content ?? undefined, id, toolCallId, name, model, vendor];
  let [units, texts] = [unitsOf(own), own.length];
  for (const call of calls) [units, texts] = [units + unitsOf(call.texts), texts + call.texts.length];
  if (units === HALVED) return null;
  const copy = { id, role, content: content ?? null } as OpenMessage;
  if (calls.length > 0) copy.toolCalls = calls.map(({ copy }) => copy);
  if (toolCallId !== undefined) copy.toolCallId = toolCallId;
  if (isError !== undefined) copy.isError = isError;
  if (name !== undefined) copy.name = name;
  if (model !== undefined) copy.model = model;
  if (vendor !== undefined) copy.vendor = vendor;
  if (tokens !== undefined) copy.tokens = reportOf(tokens);
  if (pinned === true) copy.pinned = true;
  copy.createdAt = createdAt;
  // Its JSON text may be over the limit: the usual way measures that.
  if (units * MOST_BYTES_A_UNIT + texts * MOST_BYTES_AROUND > limits.messageBytes) return null;
  const given = [ROLES.indexOf(role), createdAt, isError, pinned === true, ...own];
  if (calls.length > 0 || tokens !== undefined) given.push(calls.length);
  for (const { texts, isObject } of calls) given.push(...texts, isObject);
  if (tokens !== undefined) for (const kind of KINDS) given.push(tokens[kind]);
  return { given, copy };
}

/** In place of a sum of units, if there is half a character. */
const HALVED = Infinity;

/** Returns the UTF-16 units of texts. */
function unitsOf(texts: readonly (string | undefined)[]): number {
  let units = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    if (loneSurrogates(text) > 0) return HALVED;
    units += text.length;
  }
  return units;
}

/** The fields beside role and content that a split message may have. */
const TAKEN = /* @__PURE__ */ new Set([
  "id",
  "createdAt",
  "toolCalls",
  "toolCallId",
  "isError",
  "name",
  "model",
  "vendor",
  "tokens",
  "pinned",
]);

/** Reports whether a field of a message is valid, and may be in a split message. */
function isTaken(field: string, value: unknown): boolean {
  if (!TAKEN.has(field) || !isKind(value, METADATA[field] ?? "any?")) return false;
  if (field === "id") return value !== "";
  if (field === "createdAt") return Number.isSafeInteger(value);
  return (
    field !== "tokens" ||
    (isPlain(value as object) && Object.entries(value as object).every(([kind, count]) => kind in TOKENS && isKind(count, "count?")))
  );
}

/** A call as the core takes it: id, name and arguments, and whether these were given as an object. */
interface SplitCall {
  readonly texts: readonly [string, string, string];
  readonly isObject: boolean;
  readonly copy: ToolCall;
}

function splitCalls(calls: unknown, levels: number): SplitCall[] | null {
  if (!isArray(calls) || !isPlain(calls)) return null;
  const split: SplitCall[] = [];
  for (const call of calls) {
    if (typeof call !== "object" || call === null || !isPlain(call)) return null;
    for (const key of Object.keys(call)) if (key !== "id" && key !== "name" && key !== "arguments") return null;
    const { id, name, arguments: given } = call as PlainObject;
    if (typeof id !== "string" || typeof name !== "string") return null;
    const isObject = typeof given === "object" && given !== null && !isArray(given);
    if (!isObject && typeof given !== "string") return null;
    const args = isObject ? copyOf(given, levels) : given;
    if (args === undefined) return null;
    const text = typeof args === "string" ? args : JSON.stringify(args);
    // An escape of half a character.
    if (isObject && text.includes("\\ud")) return null;
    split.push({ texts: [id, name, text], isObject, copy: { id, name, arguments: args as ToolCall["arguments"] } });
  }
  return split;
}

/** Returns a copy of a usage report, in the order of its fields in a message. */
function reportOf(tokens: TokenUsage): TokenUsage {
  const copy: TokenUsage = {};
  for (const kind of KINDS) if (tokens[kind] !== undefined) copy[kind] = tokens[kind];
  return copy;
}
