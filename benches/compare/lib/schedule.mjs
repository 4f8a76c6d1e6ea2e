// The best calls at which to reduce, with the whole conversation known: a dynamic programme over courses of the conversation.

/**
 * @typedef {object} Course a conversation after its last reduction
 * @property {() => Promise<Step[]>} steps the calls that can follow without another reduction, and the first that cannot
 */

/**
 * @typedef {object} Step one call of the model
 * @property {number} call its number
 * @property {Request | null} carried the request without a reduction; null where it does not fit
 * @property {Request & { course: Course } | null} reduced the request with a reduction, and the course from there; null where a reduction
 * would leave the request as it is
 */

/**
 * @typedef {object} Request
 * @property {number} sent tokens
 * @property {number} served tokens that the prompt cache serves
 */

/**
 * Returns the cheapest schedule of reductions. For each call, it keeps the `width` cheapest courses whose last reduction is at this call, and
 * goes on from these alone. The cost of each course is exact. The choice assumes that what an earlier reduction left matters little after
 * the next one, and a greater `width` assumes less.
 *
 * @param {Course} start the conversation before its first call
 * @param {number} calls the number of calls
 * @param {(request: Request) => number} costOf
 * @param {number} [width]
 * @returns {Promise<{ schedule: number[], cost: number }>} `schedule` holds the calls at which to reduce
 */
export async function bestSchedule(start, calls, costOf, width = 1) {
  /** The courses whose last reduction is at each call. */
  const reducedAt = Array.from({ length: calls }, () => []);
  let best = { schedule: [], cost: Infinity };
  const goOn = async ({ course, schedule, cost }) => {
    for (const { call, carried, reduced } of await course.steps()) {
      if (reduced !== null) reducedAt[call].push({ course: reduced.course, schedule: [...schedule, call], cost: cost + costOf(reduced) });
      if (carried === null) return;
      cost += costOf(carried);
    }
    if (cost < best.cost) best = { schedule, cost };
  };
  await goOn({ course: start, schedule: [], cost: 0 });
  for (const courses of reducedAt) {
    const cheapest = courses.sort((one, other) => one.cost - other.cost).slice(0, width);
    for (const course of cheapest) await goOn(course);
  }
  return best;
}
