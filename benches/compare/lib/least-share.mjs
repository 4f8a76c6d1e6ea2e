// The search for the least share of the window that recalls enough.

/**
 * Returns the least share whose recall is at least `wanted`, by halving. It takes for granted that a greater share recalls more.
 *
 * @param {number[]} shares in ascending order
 * @param {(share: number) => Promise<number>} recallOf
 * @param {number} wanted
 * @returns {Promise<number | null>} null if none does
 */
export async function leastShare(shares, recallOf, wanted) {
  let [from, to] = [0, shares.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((await recallOf(shares[middle])) >= wanted) to = middle;
    else from = middle + 1;
  }
  return shares[from] ?? null;
}
