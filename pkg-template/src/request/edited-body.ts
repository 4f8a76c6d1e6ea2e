// A body that the core changed, made of the caller's own values.

import { type PlainObject, isArray } from "../input/check.js";
import { copyOf } from "../input/copy.js";
import { type Json, toJson, withBytes } from "../input/json.js";
import { UNBOUNDED } from "../wasm/stateless.js";
import { items } from "./copy-on-write.js";
import { MOST_LEVELS } from "./short-body.js";

/** A range of unchanged messages, by place and count, or new messages. */
export type BodyPart = readonly [first: number, count: number] | { readonly new: readonly unknown[] };

/** The fields of a changed body: `[]` for an unchanged field, `[value]` for a changed field, and the list. */
export type EditedFields<Part = BodyPart> = Readonly<Record<string, readonly unknown[] | { readonly parts: readonly Part[] }>>;

/**
 * Returns the body with these fields. `list` is the name of its list of messages, `join` makes the list of its parts, and `keep` returns what
 * stays of an unchanged value.
 */
export function editedBody<Part>(
  fields: EditedFields<Part>,
  body: PlainObject,
  list: string,
  text: Json,
  join: (parts: readonly Part[]) => unknown[],
  keep: (value: unknown) => unknown,
): PlainObject {
  const valueOf = (name: string, value: EditedFields<Part>[string]): unknown => {
    const given = body[name];
    if ("parts" in value) return join(value.parts);
    if (value.length > 0) return withBytes(value, text)[0];
    return name === list && isArray(given) ? items(given).map(keep) : keep(given);
  };
  // An assignment to a field that is named `__proto__` would set the prototype.
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(name, value)]));
}

/** Returns the body in a new object and with a new list, without fields that are undefined. */
export function unchangedBody(body: PlainObject, list: string): PlainObject {
  const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const given = fields[list];
  return isArray(given) ? { ...fields, [list]: items(given) } : fields;
}

/** Returns a copy of the body with these fields. */
export function editedCopy(fields: EditedFields, body: PlainObject, list: string, text: Json): PlainObject {
  const keep = (value: unknown) => ownCopy(sound(value, text));
  const given = body[list];
  const join = (parts: readonly BodyPart[]) => {
    const messages: unknown[] = [];
    for (const part of parts) {
      if (!isRange(part)) messages.push(...withBytes(part.new as unknown[], text));
      else for (let at = part[0]; at < part[0] + part[1]; at += 1) messages.push(keep(isArray(given) ? given[at] : given));
    }
    return messages;
  };
  return editedBody(fields, body, list, text, join, keep);
}

/** Returns a copy of a JSON value. Values that JSON writes in another form, such as dates, are copied in that form. */
export function ownCopy<T>(value: T): T {
  const copy = copyOf(value, MOST_LEVELS);
  if (copy !== undefined) return copy as T;
  const text = toJson(value, { ...UNBOUNDED, name: "The body" });
  return withBytes([JSON.parse(text.json)], text)[0] as T;
}

export function isRange(part: unknown): part is readonly [first: number, count: number] {
  return isArray(part);
}

/** Returns the caller's own value; a copy if half of a surrogate pair had to be replaced in it. */
export function sound(value: unknown, { replaced }: Json): unknown {
  if (replaced === 0 || value === undefined) return value;
  const text = toJson(value, { ...UNBOUNDED, name: "The body" });
  return text.replaced === 0 ? value : withBytes([JSON.parse(text.json)], text)[0];
}
