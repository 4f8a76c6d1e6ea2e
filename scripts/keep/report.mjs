// The tables of `npm run keep`.

import { table } from "../../benches/lib/table.mjs";
import { COSTS, HITS } from "./figures.mjs";

/** @typedef {import("./ways/way.mjs").Way} Way */

const RECALL = `
Recall: a cut stands at half and at three quarters of a conversation with tools, directly before a message of the assistant. Needed are the
ids, paths, names and amounts that its next six messages and their calls use, and that the messages before the cut hold; those in the system
prompt, the current request and the newest unit do not count, because every cut must keep these. "all": the share of the needed words that is
left, as a mean over the cuts; "said": of words that somebody other than a tool had said; "found": of words that stand in results only.
The budget is the tokens of what every cut must keep, and a share of all others, by o200k. "used": the tokens that are left, as a share of
the budget; "over": cuts in which they are more than the budget; "no request": the library threw. Neither makes a request that is answered,
so nothing counts as kept there.`;

const PLANTED = `
Planted: generated conversations of a coding agent and of a shop's service, in eight languages, in which it is known what a cut should keep.
All parts of a planted thing must stand within one message. After four cuts, the conversation went on between them.`;

const USE = [
  ["used", "used"],
  ["over", "over"],
  ["no request", "none"],
];

/**
 * Prints the recall of all sources, and the details of each.
 *
 * @param {{ name: string, cuts: number, results: object[] }[]} sources
 * @param {Way[]} ways
 */
export function printRecall(sources, ways) {
  for (const { name } of sources.filter(({ cuts }) => cuts === 0))
    console.log(`${name}: no cuts; tool use, and longer conversations, are what the measure needs`);
  const measured = sources.filter(({ cuts }) => cuts > 0);
  if (measured.length === 0) return;
  const head = ["recall", ...measured.map(({ name, cuts }) => `${name} (${cuts} cuts)`)];
  console.log(
    `\n${table(
      head,
      ways.map(({ name }, way) => [name, ...measured.map(({ results }) => figure(results[way].all))]),
    )}`,
  );
  for (const { name, results } of measured)
    console.log(`\n${tableOf(name, ways, results, [["all", "all"], ["said", "said"], ["found", "found"], ...USE])}`);
  console.log(RECALL);
}

/** Prints these figures of a measurement of the planted cases. @param {string} title @param {object[]} results @param {Way[]} ways */
export function printPlanted(title, results, ways, names) {
  for (const [kind, figures, more] of [
    ["kept", HITS, []],
    ["costs", COSTS, USE],
  ]) {
    const columns = figures.flatMap(({ name }) => (names.includes(name) ? [[name, name]] : []));
    if (columns.length > 0) console.log(`\n${tableOf(`${title}: ${kind}`, ways, results, [...columns, ...more])}`);
  }
}

/** Prints what the figures of the planted cases mean. */
export function printMeanings() {
  console.log(PLANTED);
  for (const { name, what } of [...HITS, ...COSTS]) console.log(`- ${name}: ${what}.`);
}

/** @param {Way[]} ways */
export function printWays(ways) {
  console.log("");
  for (const { name, how } of ways) console.log(`- ${name}: ${how}.`);
}

function tableOf(title, ways, results, columns) {
  const cell = (result, key) => (key === "over" || key === "none" ? result[key] : figure(result[key]));
  return table(
    [title, ...columns.map(([name]) => name)],
    ways.map(({ name }, way) => [name, ...columns.map(([, key]) => cell(results[way], key))]),
  );
}

/** A mean over nothing is no number. */
function figure(value = NaN) {
  return Number.isNaN(value) ? "-" : value.toFixed(2);
}
