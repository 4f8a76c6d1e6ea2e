// The parts of a provider's bodies that a request for a summary needs.

import { isArray, isObject } from "../input/check.js";

/** A JSON object of a body. */
export type Fields = Record<string, unknown>;

/** The form of a provider's requests. */
export interface SummaryForm {
  /** The field with the list of messages. */
  readonly list: "messages" | "input" | "contents";
  /** Returns true for an item that the model wrote. */
  isModels(item: Fields): boolean;
  /** Returns what an item holds of results of calls: the item itself if it holds nothing else; null if it holds none. */
  resultsOf(item: Fields): Fields | null;
  /** Adds a text of the user to the end of the list. */
  append(list: Fields[], text: string): void;
  /** Returns true if an answer to the body may be a text: no call is demanded, and no form of the answer. */
  isFree(body: Fields): boolean;
  /** Forbids calls by a parameter, where that leaves the cache as it is. */
  forbidCalls?(body: Fields): void;
  /**
   * Moves the breakpoints of the messages to the end of this item, where the last request had its own. A list without breakpoints stays as
   * it is.
   */
  mark?(list: Fields[], all: readonly Fields[], at: number): void;
}

/** Returns the field at a path; undefined if there is none. */
export function at(body: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
}

/** Returns the place of the last item that passes; -1 if none does. */
export function lastPlace(list: readonly Fields[], passes: (item: Fields, place: number) => boolean): number {
  let place = list.length - 1;
  while (place >= 0 && !passes(list[place] as Fields, place)) place -= 1;
  return place;
}

/** Returns the blocks of a content; of a text, a single block. */
export function blocksOf(content: unknown): Fields[] {
  if (isArray(content)) return content.filter(isObject) as Fields[];
  return typeof content === "string" ? [{ type: "text", text: content }] : [];
}

/** Returns an item with only those blocks of a field that are results; the item itself if all are; null if none is. */
export function withResults(item: Fields, name: string, isResult: (block: Fields) => boolean): Fields | null {
  const blocks = blocksOf(item[name]);
  const results = blocks.filter(isResult);
  if (results.length === 0) return null;
  return results.length === blocks.length ? item : { ...item, [name]: results };
}

/** Returns true if the field demands a form other than text. */
export function isFormed(format: unknown): boolean {
  return isObject(format) && format.type !== "text";
}

/** Adds a block to the last message if the user wrote it, else a message with the block. */
export function appendBlock(list: Fields[], block: Fields): void {
  const last = list.at(-1);
  if (last?.role === "user") list[list.length - 1] = { ...last, content: [...blocksOf(last.content), block] };
  else list.push({ role: "user", content: [block] });
}
