// The budgets of random transcripts.

import { random } from "../random.mjs";

/** The budgets, as a share of the size of the whole transcript. */
const LEAST = 0.05;
const MOST = 0.6;

/** The budgets as text. */
export const SHARES = `${LEAST * 100} to ${MOST * 100} %`;

/**
 * @param {number} seed the seed of the transcript
 * @returns {number} the budget, as a share of its size
 */
export function shareOf(seed) {
  return LEAST + (MOST - LEAST) * random(seed + 1_000_000).next();
}
