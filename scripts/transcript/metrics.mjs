import { at, iso } from "./clock.mjs";

/**
 * A range query as the metrics server answers it: `[time, "value"]` pairs for each series.
 *
 * @param {import("./random.mjs").Random} random
 * @param {{metric: string, from: string, to: string, step: number, series: {labels: object, value: (minute: number) => number, noise?: number}[]}} query
 *   `step` in seconds; `value` takes the minutes since `from`.
 */
export function rangeQuery(random, { metric, from, to, step, series }) {
  const [start, end] = [at(from), at(to)];
  return {
    status: "success",
    data: {
      resultType: "matrix",
      result: series.map(({ labels, value, noise = 0.06 }) => ({
        metric: { __name__: metric, ...labels },
        values: steps(start, end, step).map((time) => {
          const smooth = value((time - start) / 60_000);
          return [time / 1000, trimmed(smooth * (1 + (random.next() - 0.5) * 2 * noise))];
        }),
      })),
    },
  };
}

/** A table for reading: a row a step, a column a series. */
export function table(random, { from, to, step, columns }) {
  const [start, end] = [at(from), at(to)];
  const heads = ["time", ...columns.map((column) => column.name)];
  const rows = steps(start, end, step).map((time) => [
    iso(time).slice(11, 19),
    ...columns.map(({ value, noise = 0.06 }) => trimmed(value((time - start) / 60_000) * (1 + (random.next() - 0.5) * 2 * noise))),
  ]);
  const widths = heads.map((head, place) => Math.max(head.length, ...rows.map((row) => row[place].length)));
  return [heads, ...rows].map((row) => row.map((cell, place) => cell.padStart(widths[place])).join("  ")).join("\n");
}

/** From `low` to `high` around `minute`, as an outage rises: steep, then flat. */
export function rise(low, high, minute, width = 3) {
  return (now) => low + (high - low) / (1 + Math.exp(-(now - minute) / width));
}

/** `before` until `minute`, `after` from then on. */
export function step(before, after, minute) {
  return (now) => (now < minute ? before : after);
}

function steps(start, end, seconds) {
  const times = [];
  for (let time = start; time <= end; time += seconds * 1000) times.push(time);
  return times;
}

function trimmed(value) {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 3).replace(/\.?0+$/, "") || "0";
}
