// Copies of JSON values.

import { type PlainObject, isArray } from "./check.js";
import { isPlain } from "./json.js";

/** Copies a value inside another one, which has this name in it; null for an item of a list. */
type Inner = (value: unknown, levels: number, name: string | null) => unknown;

/**
 * Returns a copy of a JSON value of at most so many levels, without fields that are undefined. Returns undefined for anything else that JSON
 * would write in another form. `inner` copies what is inside.
 */
export function copyOf(value: unknown, levels: number, inner: Inner = plainly): unknown {
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
      const copy = inner(value[index], levels - 1, null);
      if (copy === undefined) return undefined;
      list.push(copy);
    }
    return list;
  }
  const copies: PlainObject = {};
  for (const name of Object.keys(value)) {
    const given = (value as PlainObject)[name];
    if (given === undefined) continue;
    const copy = name === "__proto__" ? undefined : inner(given, levels - 1, name);
    if (copy === undefined) return undefined;
    copies[name] = copy;
  }
  return copies;
}

const plainly: Inner = (value, levels) => copyOf(value, levels);
