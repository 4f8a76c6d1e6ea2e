// Seeded random choices: a failure names its seed, and the seed reproduces it.

/**
 * @typedef {object} Random
 * @property {() => number} next in [0, 1)
 * @property {(limit: number) => number} below a whole number in [0, limit)
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {(share: number) => boolean} chance
 */

/**
 * Mulberry32: 32 bits of state, good enough to choose test cases.
 *
 * @param {number} seed a whole number
 * @returns {Random}
 */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)], chance: (share) => next() < share };
}
