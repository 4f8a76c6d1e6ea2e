// The contract of assemblers: events go in, a response comes out. Each provider has an assembler in a file of its own.
//
// Nothing that a server sends is trusted to fit. An index is a name (`indexed.ts`). A delta without a beginning begins its part, and a
// delta of another kind begins another part. What a later event replaces is left out and reported. So each text is kept, in any order of
// the events: `tests/js/stream/orders.test.mjs` tests it. A call runs only when its arguments are whole: they are a JSON object, or the model
// itself ended the response (`isNatural`).
//
// To add a stream:
//
// 1. Write an `Assembler` in the provider's folder, with `isEvent` for its events, and add a line to `providers/registry/streams.ts`.
// 2. Add a row to `CUT` and `FAILURES` in `tests/support/stream/recorded.mjs`, its facts to `tests/js/stream/facts.test.mjs`, and its faults to
//    `tests/js/stream/faults.test.mjs`.
// 3. Add a row to `tests/support/stream/content.mjs`, which collects what recordings must leave in a conversation, and one to
//    `tests/support/stream/parts.mjs`, which makes events.

import type { LeftOut } from "./types.js";

/** An object of an event. */
export type Fields = Record<string, unknown>;

/** The parts of the live view. An assembler appends to them, so each text is kept once. */
export type TextPart = { type: "text"; text: string };
export type ReasoningPart = { type: "reasoning"; text: string; signature?: string };
export type CallPart = { type: "call"; id: string; name: string; arguments: string };
export type GrowingPart = TextPart | ReasoningPart | CallPart;

/** The assembler of a format. */
export interface AssemblerOf {
  new (): Assembler;
  /** Reports whether only this format, or its family, has such an event. */
  isEvent(event: Fields): boolean;
}

/** Builds a response from events. The events are only read: they belong to the caller. */
export abstract class Assembler {
  readonly parts: GrowingPart[] = [];
  /** Parts that are not in the response of the last `finish`. */
  leftOut: LeftOut[] = [];
  /** The newest usage report. Reports replace each other, and are never added up. */
  usage: Fields | null = null;
  /** True once the provider said that the response is complete. */
  isComplete = false;
  /** True once the server said that it was told to stop. */
  isAborted = false;
  /** The provider's error. */
  failure: unknown = undefined;

  /** Takes one event. */
  push(event: Fields): void {
    // Some servers send an error as plain JSON.
    const { error, type = "error" } = event;
    if (error !== undefined && error !== null && type === "error") this.failure = error;
    this.take(event);
  }

  /** Takes the end of the server-sent events, `[DONE]`, which has a meaning only in chat completions. */
  takeDone(): void {}

  /** Takes one event. Unknown events change nothing. */
  protected abstract take(event: Fields): void;

  /** Returns the response so far, or null if no event belonged to a response. Appends to `leftOut`. More events may follow. */
  abstract finish(): Fields | null;

  protected add<Part extends GrowingPart>(part: Part): Part {
    this.parts.push(part);
    return part;
  }
}

const NAMELESS = "the stream did not name its tool";
const INCOMPLETE_CALL = "the stream ended before its arguments were complete";
const UNSIGNED = "the stream ended before its signature";
export const UNFINISHED = "the stream ended before it was complete";
/** No message can hold such a part. */
export const UNTYPED = "it says no type";

/** Records a call with incomplete arguments or without a name. Ignores a call of which nothing arrived. */
export function leaveCall(leftOut: LeftOut[], { id, name, arguments: content }: Omit<CallPart, "type">): void {
  if (name === "" && id === "" && content.trim() === "") return;
  leftOut.push({ type: "call", ...(id && { id }), ...(name && { name }), why: name === "" ? NAMELESS : INCOMPLETE_CALL, content });
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

/** Assigns a field, which may be called `__proto__`. */
export function assign(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Assigns fields that are neither null nor undefined. */
export function assignPresent(target: Fields, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) assign(target, name, value);
}

/** Appends to a list of an object that belongs to the assembler. The list replaces any other value. */
export function append(fields: Fields, name: string, items: readonly unknown[]): void {
  const list = fields[name];
  if (Array.isArray(list)) for (const item of items) list.push(item);
  else fields[name] = [...items];
}

/** Parses the arguments of a call. Undefined unless they are a complete JSON object. An empty text is `{}` if the call is closed. */
export function callArguments(text: string, isClosed: boolean): Fields | undefined {
  if (text.trim() === "") return isClosed ? {} : undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the stop reason, or null for any other value. Servers send an empty text in each chunk (goose#10258), or "null" as a text. */
export function reasonOf(value: unknown): string | null {
  return typeof value === "string" && !/^\s*(null|none|undefined)?\s*$/i.test(value) ? value : null;
}

/** Reports whether the model ended by itself, so that its last call is complete. Any other reason may have cut it off. */
export const isNatural = (reason: string | null): boolean => reason !== null && NATURAL.has(reason.toLowerCase());

/** The reasons of all providers, and those of vendors: `eos` of Together, `eos_token` of Hugging Face. */
const NATURAL = new Set([
  "stop",
  "tool_calls",
  "tool_call",
  "function_call",
  "eos",
  "eos_token",
  "end_turn",
  "tool_use",
  "stop_sequence",
  "pause_turn",
]);

/**
 * Reports whether a call without any argument text really has no arguments: if its block is closed, or if the message is complete. But a
 * limit that ends the message closes its last block, too, at any place.
 */
export function hasNoArguments(isClosed: boolean, isLast: boolean, isComplete: boolean, reason: string | null): boolean {
  return isNatural(reason) || (isClosed && !isLast) || (reason === null && (isClosed || isComplete));
}
