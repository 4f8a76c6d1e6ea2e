// A seeded sample.

import { random } from "../../tests/support/random.mjs";

/** Returns the items in an order that the seed gives. */
export function shuffled(items, seed) {
  const { next } = random(seed);
  const order = items.map((item) => ({ item, key: next() })).sort((one, other) => one.key - other.key);
  return order.map(({ item }) => item);
}
