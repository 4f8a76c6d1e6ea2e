// The diagnosis of a body: what its provider would refuse, where, and how it is repaired.

import { describeViolations, explain, locateRepairs, repairParameters, RULES } from "backscroll/doctor";
import { sanitize, validate } from "backscroll/slim";
import { TARGETS } from "../formats.mjs";
import { editsOf } from "./patch.mjs";
import { nodeAt } from "./places.mjs";

const RULE = new Map(RULES.map((rule) => [rule.id, rule]));

/** Marks and cards above this number are counted, and not shown. */
const MOST = 500;
/** Repairs that are listed. */
const MOST_LOCATED = 100;

/** Returns the violations, and the explanations of a refusal. */
export function diagnose({ format, value, refusal }) {
  const isTarget = TARGETS.includes(format);
  const violations = isTarget ? validate(format, value) : [];
  return { violations, explanations: refusal === "" ? [] : explain(refusal, { ...(isTarget && { target: format, violations }) }) };
}

/** The ids of the rules that are broken. */
export const idsOf = (violations) => [...new Set(violations.map(({ rule }) => rule).filter(Boolean))];

/** One card for each rule, the refusal's first; then in the order of the text. */
export function cardsOf(violations, explanations, placeOf) {
  const cards = new Map();
  for (const { rule, about, path, likeness, words, cause, advice } of likeliest(explanations)) {
    const id = about === "context-window" ? "context-window" : (rule?.id ?? cause);
    if (!cards.has(id))
      cards.set(id, {
        id,
        advice: about === "cause" ? advice : null,
        ...textsOf(rule),
        isNamed: true,
        likeness,
        asked: words,
        named: path,
        places: [],
        count: 0,
        remedies: [],
        repaired: [],
      });
  }
  for (const { rule = "", path, message, remedy, repair } of violations) {
    const id = rule === "" ? message : rule;
    const card = cards.get(id) ?? {
      id: rule,
      ...textsOf(RULE.get(rule)),
      isNamed: false,
      likeness: 0,
      asked: null,
      named: null,
      places: [],
      count: 0,
      remedies: [],
      repaired: [],
    };
    if (card.sentence === "") card.sentence = message;
    card.count += 1;
    if (card.places.length < 20) card.places.push({ path, message, ...placeOf(path) });
    // A parameter is the caller's, unless its repair is safe.
    const own = repair === undefined ? card.remedies : card.repaired;
    if (remedy !== undefined && !own.includes(remedy)) own.push(remedy);
    cards.set(id, card);
  }
  return [...cards.values()];
}

/** The explanation that the body agrees with; without one, those that are as like as the first. */
function likeliest(explanations) {
  const [first] = explanations;
  if (first === undefined) return [];
  return first.violations.length > 0 ? [first] : explanations.filter(({ likeness }) => likeness === first.likeness).slice(0, 3);
}

const textsOf = (rule) => ({
  target: rule?.target ?? null,
  sentence: rule?.sentence ?? "",
  words: [...(rule?.words ?? [])],
  handling: rule?.handling ?? null,
  does: rule?.remedy ?? "",
});

/** The places to underline. */
export function marksOf(violations, root, at) {
  return describeViolations(violations.slice(0, MOST)).map(({ path, message }) => {
    const node = nodeAt(root, path);
    // A whole message is marked at its first line.
    return {
      from: at(node.offset),
      to: at(node.offset + Math.min(node.length, 200)),
      isLong: node.length > 200,
      message,
    };
  });
}

/**
 * Repairs a body, as edits of its text.
 *
 * @returns {{ repairs: object[], leftRules: string[], edits: import("./patch.mjs").Edit[], error: string | null }}
 */
export function repairOf({ format, source, root, openCalls }) {
  if (!TARGETS.includes(format)) return { repairs: [], repairCount: 0, leftRules: [], edits: [], error: null };
  try {
    const { body: sanitized, repairs } = sanitize(format, source.value, { openCalls });
    const { body, repairs: parameters, left } = repairParameters(sanitized, validate(format, sanitized));
    const located = [...locateRepairs(repairs.slice(0, MOST_LOCATED), source.value, body), ...parameters.map(locatedParameter)];
    return {
      repairs: located.slice(0, MOST_LOCATED),
      repairCount: repairs.length + parameters.length,
      leftRules: idsOf(left),
      error: null,
      edits: editsOf(source.json, root, source.value, body),
    };
  } catch (error) {
    return { repairs: [], repairCount: 0, leftRules: [], edits: [], error: error.message };
  }
}

/** A repair of a parameter in the form of `locateRepairs`; its code is the kind of the first edit. */
function locatedParameter({ rule, path, detail, edits: [edit] }) {
  const code = "remove" in edit ? "parameter-dropped" : "rename" in edit ? "parameter-renamed" : "parameter-set";
  const after = "remove" in edit ? null : "rename" in edit ? edit.path.replace(/[^.[\]]+$/, () => edit.rename) : edit.path;
  return { repair: { code, rule, detail }, before: path, after };
}

/** The edits, as those of the pasted text. */
export const inPaste = (edits, { at, written }) =>
  edits.map(({ from, to, insert }) => ({ from: at(from), to: at(to), insert: written(insert) }));
