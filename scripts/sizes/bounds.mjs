// The bounds of `npm test -- sizes`: a figure beyond its bound fails the stage.

import { OWN, SHARED } from "./sets.mjs";

/**
 * A bound of one figure.
 *
 * @typedef {object} Bound
 * @property {string} set
 * @property {string} part a name of `parts` or of `totals`
 * @property {"under" | "over" | "median" | "p95"} figure
 * @property {number} most the bound, as a share
 * @property {number} [goal] the bound that the project aims at, where it is not reached yet: then `most` is the figure of today, and may fall
 */

/** @type {Bound[]} */
export const BOUNDS = [
  // Two requests: a tool of Responses for which OpenAI counted some 200 tokens more, and the words that Cohere puts before a conversation.
  { set: OWN, part: "requests", figure: "under", most: 0.058, goal: 0 },

  { set: SHARED, part: "session anthropic, claude since 4.7", figure: "under", most: 0.05 },
  { set: SHARED, part: "session anthropic, claude since 4.7", figure: "median", most: 0.03 },
  { set: SHARED, part: "session anthropic, claude to 4.6", figure: "under", most: 0.05 },
  { set: SHARED, part: "session anthropic, claude to 4.6", figure: "median", most: 0.03 },
  { set: SHARED, part: "session openai-responses, gpt-5.x", figure: "under", most: 0.01 },
  { set: SHARED, part: "session openai-responses, gpt-5.x", figure: "p95", most: 0.026, goal: 0.02 },
  { set: SHARED, part: "requests", figure: "under", most: 0.08 },
  { set: SHARED, part: "requests", figure: "over", most: 0.06 },
  { set: SHARED, part: "requests", figure: "median", most: 0.04 },
];

/** @typedef {{ parts: Record<string, import("./measure.mjs").Summary>, totals: Record<string, import("./measure.mjs").Summary> }} Summaries */

/**
 * Compares the figures of a set with its bounds.
 *
 * @param {string} set
 * @param {Summaries} summaries
 * @param {Bound[]} [bounds]
 * @returns {{ broken: string[], missed: string[] }} `broken` describes the figures that are beyond their bounds, `missed` those beyond a goal only
 */
export function compareWithBounds(set, { parts, totals }, bounds = BOUNDS) {
  const [broken, missed] = [[], []];
  for (const { part, figure, most, goal = most } of bounds.filter((bound) => bound.set === set)) {
    const summary = totals[part] ?? parts[part];
    if (summary === undefined) broken.push(`${set}: no point is of "${part}"`);
    else if (summary[figure] > most) broken.push(`${describe(set, part, figure, summary)}, and may be ${percent(most)}`);
    else if (summary[figure] > goal) missed.push(`${describe(set, part, figure, summary)}, and is to be ${percent(goal)}`);
  }
  return { broken, missed };
}

const describe = (set, part, figure, summary) => `${set}, ${part}: ${NAMES[figure]} is ${percent(summary[figure])}`;

/** The names of the figures in the tables. */
export const NAMES = { under: "UNDER", over: "OVER", median: "median", p95: "95th", ratio: "ratio" };

export const percent = (share) => `${(100 * share).toFixed(1)} %`;
