// Data that looks like a serialised object. A loader builds whatever such an object names, so the SDK wraps it, and so does this.

import { isFields } from "../formats/fields.js";

/** The only field of a wrapper. */
const ESCAPED = "__lc_escaped__";

/** Levels of nesting that are looked at. No loader goes as deep. */
const DEEPEST = 256;

/** The value with such objects wrapped. */
export function escaped(value: unknown): unknown {
  return rewritten(value, 0, (fields) => ("lc" in fields || isWrapper(fields) ? { [ESCAPED]: fields } : undefined));
}

/** The value with such objects out of their wrappers. */
export function unescaped(value: unknown): unknown {
  return rewritten(value, 0, (fields) => (isWrapper(fields) ? fields[ESCAPED] : undefined));
}

function isWrapper(fields: object): fields is { [ESCAPED]: unknown } {
  return ESCAPED in fields && Object.keys(fields).length === 1;
}

/** Replaces objects. Of an object that `replace` has nothing for, the values are looked at. */
function rewritten(value: unknown, depth: number, replace: (fields: object) => unknown): unknown {
  if (isFields(value)) {
    const replaced = replace(value);
    if (replaced !== undefined || depth === DEEPEST) return replaced ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewritten(inner, depth + 1, replace)]));
  }
  if (!Array.isArray(value) || depth === DEEPEST) return value;
  return value.map((item) => rewritten(item, depth + 1, replace));
}
