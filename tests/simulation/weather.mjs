// The faults of a history: which may happen, and how often.

/** Milliseconds of a lease. */
export const LEASE = 1_000;

/**
 * The rates of faults by kind: at each step of an actor, at each call, or for each process. A history has some of them; a history of pure
 * concurrency has none.
 *
 * @type {Record<string, Record<string, number>>}
 */
export const RATES = {
  crash: { kill: 0.008, terminatedThread: 0.008, powerCut: 0.004, serverCrash: 0.02 },
  disk: { ioError: 0.01, fullDisk: 0.01, busy: 0.05 },
  network: { lostRequest: 0.04, lateRequest: 0.04, lostAnswer: 0.04, repeatedRequest: 0.04, slowAnswer: 0.03, partition: 0.02 },
  clock: { skewedClock: 0.5 },
  scheduler: { pause: 0.015 },
};

/** Faults that a fault of `RATES` brings about, by kind. */
const RESULTS = { disk: ["lostNames", "lostWrite", "tornWrite"] };

/** Returns the weather of a history: the rate of each of its faults, and its longest waits. */
export function weather({ chance, next, pick }, kind) {
  const rates = { longestPause: 3 * LEASE, longestCut: 2 * LEASE, longestDelay: 2 * LEASE };
  if (kind.isOneProcess) return rates;
  const strength = pick([1, 2, 6]);
  for (const [name, rate] of Object.values(RATES).flatMap(Object.entries)) if (chance(0.4)) rates[name] = Math.min(1, rate * strength * next());
  return rates;
}

/** Returns the numbers of faults by kind. */
export function byKind(faults) {
  const sums = {};
  for (const [kind, rates] of Object.entries(RATES)) {
    const names = [...Object.keys(rates), ...(RESULTS[kind] ?? [])];
    sums[kind] = Object.fromEntries(names.map((name) => [name, faults[name] ?? 0]));
  }
  return sums;
}
