// Messages of texts, calls and simple fields, which go to the core without a detour over JSON.

import { type PlainObject, isArray, isKind } from "./check.js";
import { copyOf } from "./copy.js";
import { isPlain } from "./json.js";
import { METADATA, type MessageInput, TOKENS } from "./message.js";
import type { Limits } from "./options.js";
import { loneSurrogates } from "./surrogates.js";
import type { Message, TokenUsage, ToolCall } from "../types/index.js";

/** A message that is being made. */
export type OpenMessage = { -readonly [Field in keyof Message]: Message[Field] };

/** The texts of a message in the order in which the core takes them, and the copy that the caller gets. */
export interface SplitMessage {
  /** Content, id, id of the answered call, name, model, vendor; then id, name and arguments of each call. */
  readonly texts: readonly (string | undefined)[];
  /** UTF-16 units of all texts. */
  readonly units: number;
  /** For each call, true if its arguments were given as an object. */
  readonly areObjects: readonly boolean[];
  /** The copy for the caller. Its id is undefined until one is made. */
  readonly copy: OpenMessage;
}

/** Levels of nested arguments. Deeper ones take the usual way. */
const MOST_LEVELS = 32;

/** Levels of a message around the arguments of a call. */
const LEVELS_AROUND = 3;

/** Bytes of JSON text that a UTF-16 unit takes at most, as an escape, and those that a field takes around its text. */
const [MOST_BYTES_A_UNIT, MOST_BYTES_AROUND] = [6, 100];

/** The number of texts before those of the calls. */
const FIXED = 6;

const KINDS = /* @__PURE__ */ Object.keys(TOKENS) as (keyof TokenUsage)[];

/** Flags of a header, and the marks of its numbers, as the core knows them. */
const [HAS_IS_ERROR, IS_ERROR, PINNED, HAS_USAGE, IS_OBJECT] = [1, 2, 4, 8, 0x8000_0000];
/** In place of the length of a text, or of a count, that is not there. */
export const ABSENT = 0xffff_ffff;

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
  const texts: (string | undefined)[] = [content ?? undefined, id, toolCallId, name, model, vendor];
  const areObjects: boolean[] = [];
  const calls =
    toolCalls === undefined ? [] : splitCalls(toolCalls, texts, areObjects, Math.min(MOST_LEVELS, limits.depth - LEVELS_AROUND));
  if (calls === null) return null;
  let units = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    if (loneSurrogates(text) > 0) return null;
    units += text.length;
  }
  const copy = { id, role, content: content ?? null } as OpenMessage;
  if (calls.length > 0) copy.toolCalls = calls;
  if (toolCallId !== undefined) copy.toolCallId = toolCallId;
  if (isError !== undefined) copy.isError = isError;
  if (name !== undefined) copy.name = name;
  if (model !== undefined) copy.model = model;
  if (vendor !== undefined) copy.vendor = vendor;
  if (tokens !== undefined) copy.tokens = reportOf(tokens);
  if (pinned === true) copy.pinned = true;
  copy.createdAt = createdAt;
  // Its JSON text may be over the limit: the usual way measures that.
  if (units * MOST_BYTES_A_UNIT + texts.length * MOST_BYTES_AROUND > limits.messageBytes) return null;
  return { texts, units, areObjects, copy };
}

/** Returns the numbers that describe the texts to the core, given the texts' lengths in bytes. */
export function headerOf({ areObjects, copy: { isError, pinned, tokens } }: SplitMessage, lengths: readonly number[]): number[] {
  const error = isError === undefined ? 0 : HAS_IS_ERROR | (isError ? IS_ERROR : 0);
  const header = [error | (pinned === true ? PINNED : 0) | (tokens === undefined ? 0 : HAS_USAGE)];
  for (let text = 0; text < FIXED; text += 1) header.push(lengths[text] ?? ABSENT);
  header.push(areObjects.length);
  areObjects.forEach((isObject, call) => {
    const first = FIXED + 3 * call;
    const length = lengths[first + 2] ?? 0;
    header.push(lengths[first] ?? 0, lengths[first + 1] ?? 0, isObject ? length | IS_OBJECT : length);
  });
  if (tokens !== undefined) {
    for (const kind of KINDS) {
      const count = tokens[kind];
      if (count === undefined) header.push(ABSENT, ABSENT);
      else header.push(Math.floor(count / 2 ** 32), count >>> 0);
    }
  }
  return header;
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

/** Adds the texts of calls, and returns copies of the calls. */
function splitCalls(calls: unknown, texts: (string | undefined)[], areObjects: boolean[], levels: number): ToolCall[] | null {
  if (!isArray(calls) || !isPlain(calls)) return null;
  const copies: ToolCall[] = [];
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
    texts.push(id, name, text);
    areObjects.push(isObject);
    copies.push({ id, name, arguments: args as ToolCall["arguments"] });
  }
  return copies;
}

/** Returns a copy of a usage report, in the order of its fields in a message. */
function reportOf(tokens: TokenUsage): TokenUsage {
  const copy: TokenUsage = {};
  for (const kind of KINDS) if (tokens[kind] !== undefined) copy[kind] = tokens[kind];
  return copy;
}
