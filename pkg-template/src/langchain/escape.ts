// Data that looks like a serialised object. A loader builds whatever such an object names, so the SDK wraps it, and so does this.

import { type Fields, isFields } from "../formats/fields.js";

/** The only field of a wrapper. */
const ESCAPED = "__lc_escaped__";

/** Levels of nesting that are looked at. No loader goes as deep. */
const DEEPEST = 256;

/** The value with such objects wrapped. */
export function escaped(value: unknown): unknown {
  return rewritten(
    value,
    (fields) => "lc" in fields || isWrapper(fields),
    (fields) => ({ [ESCAPED]: fields }),
  );
}

/** The value with such objects out of their wrappers. */
export function unescaped(value: unknown): unknown {
  return rewritten(value, isWrapper, (fields) => fields[ESCAPED]);
}

function isWrapper(fields: Fields): boolean {
  return ESCAPED in fields && Object.keys(fields).length === 1;
}

/** Changes the objects that match. Of an object that does not, the values are looked at. */
function rewritten(value: unknown, matches: (fields: Fields) => boolean, change: (fields: Fields) => unknown, depth = 0): unknown {
  const inside = (inner: unknown) => rewritten(inner, matches, change, depth + 1);
  if (isFields(value) && matches(value)) return change(value);
  if (typeof value !== "object" || value === null || depth === DEEPEST) return value;
  if (Array.isArray(value)) return value.map(inside);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)]));
}
