// backscroll, with reductions at given calls and wherever the window is full.

import { ours } from "./ours.mjs";

/**
 * @param {number[]} schedule the numbers of the calls
 * @param {import("backscroll").ReduceCallback} reduce
 * @returns {import("./way.mjs").Way}
 */
export function scheduled(schedule, reduce) {
  const begin = (target) => {
    let call = -1;
    const run = ours("", "", { name: "scheduled", isDue: () => schedule.includes(call), reduce }).begin(target);
    const request = (history, budget) => {
      call += 1;
      return run.request(history, budget);
    };
    return { request, end: () => run.end() };
  };
  return { name: "scheduled", how: "reductions at given calls", begin };
}
