// Work on several items at once.

import { count, unlike } from "../input/check.js";

/** Reads the option `concurrency`: the most tools that run at once. */
export function concurrencyOf(given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (given === Infinity) return given;
  if (typeof given === "number") return count("options.concurrency", given, 1);
  throw unlike("options.concurrency", "a whole number, 1 or more, or Infinity", given);
}

/**
 * Runs `work` on each item, at most `most` at once, and returns the results in the order of the items. After a failure, it begins nothing
 * more, waits for the begun work, and throws the first error.
 */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const waiting = items.entries();
  const worker = async () => {
    while (failures.length === 0) {
      const { value, done } = waiting.next();
      if (done === true) return;
      try {
        results[value[0]] = await work(value[1]);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(items.slice(0, most).map(worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
