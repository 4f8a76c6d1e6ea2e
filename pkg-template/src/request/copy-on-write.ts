// Copy on write for objects of the caller: unchanged values stay the same objects.

import type { PlainObject } from "../input/check.js";

/**
 * Returns the object with `after` in the field that held `before`; the same object if both are equal. `undefined` removes the field. The
 * copy has the same class and also the non-enumerable fields, in which clients keep the id of a request. Runs no getter.
 */
export function withField(value: PlainObject, name: string, before: unknown, after: unknown): PlainObject {
  if (before === after) return value;
  const fields = Object.getOwnPropertyDescriptors(value);
  if (after === undefined) delete fields[name];
  else fields[name] = { value: after, configurable: true, enumerable: true, writable: true };
  return Object.create(Object.getPrototypeOf(value), fields) as PlainObject;
}

/** Returns the list with each item changed; the same list if no item changed. */
export function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const before = items(list);
  const after = before.map(change);
  return after.every((item, index) => item === before[index]) ? list : after;
}

/** Returns the items that pass; the same list when all do. */
export function filtered(list: readonly unknown[], passes: (item: unknown) => boolean): readonly unknown[] {
  const before = items(list);
  const after = before.filter(passes);
  return after.length === before.length ? list : after;
}

/** Copies a list by index into a plain array, because a caller's class may override `map` and iterators. */
export function items(list: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) copy.push(list[index]);
  return copy;
}
