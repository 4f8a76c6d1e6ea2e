// The last figures of the repository's own set, which are beside it. Nothing depends on a clock, so a figure may not become worse.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NAMES } from "./bounds.mjs";
import { ownFolder } from "./sets.mjs";

const file = join(ownFolder, "figures.json");

/** Figures are kept, and compared, with four digits. */
const rounded = (number) => Math.round(number * 1e4) / 1e4;

/** @param {import("./bounds.mjs").Summaries} summaries */
export const figuresOf = ({ parts, totals }) => ({ parts: everyRounded(parts), totals: everyRounded(totals) });

function everyRounded(summaries) {
  const figures = (summary) => Object.fromEntries(Object.entries(summary).map(([name, number]) => [name, rounded(number)]));
  return Object.fromEntries(Object.entries(summaries).map(([name, summary]) => [name, figures(summary)]));
}

export const keptFigures = () => JSON.parse(readFileSync(file, "utf8"));

export const keepFigures = (figures) => writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);

/** Describes the figures that are worse than they were. Of another number of points, none can be compared. */
export function worse(before, now) {
  return Object.entries(now).flatMap(([group, parts]) =>
    Object.entries(parts).flatMap(([part, figures]) => worseOf(part, before[group]?.[part], figures)),
  );
}

function worseOf(part, last, figures) {
  if (last?.n !== figures.n) return [`${part} has ${figures.n} points, and had ${last?.n ?? 0}`];
  return Object.keys(NAMES)
    .filter((name) => distance(name, figures[name]) > distance(name, last[name]))
    .map((name) => `${part}: ${NAMES[name]} is ${figures[name]}, and was ${last[name]}`);
}

/** The distance from what a figure is to be: shares of errors from 0, the ratio from 1, where half as much is as far as twice as much. */
const distance = (name, figure) => (name === "ratio" ? Math.abs(Math.log(figure)) : figure);
