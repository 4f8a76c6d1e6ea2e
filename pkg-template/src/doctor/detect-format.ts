// Recognises the format of a value by its fields.

import { isArray, isObject } from "../input/check.js";
import { CLUES } from "./clues.js";
import type { Format } from "../index.js";
import type { Detected } from "./types.js";
import { viewOf } from "./view.js";

/**
 * Recognises the format of a request body, of a list of messages, or of a program's data, and says by which clues. Returns null for a value
 * of no known format. Small values may be valid in several formats: `others` lists them.
 *
 * @example
 * const detected = detectFormat(JSON.parse(pasted));
 * if (detected !== null) console.log(detected.format, detected.why.join(" "));
 */
export function detectFormat(value: unknown): Detected | null {
  if (!isObject(value) && !isArray(value)) return null;
  const view = viewOf(value);
  const scores = new Map<Format, { points: number; why: string[] }>();
  for (const clue of CLUES) {
    if (!clue.is(view)) continue;
    for (const format of clue.formats) {
      const score = scores.get(format) ?? { points: 0, why: [] };
      score.points += clue.points;
      score.why.push(clue.why);
      scores.set(format, score);
    }
  }
  // A stable sort: of equals, the order of the clues decides.
  const ranked = [...scores].filter(([, { points }]) => points > 0).sort(([, one], [, other]) => other.points - one.points);
  const [best, ...others] = ranked;
  if (best === undefined) return null;
  const [format, { points, why }] = best;
  return { format, why, others: others.filter(([, score]) => score.points >= points / 2).map(([name]) => name) };
}
