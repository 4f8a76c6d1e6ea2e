// The output of a benchmark: a Markdown table, and numbers that fit into it.

import { median, quartiles } from "./statistics.mjs";

/** Returns a Markdown table: the first column is aligned to the left, the others, which hold numbers, to the right. */
export function table(head, rows) {
  for (const row of rows) {
    if (row.length !== head.length) throw new RangeError(`a row of ${row.length} cells under a head of ${head.length}`);
  }
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const pad = (text, column) => (column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]));
  const line = (row) => `| ${row.map(pad).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(cells[0]), line(rule), ...cells.slice(1).map(line)].join("\n");
}

/** Formats a number with three significant digits. */
const digits = (number) => (number >= 100 ? number.toFixed(0) : number.toPrecision(3));

/** Formats a time in a readable unit. */
export function time(nanoseconds) {
  if (nanoseconds < 1e3) return `${digits(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${digits(nanoseconds / 1e3)} µs`;
  return `${digits(nanoseconds / 1e6)} ms`;
}

/** Formats the times of all rounds: their median, and the times between which half of them lie. */
export function spread(rounds) {
  const [low, high] = quartiles(rounds);
  return `${time(median(rounds))} (${time(low)} to ${time(high)})`;
}

/** Formats a ratio; above 1 is better for backscroll. */
export const times = (ratio) => `${digits(ratio)}×`;

/** Formats a size; a KB is 1,000 bytes. */
export const kilobytes = (bytes) => `${digits(bytes / 1e3)} KB`;
