// The results of a way over the cuts of a source.

import { budgetOf, recallOf } from "./measure.mjs";
import { sizeOf } from "./tokens.mjs";

/**
 * @typedef {object} Result means over the cuts, at one share
 * @property {number} all the recall of the needed words; 0 where the way made no request, or one over the budget, which is refused
 * @property {number} said the recall of the words that somebody other than a tool had said, over the cuts that need such words
 * @property {number} found the recall of the words that stand in results only, over the cuts that need such words
 * @property {number} used tokens of the messages that are left, as a share of the budget, over the cuts with a request
 * @property {number} over cuts where these tokens are more than the budget
 * @property {number} none cuts where the way made no request
 */

/** The shares of the rest that a cut may keep. */
export const SHARES = [0.25, 0.5];

/**
 * @param {import("./ways/way.mjs").Way} way
 * @param {import("./measure.mjs").Cut[]} cuts at least one
 * @param {number} share
 * @returns {Promise<Result>}
 */
export async function resultOf(way, cuts, share) {
  const recalls = [];
  const used = [];
  for (const cut of cuts) {
    const budget = budgetOf(cut, share);
    const kept = await way.keep(cut, budget);
    const size = kept === null ? 0 : sizeOf(kept);
    recalls.push(recallOf(cut, kept === null || size > budget ? [] : kept));
    if (kept !== null) used.push(size / budget);
  }
  const meanOf = (part) => mean(recalls.map((recall) => recall[part]).filter((value) => value !== null));
  return {
    all: meanOf("all"),
    said: meanOf("said"),
    found: meanOf("found"),
    used: mean(used),
    over: used.filter((part) => part > 1).length,
    none: cuts.length - used.length,
  };
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
