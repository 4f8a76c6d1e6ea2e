// Compares values of JSON, and pairs the items of a list with those of the list that was made of it.

import { isArray, isObject } from "../input/check.js";

/** Reports whether two values of JSON are equal. The order of keys does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isArray(one)) return isArray(other) && one.length === other.length && one.every((item, place) => isSame(item, other[place]));
  if (!isObject(one) || !isObject(other) || isArray(other)) return false;
  const names = Object.keys(one).filter((name) => one[name] !== undefined);
  const others = Object.keys(other).filter((name) => other[name] !== undefined);
  return names.length === others.length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

/** Items that differ are one item that changed when these fields agree. */
const isAlike = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) && ["role", "type", "id"].every((name) => one[name] === other[name]);

/** The place of an item before, null for a new one; and its place after. */
export type Pair = readonly [old: number | null, now: number];

/** Pairs the items of two lists, in the order of the second. The old places grow. */
export function aligned(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start += 1;
  let [end, endAfter] = [before.length, after.length];
  while (end > start && endAfter > start && isSame(before[end - 1], after[endAfter - 1])) [end, endAfter] = [end - 1, endAfter - 1];
  const pairs: Pair[] = [];
  for (let place = 0; place < start; place += 1) pairs.push([place, place]);
  let from = start;
  let waiting: number[] = [];
  // Between two items that stayed, old and new ones that are alike are paired in their order.
  const pairUpTo = (to: number): void => {
    for (const now of waiting) {
      let old = from;
      while (old < to && !isAlike(before[old], after[now])) old += 1;
      if (old < to) from = old + 1;
      pairs.push([old < to ? old : null, now]);
    }
    [waiting, from] = [[], to];
  };
  const places = new Map<string, number[]>();
  for (let place = start; place < end; place += 1) {
    const text = JSON.stringify(before[place]);
    const known = places.get(text);
    if (known === undefined) places.set(text, [place]);
    else known.push(place);
  }
  for (let now = start; now < endAfter; now += 1) {
    const least = from;
    const old = places.get(JSON.stringify(after[now]))?.find((place) => place >= least);
    if (old === undefined) {
      waiting.push(now);
      continue;
    }
    pairUpTo(old);
    pairs.push([old, now]);
    from = old + 1;
  }
  pairUpTo(end);
  for (let place = 0; end + place < before.length; place += 1) pairs.push([end + place, endAfter + place]);
  return pairs;
}
