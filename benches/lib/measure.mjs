// Times several works in turns, so that a disturbance of the machine affects all of them alike.

import { median } from "./statistics.mjs";

/** True for a short run, which shows that everything works. Its times say nothing. */
export const isQuick = process.argv.includes("--quick");

/** The sum of all results, because an engine may skip work whose result is never read. */
let sink = 0;

/**
 * Runs each of `works` once a round, and resolves to the nanoseconds of a single call in each round. The order rotates by one every round.
 *
 * A work is a function that is called `calls` times a round, or an object. A call returns a number that depends on its work, or a promise
 * of one. Calls with a `between` are timed one by one, and the median of a round counts. Other calls are timed together, since one call may
 * be shorter than the resolution of the clock.
 *
 * @typedef {object} Work
 * @property {() => number | Promise<number>} run
 * @property {() => void} [before] not timed, before each round
 * @property {() => void} [between] not timed, before each call
 *
 * @param {Record<string, (() => number | Promise<number>) | Work>} works
 * @param {{ rounds: number, calls?: number, warmUp?: number }} options `warmUp`: rounds that do not count
 * @returns {Promise<Record<string, number[]>>}
 */
export async function measure(works, { rounds, calls = 1, warmUp = Math.ceil(rounds / 5) }) {
  const entries = Object.entries(works).map(([name, work]) => [name, typeof work === "function" ? { run: work } : work]);
  const taken = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = (round + warmUp) % entries.length;
    const order = [...entries.slice(first), ...entries.slice(0, first)];
    for (const [name, { before, between, run }] of order) {
      before?.();
      // Collects garbage now, so that its cost counts for the work that made it.
      globalThis.gc?.({ type: "minor" });
      const nanoseconds = between === undefined ? await together(run, calls) : await apart(run, calls, between);
      if (round >= 0) taken[name].push(nanoseconds);
    }
  }
  if (!Number.isNaN(sink)) return taken;
  sink = 0;
  throw new TypeError("a work did not return a number");
}

async function together(run, calls) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call += 1) {
    const result = run();
    // Waiting for a number would take longer than the shortest works.
    sink += typeof result === "object" ? await result : result;
  }
  return Number(process.hrtime.bigint() - start) / calls;
}

async function apart(run, calls, between) {
  const times = [];
  for (let call = 0; call < calls; call += 1) {
    between();
    times.push(await together(run, 1));
  }
  return median(times);
}
