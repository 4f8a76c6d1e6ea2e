/** Seeded numbers, so that every run cuts and generates the same texts. */

/** FNV-1a over the UTF-16 units. @param {string} text @returns {number} */
export const hashOf = (text) => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * A generator of numbers in [0, 1) (xorshift32).
 * @param {string} seed
 */
export const randomFrom = (seed) => {
  let state = hashOf(seed) || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    hex: (length) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join(""),
  };
};
