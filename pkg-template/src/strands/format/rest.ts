// Fields of blocks and messages beside those that are modelled.

import { type Fields, fieldsOf } from "../../formats/fields.js";

/** The field of a part, a call or a message that keeps them as one object. */
export const STRANDS = "strands";

/** The name for the fields of a message whose first block is a result: the result has fields of its own under the other name. */
export const MESSAGE = "strandsMessage";

/** The field that keeps a cache point, a block of its own, at the part, call or result before it. */
export const CACHE_POINT = "cachePoint";

/** The field that keeps the other data of citations, under Converse's name. */
export const CITATIONS = "citationsContent";

/** The fields that are neither null nor in `known`. */
export function filled(fields: Fields, known: readonly string[] = []): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null && !known.includes(name)));
}

/** The unmodelled fields as one field; nothing if there are none. */
export function kept(fields: Fields, known: readonly string[], name = STRANDS): Fields {
  return asField(name, filled(fields, known));
}

/** An object as a field; nothing if it is empty. */
export function asField(name: string, fields: Fields): Fields {
  return Object.keys(fields).length === 0 ? {} : { [name]: fields };
}

/** The fields that `kept` kept. */
export function restOf(extras: Fields, name = STRANDS): Fields {
  return fieldsOf(extras[name]);
}
