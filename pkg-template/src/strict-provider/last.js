/** The last elements that pass a test. Not every browser that the package supports has the methods of lists. */

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T, index: number) => boolean} passes
 * @returns {number} -1 when none passes
 */
export function lastIndexOf(list, passes) {
  for (let index = list.length - 1; index >= 0; index -= 1) if (passes(list[index], index)) return index;
  return -1;
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T, index: number) => boolean} passes
 * @returns {T | undefined}
 */
export function lastOf(list, passes) {
  return list[lastIndexOf(list, passes)];
}
