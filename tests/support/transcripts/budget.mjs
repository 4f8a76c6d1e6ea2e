// How tight a random transcript is to be cut.

import { random } from "../random.mjs";

/** Budgets, as a share of what the whole takes. */
const LEAST = 0.05;
const MOST = 0.6;

/** In words. */
export const SHARES = `${LEAST * 100} to ${MOST * 100} %`;

/**
 * @param {number} seed of the transcript
 * @returns {number} the share of its size that it is to fit in
 */
export function shareOf(seed) {
  return LEAST + (MOST - LEAST) * random(seed + 1_000_000).next();
}
