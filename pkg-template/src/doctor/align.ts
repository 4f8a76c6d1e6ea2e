// Pairs the items of a list with those of the list that was made of it.

import { isObject } from "../input/check.js";

/** Fields by which an item that changed is still the same item. */
const SAME = ["role", "type"];

const isAlike = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) && SAME.every((name) => one[name] === other[name]);

/**
 * Returns, for each item of `after`, its place in `before`; -1 for a new item. Items keep their order: an item that was moved past others
 * counts as new.
 */
export function alignedTo(before: readonly unknown[], after: readonly unknown[]): number[] {
  const places = new Map<string, number[]>();
  before.forEach((item, place) => {
    const text = JSON.stringify(item);
    const known = places.get(text);
    if (known === undefined) places.set(text, [place]);
    else known.push(place);
  });
  const aligned: number[] = [];
  let from = 0;
  let open: number[] = [];
  // Between two items that stayed, new and old ones that are alike are paired in their order.
  const pairUpTo = (to: number): void => {
    for (const now of open) {
      let old = from;
      while (old < to && !isAlike(before[old], after[now])) old += 1;
      aligned[now] = old < to ? old : -1;
      if (old < to) from = old + 1;
    }
    open = [];
    from = to;
  };
  after.forEach((item, now) => {
    const old = places.get(JSON.stringify(item))?.find((place) => place >= from);
    if (old === undefined) return void open.push(now);
    pairUpTo(old);
    aligned[now] = old;
    from = old + 1;
  });
  pairUpTo(before.length);
  return aligned;
}
