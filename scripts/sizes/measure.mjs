// The measure of `npm run sizes`: how far sizes are from the counts that providers reported.

/**
 * A size beside the provider's count of the same tokens, both in tokens.
 *
 * @typedef {object} Point
 * @property {string} kind the format of the request, or the sessions of a format
 * @property {string} class
 * @property {string} name the source of the request, or the session and the place in it
 * @property {string} model
 * @property {number} count the number that the provider reported
 * @property {number} size
 */

/**
 * All figures but `n` and `ratio` are shares: 0.05 is 5 %.
 *
 * @typedef {object} Summary
 * @property {number} n points
 * @property {number} under the share of sizes that are too small: such a request was promised to fit, and would not
 * @property {number} over the share of sizes that are far too large: such a request was cut needlessly
 * @property {number} median the error that half of the points do not exceed, as a share of the count
 * @property {number} p95 the error that 95 % of the points do not exceed
 * @property {number} ratio the median of size / count
 */

/** Errors within both limits do not count. The limit in tokens is there because a few tokens are a large share of a short request. */
const UNDER = { share: 0.03, tokens: 24 };
const OVER = { share: 0.1, tokens: 48 };

const beyond = (error, count, { share, tokens }) => error > Math.max(share * count, tokens);

/** Returns true if the size is too small. @param {{ size: number, count: number }} point */
export const isUnder = ({ size, count }) => beyond(count - size, count, UNDER);

/** Returns true if the size is far too large. @param {{ size: number, count: number }} point */
export const isOver = ({ size, count }) => beyond(size - count, count, OVER);

/** Sizes of these classes cannot be known from the request, so they are in no total. */
const OUTSIDE = ["unknowable", "link"];

/** Returns true if the totals count the point. @param {{ class: string }} point */
export const isCounted = (point) => !OUTSIDE.includes(point.class);

/** Returns the number below which this share of all numbers lies. */
export function quantile(numbers, share) {
  if (numbers.length === 0) throw new RangeError("no numbers, no quantile");
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** @param {Point[]} points @returns {Summary} */
export function summaryOf(points) {
  const errors = points.map(({ size, count }) => Math.abs(size - count) / count);
  const share = (test) => points.filter(test).length / points.length;
  return {
    n: points.length,
    under: share(isUnder),
    over: share(isOver),
    median: quantile(errors, 0.5),
    p95: quantile(errors, 0.95),
    ratio: quantile(
      points.map(({ size, count }) => size / count),
      0.5,
    ),
  };
}

const isSession = ({ kind }) => kind.startsWith("session");

/**
 * Returns a summary of each kind with each class, of each kind, and the totals: of the requests by class, of all requests, of all sessions.
 *
 * @param {Point[]} points
 * @returns {{ parts: Record<string, Summary>, totals: Record<string, Summary> }}
 */
export function summariesOf(points) {
  const counted = points.filter(isCounted);
  const requests = counted.filter((point) => !isSession(point));
  const parts = [...groups(points, (point) => `${point.kind}, ${point.class}`), ...groups(counted, ({ kind }) => `${kind}, all`)];
  const totals = [
    ...groups(requests, (point) => point.class),
    ...groups(requests, () => "requests"),
    ...groups(counted.filter(isSession), () => "sessions"),
  ];
  return { parts: summarised(parts.sort(([a], [b]) => (a < b ? -1 : 1))), totals: summarised(totals) };
}

function groups(points, nameOf) {
  const found = new Map();
  for (const point of points) {
    const name = nameOf(point);
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(point);
  }
  return [...found];
}

function summarised(entries) {
  return Object.fromEntries(entries.map(([name, points]) => [name, summaryOf(points)]));
}
