// Prints cuts for the eye: the fate of each unit under two ways, with the needed words marked.

import { budgetOf, cutsOf, recallOf } from "./measure.mjs";
import { sizeOf } from "./tokens.mjs";
import { textsOf, withMarked, wordsIn } from "./words.mjs";
import { byNeed } from "./ways/ours.mjs";
import { newestUnits } from "./ways/windows.mjs";

/** @typedef {import("./measure.mjs").Cut} Cut */

/** @typedef {"required" | "kept" | "cut" | "cleared" | "shortened"} Fate of a unit; `required`: kept, as every cut must */

const COMPARED = [byNeed, newestUnits];
const FATE_WIDTH = Math.max(...COMPARED.map(({ name }) => name.length), "shortened".length) + 2;
/** Characters of a unit that are shown. */
const EXCERPT = 120;
/** Needed words that are listed of a unit. */
const MOST_WORDS = 12;
/** A line that begins or ends with this many characters of a text is a part of it. */
const RECOGNIZED = 8;

/**
 * Prints cuts of all sources, spread evenly over each.
 *
 * @param {import("./load.mjs").Source[]} sources
 * @param {number} count
 * @param {number} share the share of the rest that may be kept
 */
export async function printCuts(sources, count, share) {
  for (const { name, cut } of spread(sources, count)) {
    console.log(`\n=== ${name}: ${cut.id}\n\n${await sideBySide(cut, budgetOf(cut, share))}`);
  }
}

/** Returns cuts of each source in turn. */
function spread(sources, count) {
  const all = sources.map(({ name, conversations }) => ({ name, cuts: cutsOf(conversations) })).filter(({ cuts }) => cuts.length > 0);
  return all.flatMap(({ name, cuts }, index) => {
    const share = Math.min(cuts.length, Math.ceil((count - index) / all.length));
    return Array.from({ length: share }, (_, place) => ({ name, cut: cuts[Math.floor(((place + 0.5) * cuts.length) / share)] }));
  });
}

/**
 * Returns a cut as text: the recall under each way with the lost words, and a line for each unit with its fates.
 *
 * @param {Cut} cut
 * @param {number} budget tokens by o200k
 */
export async function sideBySide(cut, budget) {
  const kept = [];
  for (const way of COMPARED) kept.push((await way.keep(cut, budget)) ?? []);
  const head = `${COMPARED.map(({ name }) => name.padEnd(FATE_WIDTH)).join("")}tokens  unit, with needed words in «»`;
  const summaries = COMPARED.map(({ name }, index) => summaryOf(name, cut, kept[index], budget));
  return [...summaries, "", head, ...cut.units.flatMap((unit) => linesOf(cut, unit, kept))].join("\n");
}

function summaryOf(name, cut, kept, budget) {
  const words = wordsIn(kept);
  const lost = [...cut.needed].filter((word) => !words.has(word));
  const recall = recallOf(cut, kept).all.toFixed(2);
  return `${name}: recall ${recall}, ${sizeOf(kept)} of ${budget} tokens; lost: ${lost.join(" ") || "nothing"}`;
}

/** Returns a line of a unit, and another one with its needed words if there are any. */
function linesOf(cut, unit, kept) {
  const isRequired = cut.required.has(unit);
  const fates = kept.map((messages) => fateOf(unit, messages, isRequired).padEnd(FATE_WIDTH));
  const needed = [...wordsIn(unit)].filter((word) => cut.needed.has(word));
  const excerpt = unit.map(textOf).join(" ").replace(/\s+/g, " ").slice(0, EXCERPT);
  const line = `${fates.join("")}${String(sizeOf(unit)).padStart(6)}  ${withMarked(excerpt, cut.needed)}`;
  if (needed.length === 0) return [line];
  const listed = needed.slice(0, MOST_WORDS).map((word) => `«${word}»`);
  const more = needed.length > MOST_WORDS ? ` and ${needed.length - MOST_WORDS} more` : "";
  return [line, `${" ".repeat(FATE_WIDTH * kept.length + 8)}${listed.join(" ")}${more}`];
}

function textOf({ role, content, toolCalls = [] }) {
  const calls = toolCalls.map((call) => `${call.name}(${textsOf({ toolCalls: [call] }).join(", ")})`);
  return [`${role}:`, ...textsOf({ content }), ...calls].join(" ");
}

/** @returns {Fate} */
function fateOf(unit, messages, isRequired) {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const left = unit.map(({ id }) => byId.get(id));
  if (left.every((message) => message === undefined)) return "cut";
  const [before, after] = [unit, left].map((list) => list.map((message) => (message === undefined ? "" : textsOf(message).join("\n"))));
  const changed = before.flatMap((text, index) => (text === after[index] ? [] : [[text, after[index]]]));
  if (changed.length === 0) return isRequired ? "required" : "kept";
  return changed.some(([text, short]) => holdsPartOf(short, text)) ? "shortened" : "cleared";
}

function holdsPartOf(short, text) {
  return short.split("\n").some((line) => {
    return line.length >= RECOGNIZED && (text.includes(line.slice(0, RECOGNIZED)) || text.includes(line.slice(-RECOGNIZED)));
  });
}
