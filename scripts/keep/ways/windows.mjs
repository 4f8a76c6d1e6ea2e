// Windows of the newest units, as programs write them themselves, with or without clearing old results first.

import { sizeOf } from "../tokens.mjs";

/** @typedef {import("backscroll").Message} Message */

const CLEARED = "[Old tool result content cleared]";

/** @type {import("./way.mjs").Way} */
export const newestUnits = {
  name: "newest units",
  how: "the system prompt, the current request, and as many of the newest units as fit",
  keep: async (cut, budget) => newestOf(cut.units, cut.required, budget),
};

/** @type {import("./way.mjs").Way} */
export const clearedResults = {
  name: "results cleared, then newest units",
  how: `results become "${CLEARED}" from the oldest on until the rest fits; if that is not enough, as many of the newest units as fit`,
  keep: async (cut, budget) => {
    const units = [...cut.units];
    const required = new Set(cut.required);
    let size = sizeOf(units.flat());
    for (let index = 0; index < units.length && size > budget; index += 1) {
      if (required.has(units[index])) continue;
      const cleared = units[index].map(clearedIfSmaller);
      size += sizeOf(cleared) - sizeOf(units[index]);
      units[index] = cleared;
    }
    return newestOf(units, required, budget);
  },
};

/**
 * Returns the required units, and as many of the newest others as fit, in order.
 *
 * @param {Message[][]} units
 * @param {Set<Message[]>} required
 * @param {number} budget
 */
export function newestOf(units, required, budget) {
  const kept = new Set(required);
  let room = budget - sizeOf([...required].flat());
  for (const unit of units.toReversed()) {
    if (kept.has(unit)) continue;
    room -= sizeOf(unit);
    if (room < 0) break;
    kept.add(unit);
  }
  return units.filter((unit) => kept.has(unit)).flat();
}

function clearedIfSmaller(message) {
  if (message.role !== "tool") return message;
  const cleared = { ...message, content: CLEARED };
  return sizeOf([cleared]) < sizeOf([message]) ? cleared : message;
}
