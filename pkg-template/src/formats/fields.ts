// Fields of the expected kind, or an error that says what stands there instead.

import { ReadError, at, invalid } from "./read-error.js";

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reports whether a JSON value is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a value that may be none: of anything but an object there are none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NONE;
}

const NONE: Fields = {};

/** True if the object has no field. */
export function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

/** A JSON value in a word or two. */
export function noun(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "boolean" ? "true or false" : `a ${typeof value}`;
}

/** The object. */
export function object(value: unknown): Fields {
  if (isFields(value)) return value;
  throw invalid(`expected an object, found ${noun(value)}`);
}

/** The role of this name, among those of a format. */
export function roleIn<Role extends string>(roles: readonly Role[], name: string): Role {
  const role = roles.find((known) => known === name);
  if (role !== undefined) return role;
  const error = new ReadError(`Invalid role: ${name}. Must be one of ${roles.join(", ")}`, "invalid-role");
  error.path = "role";
  throw error;
}

/** The list. */
export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(`expected a list, found ${noun(value)}`);
}

/** The string. */
export function string(value: unknown): string {
  if (typeof value === "string") return value;
  throw invalid(`expected a string, found ${noun(value)}`);
}

/** The string under `name`; undefined when it is absent or null. */
export function optional(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return value === undefined || value === null ? undefined : at(name, () => string(value));
}

/** The string under `name`. */
export function required(fields: Fields, name: string): string {
  const value = optional(fields, name);
  if (value === undefined) throw invalid("expected a string, found nothing", name);
  return value;
}

/** Reads each item of a list; errors name its place under `name`. */
export function each<Item>(items: readonly unknown[], name: string, read: (item: unknown, place: number) => Item): Item[] {
  return items.map((item, place) => at(`${name}[${place}]`, () => read(item, place)));
}

/** The fields that are not in `known`, in their order. */
export function others(fields: Fields, known: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !known.includes(name)));
}

/** The string; undefined when it is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The text of an object whose only field has this name. */
export function onlyText(value: unknown, name: string): string | undefined {
  return isFields(value) && Object.keys(value).length === 1 ? textOf(value[name]) : undefined;
}
