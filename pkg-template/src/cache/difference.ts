// The first place at which two values differ, in reading order.

import { isArray, isBytes, isObject } from "../input/check.js";
import { isMarkField, promptItems } from "./marks.js";
import { below } from "./path.js";

export interface Difference {
  /** The place in the second value; in the first, if the second lacks it. */
  readonly path: string;
  readonly isMissing: boolean;
  readonly before: unknown;
  readonly after: unknown;
  /** True if only the order of keys differs. */
  readonly isOrder: boolean;
  /** The key of the place, or of the list that holds it. */
  readonly key: string;
}

/**
 * Fields with JSON of the program: schemas and arguments. A provider writes them into the prompt as they come, so the order of their keys
 * counts. It reads all other objects field by field.
 */
const FREE = new Set(["input_schema", "inputSchema", "parameters", "parametersJsonSchema", "schema", "input", "args", "response", "json"]);

/** Returns the first difference; null if the provider reads the same prompt from both. */
export function differenceOf(before: unknown, after: unknown, path: string, key = "", isFree = false): Difference | null {
  const found = (isOrder = false): Difference => ({
    path,
    isMissing: after === undefined,
    before,
    after,
    isOrder,
    key,
  });
  if (isText(before) && isText(after)) {
    const [one, other] = [textOf(before), textOf(after)];
    if (one === other) return null;
    const at = typeof after === "string" ? path : below(isArray(after) ? below(path, promptItems(after)[0] as number) : path, "text");
    const isOrder = isSameJson(one, other);
    return { ...found(isOrder), before: one, after: other, path: at };
  }
  if (isBytes(before) && isBytes(after))
    return before.length === after.length && before.every((byte, index) => byte === after[index]) ? null : found();
  if (isArray(before) && isArray(after)) return inLists(before, after, path, key, isFree);
  // A string stands for a list of one text.
  if (typeof before === "string" && isArray(after)) return inLists([{ text: before }], after, path, key, isFree);
  if (isArray(before) && typeof after === "string") {
    const inner = inLists(before, [{ text: after }], path, key, isFree);
    return inner === null || inner.isMissing ? inner : { ...inner, path };
  }
  if (isObject(before) && isObject(after)) return inObjects(before, after, path, isFree) ?? null;
  return Object.is(before, after) ? null : found();
}

/** A string, or the block of text, alone or in a list, that providers read as that string. */
function isText(value: unknown): boolean {
  return typeof value === "string" || blockOf(value) !== null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (blockOf(value)?.text ?? "");
}

function blockOf(value: unknown): { readonly text: string } | null {
  const items = isArray(value) ? promptItems(value).map((index) => value[index]) : [value];
  const [block] = items;
  if (items.length !== 1 || !isObject(block) || typeof block.text !== "string") return null;
  return Object.keys(block).every((key) => key === "text" || key === "type" || isMarkField(key)) ? (block as { text: string }) : null;
}

/** Returns a text that is equal for values that providers read alike. */
export function print(value: unknown): string {
  return JSON.stringify(value, (key, held: unknown) => {
    if (isMarkField(key)) return undefined;
    if (!isArray(held)) return held;
    return blockOf(held)?.text ?? promptItems(held).map((index) => held[index]);
  });
}

function inLists(before: readonly unknown[], after: readonly unknown[], path: string, key: string, isFree: boolean): Difference | null {
  const [one, other] = [promptItems(before), promptItems(after)];
  for (let place = 0; place < Math.max(one.length, other.length); place += 1) {
    const [from, to] = [one[place], other[place]];
    const [left, right] = [from === undefined ? undefined : before[from], to === undefined ? undefined : after[to]];
    const found = differenceOf(left, right, below(path, to ?? (from as number)), key, isFree);
    if (found !== null) return found;
  }
  return null;
}

function inObjects(before: Record<string, unknown>, after: Record<string, unknown>, path: string, isFree: boolean): Difference | null {
  const keys = (value: Record<string, unknown>) => Object.keys(value).filter((key) => !isMarkField(key) && value[key] !== undefined);
  const [one, other] = [keys(before), keys(after)];
  for (const key of [...other, ...one.filter((name) => !other.includes(name))]) {
    const found = differenceOf(before[key], after[key], below(path, key), key, isFree || FREE.has(key));
    // A changed value decides over the order of keys.
    if (found !== null && !found.isOrder) return found;
    if (found !== null && !(isFree && one.join("\n") !== other.join("\n"))) return found;
  }
  if (!isFree || one.every((key, place) => key === other[place])) return null;
  return { path, isMissing: false, before, after, isOrder: true, key: "" };
}

/** True for texts of the same JSON that differ in the order of keys, or in spaces. */
function isSameJson(one: string, other: string): boolean {
  if (!/^\s*[[{]/.test(one) || !/^\s*[[{]/.test(other)) return false;
  try {
    return sorted(JSON.parse(one)) === sorted(JSON.parse(other));
  } catch {
    return false;
  }
}

/** Returns the JSON of a value with its keys sorted. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))) : inner,
  );
}
