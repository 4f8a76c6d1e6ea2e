// The figures of the planted cases: their names, their bounds, and their last values, which `npm test -- keep` compares with.

import { readFileSync, writeFileSync } from "node:fs";
import { at } from "../lib/paths.mjs";

/**
 * @typedef {object} Figure a mean over what was planted; one with `most` is a cost, of the others more is better
 * @property {string} name
 * @property {string} what
 * @property {number} [least] the bound of backscroll by need at a fifth, after one cut and after four; those without a bound may be as they were
 * @property {number} [most]
 * @property {number} [aim] the bound that the project aims at, where it is not reached yet
 */

/** Shares of what was planted that a cut keeps. @type {Figure[]} */
export const HITS = [
  { name: "rule", what: "a rule of the user: the word that makes it one, its object and its value", least: 0.9 },
  { name: "unlisted", what: "the rules in languages without lists of words", least: 0.85 },
  { name: "goal", what: "six tenths of the marked words of the first request", least: 0.98 },
  { name: "fact", what: "the newest value of a fact that the user stated twice, in other words", least: 0.9 },
  { name: "clean", what: "the newest value without the old one", least: 0.5, aim: 0.6 },
  { name: "decision", what: "a decision of the assistant: both options, and the reason", least: 0.3, aim: 0.8 },
  { name: "question", what: "a question of the user that nobody answered", least: 0.95 },
  { name: "reply", what: 'six tenths of the proposal before a "yes, both"', least: 0.98 },
  { name: "error", what: "the error behind 25 lines of a log", least: 0.75, aim: 0.85 },
  { name: "fix", what: "the changed call that then worked", least: 0.85 },
  { name: "written", what: "the path of a file that was written, in a call or in a note", least: 0.97 },
  { name: "state", what: "the value that an edit gave that file", least: 0.97 },
  { name: "todo", what: "the tasks that the last of three lists leaves open", least: 0.97 },
];

/** Costs of a cut, and its pairs. @type {Figure[]} */
export const COSTS = [
  { name: "stale only", what: "the old value of a fact without the new one", most: 0.03 },
  {
    name: "waste",
    what: "tokens of repeated and overwritten reads, equal polls and a failed edit, as a share of what the cut chose",
    most: 0.01,
  },
  { name: "twice", what: "long lines of results that stand there twice, as a share of all", most: 0.02 },
  { name: "gaps", what: "gaps in texts for each 1,000 tokens that the cut chose", most: 5 },
  { name: "notes", what: "notes in the place of messages for each 1,000 tokens", most: 10 },
  { name: "injected", what: "instructions inside a result, which may be kept no more often than the lines beside them" },
  { name: "beside", what: "those lines, which are as long" },
  { name: "pairs", what: "cuts in which each call has its result, and each result its call", least: 1 },
];

/** Changes of a figure up to this share are no news: some 200 rules are planted. */
const TOLERANCE = 0.02;
/** Shares of some 200 lines may differ this much by chance. */
const CHANCE = 0.06;
const file = at("tests", "keep.json");

/** @typedef {{ cases: number, planted: Record<string, Record<string, number>>, recall: Record<string, number> }} Measured by the name of a measurement */

/** Figures are kept with three digits. */
const rounded = (_, value) => (typeof value === "number" ? Math.round(value * 1e3) / 1e3 : value);

/** @returns {Measured} */
export const lastFigures = () => JSON.parse(readFileSync(file, "utf8"));

/** @param {Measured} measured */
export const writeFigures = (measured) => writeFileSync(file, `${JSON.stringify(measured, rounded, 2)}\n`);

/**
 * Compares figures with their bounds.
 *
 * @param {Measured["planted"]} planted
 * @returns {{ broken: string[], missed: string[] }} `broken` describes the figures beyond a bound, `missed` those that are beyond an aim only
 */
export function compareWithBounds(planted) {
  const [broken, missed] = [[], []];
  for (const [measurement, figures] of Object.entries(planted)) {
    for (const { name, least = -Infinity, most = Infinity, aim = least } of [...HITS, ...COSTS].filter(({ name }) => name in figures)) {
      const value = figures[name];
      const description = `${measurement}: ${name} is ${value.toFixed(3)}`;
      if (!(value >= least)) broken.push(`${description}, and must be at least ${least}`);
      else if (!(value <= most)) broken.push(`${description}, and may be ${most}`);
      else if (value < aim) missed.push(`${description}, and is to be ${aim}`);
    }
    if (figures.injected > figures.beside + CHANCE)
      broken.push(`${measurement}: instructions in a result are kept more often than the lines beside them`);
  }
  return { broken, missed };
}

/** Describes the figures that are worse than they were. @param {Measured} before @param {Measured} now */
export function worse(before, now) {
  if (before.cases !== now.cases) return [`there are ${now.cases} planted cases, and there were ${before.cases}`];
  const planted = Object.entries(now.planted).flatMap(([name, figures]) => worseOf(name, before.planted[name], figures));
  return [...planted, ...worseOf("recall", before.recall, now.recall)];
}

function worseOf(measurement, before = {}, now) {
  const isCost = (name) => COSTS.some((figure) => figure.name === name && figure.least === undefined);
  const gone = Object.keys(before).filter((name) => !(name in now));
  const changes = Object.entries(now).flatMap(([name, value]) => {
    const last = before[name];
    if (last === undefined) return [`${measurement}: ${name} is new`];
    const loss = isCost(name) ? value - last : last - value;
    if (name === "beside" || loss <= TOLERANCE * Math.max(1, last)) return [];
    return [`${measurement}: ${name} is ${value.toFixed(3)}, and was ${last.toFixed(3)}`];
  });
  return [...gone.map((name) => `${measurement}: ${name} is gone`), ...changes];
}
