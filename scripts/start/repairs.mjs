// Summarises repairs in a few lines.

import { ruleSentences } from "./rules.mjs";
import { WIDTH, short } from "./show.mjs";

const SENTENCES = ruleSentences();

/** The maximum length of a text in characters, without its indent. */
const ROOM = WIDTH - 4;
/** The maximum length of a shown name. Longer ids of providers mean nothing to a reader. */
const LONGEST_NAME = 22;

/**
 * Returns a line for each code with the sentence of its rule, or the text of its first repair where no rule asked for it. Codes that were
 * explained before share the last line.
 *
 * @param {import("backscroll").Repair[]} repairs
 * @param {Set<string>} explained the kinds of repairs that were explained; new ones are added
 * @returns {string[]}
 */
export function repairRows(repairs, explained) {
  const groups = [...grouped(repairs).values()];
  const isExplained = ([first]) => explained.has(kindOf(first));
  const [again, fresh] = [groups.filter(isExplained), groups.filter((group) => !isExplained(group))];
  for (const [first] of fresh) explained.add(kindOf(first));

  const codeWidth = Math.max(0, ...fresh.map(([{ code }]) => code.length));
  const rows = fresh.map((group) => inWords(group, codeWidth));
  return again.length === 0 ? rows : [...rows, `${rows.length === 0 ? "" : "and "}as above: ${repairCounts(again.flat())}`];
}

/** @returns {string} such as "3 field-dropped, 1 result-moved" */
export function repairCounts(repairs) {
  // Uses a non-breaking space, so that a number stays with its noun.
  return [...grouped(repairs)].map(([code, group]) => `${group.length}\u00a0${code}`).join(", ");
}

function inWords(group, codeWidth) {
  const { code, rule = "", detail } = group[0];
  const lead = `${String(group.length).padStart(3)} × ${code.padEnd(codeWidth)}  ${rule.padEnd(4)}  `;
  return `${lead}${short(SENTENCES.get(rule) ?? withShortNames(detail), ROOM - lead.length)}`;
}

function withShortNames(detail) {
  return detail.replace(/`([^`]*)`/g, (quoted, name) => (name.length <= LONGEST_NAME ? quoted : `\`${name.slice(0, 7)}…\``));
}

/** Returns the kind of a repair: its text without names and numbers. */
function kindOf({ code, detail }) {
  return `${code}: ${detail.replace(/`[^`]*`/g, "")}`;
}

function grouped(repairs) {
  const groups = new Map();
  for (const repair of repairs) groups.set(repair.code, [...(groups.get(repair.code) ?? []), repair]);
  return groups;
}
