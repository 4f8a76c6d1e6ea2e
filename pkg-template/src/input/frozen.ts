// Frozen data.

import { isObject } from "./check.js";

/** Freezes a JSON value, with all that is in it. */
export function frozen<T>(value: T): T {
  if (isObject(value) || Array.isArray(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
