// Whether JSON values are the same, in whatever order their keys came back from where they were kept.

import { type PlainObject, isArray, isObject } from "../input/check.js";

/** JSON text with the keys in order, to compare by. */
export function canonical(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const fields: PlainObject = value;
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join()}}`;
}
