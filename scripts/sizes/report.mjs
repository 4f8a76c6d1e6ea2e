// The tables of `npm run sizes`.

import { table } from "../../benches/lib/table.mjs";
import { NAMES, percent } from "./bounds.mjs";
import { isCounted, isOver, isUnder, summariesOf } from "./measure.mjs";

/** @typedef {import("./measure.mjs").Point} Point */

const EXPLANATION = `
UNDER: the share of sizes that are smaller than the provider's count by more than 3 % and 24 tokens: promised to fit, and would not. OVER: the
share that is larger by more than 10 % and 48 tokens: cut needlessly. median and 95th: the error that half, and 95 %, do not exceed, as a
share of the count. ratio: the median of size / count. "unknowable" (tools of the server, kept responses, files by id) and "link" (pictures
behind an address) are in no total. Of a session, the growth since its first request is measured, without the stretches that the transcript
does not explain; transcripts of GPT-5 hold no reasoning, so the reported reasoning is added to all sizes.`;

const FIGURES = Object.entries(NAMES);
const cellsOf = (summary) => [
  summary.n,
  ...FIGURES.map(([name]) => (name === "ratio" ? summary[name].toFixed(2) : percent(summary[name]))),
];

export const printExplanation = () => console.log(EXPLANATION);

/** Prints the figures of a set by kind and class, and its totals. */
export function printParts(set, { parts, totals }, refused) {
  const rows = (summaries, before = "") => Object.entries(summaries).map(([name, summary]) => [`${before}${name}`, ...cellsOf(summary)]);
  console.log(`\n${table([`${set}: kind, class`, "n", ...FIGURES.map(([, name]) => name)], [...rows(parts), ...rows(totals, "total: ")])}`);
  for (const [reason, times] of refused) console.log(`refused: ${reason}, ${times} times`);
}

/** Prints each counted request whose size is UNDER or OVER. @param {Point[]} points */
export function printMisses(points) {
  const missed = points.filter(isCounted).filter((point) => isUnder(point) || isOver(point));
  if (missed.length === 0) return;
  const rows = missed.map((point) => [
    `${point.model}, ${point.class}: ${point.name}`,
    isUnder(point) ? "UNDER" : "OVER",
    point.size,
    point.count,
  ]);
  console.log(`\n${table(["request", "", "size", "count"], rows)}`);
}

/** The totals that the comparison shows. */
const COLUMNS = [
  ["requests", ({ totals }) => totals.requests],
  ["sessions, Claude", ({ parts }) => parts["session anthropic, all"]],
  ["sessions, GPT-5", ({ parts }) => parts["session openai-responses, all"]],
];

/**
 * Prints the totals of each way, at UNDER / OVER / median / 95th.
 *
 * @param {string} set
 * @param {{ name: string, points: Point[] }[]} measured
 */
export function printComparison(set, measured) {
  const summaries = measured.map(({ points }) => summariesOf(points));
  const columns = COLUMNS.filter(([, of]) => summaries.some((summary) => of(summary) !== undefined));
  const cell = (summary) =>
    summary === undefined
      ? "-"
      : `${FIGURES.slice(0, 4)
          .map(([name]) => (100 * summary[name]).toFixed(1))
          .join(" / ")} (${summary.n})`;
  const rows = measured.map(({ name }, at) => [name, ...columns.map(([, of]) => cell(of(summaries[at])))]);
  console.log(
    `\n${set}: UNDER / OVER / median / 95th in %, and the number of points\n\n${table(["", ...columns.map(([title]) => title)], rows)}`,
  );
}
