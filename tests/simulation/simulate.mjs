// Runs histories one after the other.

import { history } from "./history.mjs";
import { partsWith } from "./parts.mjs";

/**
 * @param {object} options
 * @param {number} options.first the seed of the first history
 * @param {number} options.count
 * @param {import("./plants.mjs").Plant} [options.plant] a bug to find
 * @param {string} [options.only] the name of a kind of stores
 * @param {(line: string) => void} [options.trace]
 * @param {number} [options.mostFailures] ends after so many
 * @returns {Promise<object>} `seconds`: of a processor
 */
export async function simulate({ first, count, plant, only, trace, mostFailures = 1 }) {
  const parts = await partsWith(plant?.name);
  const begun = process.cpuUsage();
  const [faults, kinds, failures] = [{}, {}, []];
  let histories = 0;
  for (let seed = first; seed < first + count && failures.length < mostFailures; seed += 1) {
    const result = await history(seed, { parts, plant, trace, only });
    histories += 1;
    for (const [name, number] of Object.entries(result.faults)) faults[name] = (faults[name] ?? 0) + number;
    kinds[result.kind] = (kinds[result.kind] ?? 0) + 1;
    if (result.violations.length > 0) failures.push({ seed, ...result });
  }
  const { user, system } = process.cpuUsage(begun);
  return { histories, faults, kinds, failures, seconds: (user + system) / 1e6 };
}
