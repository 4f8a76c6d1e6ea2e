// The runs of the best schedules of reductions, which know the whole conversation.

import { costAware } from "backscroll";
import { scheduled } from "../ways/scheduled.mjs";
import { Recording } from "./course.mjs";
import { billOf } from "./prices.mjs";
import { runOf } from "./runs.mjs";
import { bestSchedule } from "./schedule.mjs";

/** @typedef {import("./runs.mjs").Talk} Talk */

/** The best schedules of one conversation, with reductions that leave about a share of the window. */
export class BestRuns {
  #talk;
  #reduce;
  #start;

  /** @param {Talk} talk @param {number} share */
  constructor(talk, share) {
    this.#talk = talk;
    this.#reduce = reductionTo(Math.floor(talk.window * share));
    // One for all prices and weights: their searches share most courses.
    this.#start = new Recording(talk, this.#reduce).start();
  }

  /**
   * Replays the schedule that costs least. What a request does not recall costs `forgotten` dollars, times the share that is missing. So a
   * schedule can be cheap and still hold what the next steps need.
   *
   * @param {import("./prices.mjs").Price} price
   * @param {number} forgotten 0 for the bill alone
   * @param {import("../../../tests/support/judges.mjs").Target} target
   * @returns {Promise<import("./runs.mjs").Call[]>}
   */
  async run(price, forgotten, target) {
    const costOf = (request) => billOf([request], price) + (forgotten === 0 ? 0 : forgotten * (1 - request.recalled()));
    const { schedule } = await bestSchedule(this.#start, this.#talk.counts.length, costOf);
    return runOf(this.#talk, scheduled(schedule, this.#reduce), target);
  }
}

/** Returns the reduction of `fitBudget` and `costAware`, at any size of the history. That of `costAware` does not depend on prices. */
function reductionTo(tokens) {
  return costAware({ model: "any", prices: [{ model: "any", input: 1, output: 1 }], reduceTo: Math.max(2, tokens) }).reduce;
}
