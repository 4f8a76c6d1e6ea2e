// Messages whose texts go to the core as they are, beside a short JSON text with everything else.

import { type MessageInput, TOKENS } from "./message.js";
import { type PlainObject, isArray } from "./check.js";
import type { Limits } from "./options.js";
import { loneSurrogates } from "./surrogates.js";
import type { Message, ToolCall } from "../types/index.js";

/** A message in two parts: its texts, and its other fields, which name the texts by their places. */
export interface SplitMessage {
  /** The content, if it is a text, and the arguments of all calls. */
  readonly texts: readonly string[];
  /** The message without its texts. A number stands for a text; a list of one number for arguments that were given as an object. */
  readonly fields: PlainObject;
  /** The UTF-16 units of the texts. */
  readonly units: number;
  /** The copy that the caller gets, without the id of a message that has none. */
  readonly copy: Message;
}

/** Levels of nested arguments. Deeper ones take the usual way. */
const MOST_LEVELS = 32;

/** Levels of a message around the arguments of a call. */
const LEVELS_AROUND = 3;

/** Fields that a split message may have, in the order in which messages have them, each with the check of its value. */
const SIMPLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  toolCallId: isText,
  isError: (value) => typeof value === "boolean",
  name: isText,
  model: isText,
  vendor: isText,
  tokens: (value) => typeof value === "object" && value !== null && isPlain(value) && Object.entries(value).every(([name, count]) => name in TOKENS && isCount(count)),
  pinned: (value) => typeof value === "boolean",
};

/**
 * Splits a message that holds nothing but texts, calls and simple fields, all of them valid. Returns null for any other message, which
 * takes the usual way: as one JSON text that the core reads, checks, and writes again.
 */
export function splitMessage({ role, content, metadata }: MessageInput, now: () => number, limits: Limits): SplitMessage | null {
  const { id, createdAt = now(), toolCalls, ...simple } = metadata;
  const isTextual = content === undefined || content === null || isText(content);
  if (!isTextual || !Number.isSafeInteger(createdAt) || !(id === undefined || (isText(id) && id !== ""))) return null;
  const texts: string[] = typeof content === "string" ? [content] : [];
  const fields: PlainObject = { role, content: typeof content === "string" ? 0 : null };
  const copy: PlainObject = { id, role, content: content ?? null };
  if (toolCalls !== undefined) {
    const calls = splitCalls(toolCalls, texts, Math.min(MOST_LEVELS, limits.depth - LEVELS_AROUND));
    if (calls === null) return null;
    fields.toolCalls = calls.fields;
    if (calls.copies.length > 0) copy.toolCalls = calls.copies;
  }
  for (const name of Object.keys(simple)) if (simple[name] !== undefined && !SIMPLE[name]?.(simple[name])) return null;
  for (const name of Object.keys(SIMPLE)) {
    const value = simple[name];
    if (value === undefined) continue;
    fields[name] = value;
    if (name === "tokens") copy.tokens = Object.fromEntries(Object.keys(TOKENS).flatMap((kind) => countOf(value as PlainObject, kind)));
    else if (name !== "pinned" || value === true) copy[name] = value;
  }
  if (id !== undefined) fields.id = id;
  fields.createdAt = copy.createdAt = createdAt;
  let units = 0;
  for (const text of texts) {
    if (loneSurrogates(text) > 0) return null;
    units += text.length;
  }
  return units === 0 ? null : { texts, fields, units, copy: copy as unknown as Message };
}

/** Moves the arguments of calls, of at most so many levels, to `texts`. */
function splitCalls(calls: unknown, texts: string[], levels: number): { fields: PlainObject[]; copies: ToolCall[] } | null {
  if (!isArray(calls) || !isPlain(calls)) return null;
  const [fields, copies]: [PlainObject[], ToolCall[]] = [[], []];
  for (const call of calls) {
    if (typeof call !== "object" || call === null || !isPlain(call)) return null;
    const { id, name, arguments: given, ...others } = call as PlainObject;
    if (!isText(id) || !isText(name) || Object.keys(others).length > 0) return null;
    const place = texts.length;
    if (isText(given)) {
      texts.push(given);
      fields.push({ id, name, arguments: place });
      copies.push({ id, name, arguments: given });
      continue;
    }
    const copy = typeof given === "object" && given !== null && !isArray(given) ? copyOf(given, levels) : undefined;
    if (copy === undefined) return null;
    const text = JSON.stringify(copy);
    // An escape of half a character.
    if (text.includes("\\ud")) return null;
    texts.push(text);
    fields.push({ id, name, arguments: [place] });
    copies.push({ id, name, arguments: copy as Record<string, unknown> });
  }
  return { fields, copies };
}

/** Returns a copy of a JSON value of at most so many levels; undefined for anything that JSON would write in another form. */
function copyOf(value: unknown, levels: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      // JSON has no negative zero.
      return Number.isFinite(value) ? value + 0 : undefined;
    case "object":
      break;
    default:
      return undefined;
  }
  if (value === null) return null;
  if (levels < 1 || !isPlain(value) || "toJSON" in value) return undefined;
  if (isArray(value)) {
    const list: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const copy = copyOf(value[index], levels - 1);
      if (copy === undefined) return undefined;
      list.push(copy);
    }
    return list;
  }
  const copies: PlainObject = {};
  for (const key of Object.keys(value)) {
    const copy = key === "__proto__" ? undefined : copyOf((value as PlainObject)[key], levels - 1);
    if (copy === undefined) return undefined;
    copies[key] = copy;
  }
  return copies;
}

function countOf(tokens: PlainObject, kind: string): [string, unknown][] {
  return tokens[kind] === undefined ? [] : [[kind, tokens[kind]]];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0);
}

/** Reports whether the prototype alone shows that a value only has fields or items. A proxy may lie, or throw. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
