// The contract of assemblers: events go in, a response comes out. Each provider has an assembler in a file of its own.

import type { LeftOut } from "./types.js";

/** An object of an event. */
export type Fields = Record<string, unknown>;

/** The parts of the live view. An assembler appends to them, so each text is kept once. */
export type TextPart = { type: "text"; text: string };
export type ReasoningPart = { type: "reasoning"; text: string; signature?: string };
export type CallPart = { type: "call"; id: string; name: string; arguments: string };
export type GrowingPart = TextPart | ReasoningPart | CallPart;

/** Builds a response from events. The events are only read: they belong to the caller. */
export abstract class Assembler {
  readonly parts: GrowingPart[] = [];
  /** Parts that the response of the last `finish` does not hold. */
  leftOut: LeftOut[] = [];
  /** The newest report. Reports replace each other; they are never added up. */
  usage: Fields | null = null;
  /** True once the provider said that the response is whole. */
  isComplete = false;
  /** True once the server said that it was told to stop. */
  isAborted = false;
  /** The provider's error. */
  failure: unknown = undefined;

  /** Takes one event. Events that it does not know change nothing. */
  abstract push(event: Fields): void;

  /** Returns the response so far, or null when no event belonged to one. Appends to `leftOut`. More events may follow. */
  abstract finish(): Fields | null;

  protected add<Part extends GrowingPart>(part: Part): Part {
    this.parts.push(part);
    return part;
  }
}

export const INCOMPLETE_CALL = "the stream ended before its arguments were complete";
export const UNSIGNED = "the stream ended before its signature";
export const UNFINISHED = "the stream ended before it was complete";

/** Records a call without whole arguments. */
export function leaveCall(leftOut: LeftOut[], { id, name, arguments: content }: Omit<CallPart, "type">): void {
  leftOut.push({ type: "call", ...(id && { id }), ...(name && { name }), why: INCOMPLETE_CALL, content });
}

/** Records reasoning that the provider would refuse. */
export function leaveReasoning(leftOut: LeftOut[], content: unknown): void {
  leftOut.push({ type: "reasoning", why: UNSIGNED, content });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object, or an empty one in place of anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Returns the objects of a list. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Returns the text, or an empty one in place of anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the last item that passes; `findLast` is younger than the runtimes that the package supports. */
export function lastWhere<T>(list: readonly T[], passes: (item: T) => boolean): T | undefined {
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const item = list[at] as T;
    if (passes(item)) return item;
  }
  return undefined;
}

/** Assigns fields that are neither null nor undefined. */
export function assignPresent(target: Fields, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) target[name] = value;
}

/** Appends to a list of an object that belongs to the assembler. Any other value gives way to the list. */
export function append(fields: Fields, name: string, items: readonly unknown[]): void {
  const list = fields[name];
  if (Array.isArray(list)) list.push(...(items as unknown[]));
  else fields[name] = [...items];
}

/** Parses the arguments of a call. Undefined unless they are a whole JSON object. No text at all is `{}` when the call is closed. */
export function callArguments(text: string, isClosed: boolean): Fields | undefined {
  if (text.trim() === "") return isClosed ? {} : undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
