// The planted cases: generated conversations in which it is known what a cut should keep.

import { random } from "../../../tests/support/random.mjs";
import { cutOf } from "../cut.mjs";
import { codingRun } from "../generated/coding.mjs";
import { serviceCall } from "../generated/service.mjs";
import { neutral } from "../load.mjs";
import { Planting } from "./planting.mjs";
import { SENTENCES, UNLISTED } from "./sentences.mjs";
import { plantGoal, plantWords, requestOf } from "./words.mjs";
import { plantCoding, plantInstructions, plantPolls } from "./work.mjs";

/**
 * @typedef {object} Planted of a case
 * @property {import("./planting.mjs").Item[]} items
 * @property {import("./planting.mjs").Planting["waste"]} waste
 *
 * @typedef {import("../cut.mjs").Cut & Planted} Case
 */

/** English has the most rules, and so the most cases. */
const LANGUAGES = [...Object.keys(SENTENCES), "English", "English"];
/** The cases of each language and carrier. */
const SEEDS = 3;

/** Returns all cases, always the same ones. @returns {Case[]} */
export function plantedCases() {
  const kinds = Array.from({ length: SEEDS }, (_, seed) => ["coding", "service"].map((kind) => ({ seed, kind }))).flat();
  return kinds.flatMap(({ kind }, round) => LANGUAGES.map((language, index) => caseOf(round * LANGUAGES.length + index, kind, language)));
}

/**
 * Returns a cut at the end of a generated conversation, in which nothing that was planted is required.
 *
 * @param {number} seed
 * @param {"coding" | "service"} kind
 * @param {string} language a key of `SENTENCES`
 * @returns {Case}
 */
export function caseOf(seed, kind, language) {
  const chance = random(seed + 1_000);
  const sentences = SENTENCES[language];
  const planting = new Planting((kind === "coding" ? codingRun : serviceCall)(seed).messages, chance);
  plantGoal(planting, sentences.goals[kind]);
  plantWords(planting, sentences, !UNLISTED.includes(language));
  if (kind === "coding") plantCoding(planting);
  else plantPolls(planting, "get_parcel", "parcel");
  plantInstructions(planting, kind === "coding" ? "read_file" : "get_page");
  const messages = [...planting.finish(), ...requestOf(planting, sentences, chance.chance(0.5))];
  return { ...cutOf(`case ${seed + 1}, ${kind}, ${language}`, neutral(messages)), items: planting.items, waste: planting.waste };
}
