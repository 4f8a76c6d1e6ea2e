// Mutations of lists, such as the messages of a body, and helpers for the tables of mutations.

/** @typedef {import("../random.mjs").Random} Random */
/** @typedef {(body: any, random: Random) => void} Mutation changes the body in place, if there is something to change */

/** A picture of one pixel, in base64. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export const copy = (value) => structuredClone(value);

/** Sets a field; undefined removes it. */
export function set(holder, name, value) {
  if (value === undefined) delete holder[name];
  else holder[name] = copy(value);
}

/** Runs `change` on one item of the list, if there is one. */
export function one(list, random, change) {
  if (list.length > 0) change(random.pick(list));
}

/** Inserts an item at a random place. */
export function putAnywhere(list, random, item) {
  list.splice(random.below(list.length + 1), 0, item);
}

export function removeAny(list, random) {
  list.splice(random.below(list.length), 1);
}

export function cutFront(list, random) {
  list.splice(0, random.below(list.length));
}

export function cutEnd(list, random) {
  list.splice(1 + random.below(list.length));
}

export function doubleAny(list, random) {
  const at = random.below(list.length);
  list.splice(at, 0, copy(list[at]));
}

export function moveAny(list, random) {
  const [item] = list.splice(random.below(list.length), 1);
  putAnywhere(list, random, item);
}

/** Swaps an item with the next one. */
export function swapNeighbours(list, random) {
  const at = random.below(list.length);
  list.splice(at, 2, ...list.slice(at, at + 2).reverse());
}

/** Splits a message in two: cuts its list in `field` at a random place. */
export function splitAny(list, random, field, listOf) {
  const at = random.below(list.length);
  const parts = listOf(list[at]);
  const half = random.below(parts.length + 1);
  list.splice(at + 1, 0, { role: list[at].role, [field]: parts.splice(half) });
}
