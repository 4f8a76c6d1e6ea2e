// Copies of what is not ours, for the sake of one change: what does not change stays the same object.

import type { PlainObject } from "../input/check.js";

/**
 * The object with `after` in the field that held `before`; itself when they are the same. `undefined` leaves the field out. The copy is
 * of the same class, and has the fields that are not enumerable too: clients keep the id of a request in one. No getter is run.
 */
export function withField(value: PlainObject, name: string, before: unknown, after: unknown): PlainObject {
  if (before === after) return value;
  const fields = Object.getOwnPropertyDescriptors(value);
  if (after === undefined) delete fields[name];
  else fields[name] = { value: after, configurable: true, enumerable: true, writable: true };
  return Object.create(Object.getPrototypeOf(value), fields) as PlainObject;
}

/** The list with each item changed; itself when none was. */
export function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const before = items(list);
  const after = before.map(change);
  return after.every((item, index) => item === before[index]) ? list : after;
}

/** The items that pass; the list itself when all do. */
export function filtered(list: readonly unknown[], passes: (item: unknown) => boolean): readonly unknown[] {
  const before = items(list);
  const after = before.filter(passes);
  return after.length === before.length ? list : after;
}

/** By index, in an array of ours: a list of somebody's own class may have ideas of its own about `map` and iterators. */
export function items(list: readonly unknown[]): unknown[] {
  return Array.from({ length: list.length }, (_, index) => list[index]);
}
