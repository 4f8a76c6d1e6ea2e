// All refusals, with what their pages show.

import { readFileSync } from "node:fs";
import { RULES, explain } from "backscroll/doctor";
import { at } from "../../lib/paths.mjs";
import { plain } from "../html.mjs";
import { ACTIONS } from "./actions.mjs";
import { pathOf, pathOfRule } from "./addresses.mjs";
import { caseOf } from "./case.mjs";
import { PREVENTION, WAYS } from "./causes.mjs";
import { ELSEWHERE } from "./elsewhere.mjs";
import { LABELS } from "./labels.mjs";
import { OTHER, PROVIDERS } from "./providers.mjs";
import { CAUSE_OF_RULE, WAYS_OF_RULE } from "./single-rules.mjs";

/**
 * A refusal.
 *
 * @typedef {object} Refusal
 * @property {string | null} id the id of its rule
 * @property {string} label
 * @property {string} path the page
 * @property {{ folder: string, title: string, letters: string }} provider
 * @property {readonly string[]} words
 * @property {string} cause
 * @property {string} says what the provider demands, or what the refusal means
 * @property {string} action what to do
 * @property {string} prevention
 * @property {readonly (readonly [string, string])[]} ways
 * @property {object | null} rule
 * @property {import("./case.mjs").Case | null} shown
 * @property {readonly string[]} evidence
 * @property {string} [code]
 */

/** @returns {Refusal[]} */
export function refusals() {
  return [...RULES.map(ofRule), ...ELSEWHERE.map(elsewhere)];
}

/** The entry of a table for a new rule must be written by hand. */
function entry(table, file, key, id) {
  if (!Object.hasOwn(table, key)) throw new Error(`scripts/site/refusals/${file}.mjs has no entry for ${key}, which ${id} needs`);
  return table[key];
}

const explained = (rule) => rule.words.flatMap((words) => explain(words, { target: rule.target }).slice(0, 1));

function ofRule(rule) {
  const { id, target, sentence, words } = rule;
  const provider = entry(PROVIDERS, "providers", target, id);
  const cause = CAUSE_OF_RULE[id] ?? explained(rule)[0]?.cause;
  const label = entry(LABELS, "labels", id, id);
  return {
    id,
    label,
    path: pathOfRule(rule),
    provider,
    words,
    cause,
    says: `The rule: ${lower(sentence)}.`,
    action: entry(ACTIONS, "actions", id, id),
    prevention: entry(PREVENTION, "causes", cause, id),
    ways: WAYS_OF_RULE[id] ?? entry(WAYS, "causes", cause, id),
    rule,
    shown: caseOf(rule),
    evidence: evidenceOf(rule),
  };
}

/** A sentence behind a colon: with a small letter, unless it begins with a name. */
const lower = (sentence) =>
  /^(?:\w[a-z]*[A-Z]|Claude|Gemini)/.test(sentence) ? sentence : sentence.replace(/^[A-Z]/, (letter) => letter.toLowerCase());

/** Where the words are from. */
function evidenceOf({ id, target, evidence }) {
  const { source } = JSON.parse(readFileSync(at("src", "format", target.replaceAll("-", "_"), "rules", `${id}.json`), "utf8"));
  return [source, evidence].flatMap((text) => text?.split(/[;,] (?![^(]*\))/) ?? []);
}

function elsewhere({ label, cause, words, says, ways, action, code }) {
  return {
    id: null,
    label,
    path: pathOf(OTHER.folder, label),
    provider: OTHER,
    words,
    cause,
    says,
    action,
    prevention: "",
    ways,
    rule: null,
    shown: null,
    evidence: [],
    ...(code !== undefined && { code }),
  };
}

/** The text that a person would paste: the provider's words, and the body. Null if neither is known. */
export function exampleOf({ id, label, words: [words = ""], shown }) {
  const body = shown === null ? "" : JSON.stringify(shown.before, null, 2);
  const text = [words, body].filter((part) => part !== "").join("\n\n");
  return id === null || text === "" ? null : { id, title: plain(label), text };
}
