// The results of a way over cuts.

import { budgetOf, cutOf } from "./cut.mjs";
import { recallOf } from "./recall.mjs";
import { sizeOf } from "./tokens.mjs";

/** @typedef {import("./ways/way.mjs").Way} Way */
/** @typedef {import("./cut.mjs").Cut} Cut */

/**
 * @typedef {object} Result figures as means over the cuts, by name; where the way made no request, or one over the budget, which is refused,
 * nothing is kept
 * @property {number} used tokens of the messages that are left, as a share of the budget, over the cuts with a request
 * @property {number} over cuts where these tokens are more than the budget
 * @property {number} none cuts where the way made no request
 */

/** Places of the first three of four cuts in a row, as shares of the messages. */
const PLACES = [0.4, 0.6, 0.8];

/**
 * @template {Cut} C
 * @param {Way} way
 * @param {C[]} cuts at least one
 * @param {number} share the share of the rest that a cut may keep
 * @param {object} [how]
 * @param {(cut: C, kept: object[]) => Record<string, number | number[] | null>} [how.judge] recall by default; null does not count
 * @param {(way: Way, cut: C, budget: number) => Promise<object[] | null>} [how.keep] one cut by default
 * @returns {Promise<Result & Record<string, number>>}
 */
export async function resultOf(way, cuts, share, { judge = recallOf, keep = keptByOneCut } = {}) {
  const values = {};
  const used = [];
  for (const cut of cuts) {
    const budget = budgetOf(cut, share);
    const kept = await keep(way, cut, budget);
    const size = kept === null ? 0 : sizeOf(kept);
    for (const [name, value] of Object.entries(judge(cut, kept === null || size > budget ? [] : kept))) {
      (values[name] ??= []).push(...[value].flat().filter((one) => one !== null));
    }
    if (kept !== null) used.push(size / budget);
  }
  const figures = Object.fromEntries(Object.entries(values).map(([name, list]) => [name, mean(list)]));
  return { ...figures, used: mean(used), over: used.filter((part) => part > 1).length, none: cuts.length - used.length };
}

/** @param {Way} way @param {Cut} cut @param {number} budget */
export const keptByOneCut = (way, cut, budget) => way.keep(cut, budget);

/**
 * Returns what is left of a conversation that was cut three times while it grew, and then a fourth time, always to the same budget.
 *
 * @param {Way} way
 * @param {Cut} cut
 * @param {number} budget
 */
export async function keptByFourCuts(way, cut, budget) {
  const course = way.begin?.(budget) ?? courseOf(way, budget);
  try {
    let kept = null;
    for (const stretch of stretchesOf(cut.history)) {
      kept = await course.cut(stretch);
      if (kept === null) return null;
    }
    return kept;
  } finally {
    course.end?.();
  }
}

/** A way without a state cuts what it left, and what was said since. */
function courseOf(way, budget) {
  let kept = [];
  return {
    cut: async (messages) => {
      kept = [...kept, ...messages];
      if (sizeOf(kept) > budget) kept = await way.keep(cutOf("", kept), budget);
      return kept;
    },
  };
}

/** Splits a history after words of the user, as a program sends requests then. */
function stretchesOf(history) {
  const ends = PLACES.map((place) => history.findIndex(({ role }, index) => role === "user" && index >= place * history.length) + 1);
  return [...ends, history.length].map((end, index) => history.slice(index === 0 ? 0 : ends[index - 1], end));
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
