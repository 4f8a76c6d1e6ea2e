// A case of each rule: a body that breaks it, and what the package makes of that body.

import { sanitize, validate } from "backscroll";
import { describeViolations, repairParameters } from "backscroll/doctor";
import { PARAMETER_REPAIRS } from "../../../tests/support/strict/cases/parameter-repairs.mjs";
import { PARAMETERS_REFUSED } from "../../../tests/support/strict/cases/parameters.mjs";
import { ruleFiles } from "../../../tests/support/rule-files.mjs";
import { CHOSEN } from "./chosen.mjs";

/**
 * A case of a rule.
 *
 * @typedef {object} Case
 * @property {object} before
 * @property {object | null} after null if nothing is repaired
 * @property {object} options options of the calls, such as the vendor
 * @property {readonly string[]} paths the places at which the rule is broken
 * @property {string | null} found the fault and its repair, in words
 * @property {readonly { code: string, detail: string }[]} repairs those of `sanitize`
 * @property {readonly { detail: string }[]} parameters those of `repairParameters`
 * @property {string | null} error the code of the error with which the body is refused
 */

/** The case of a rule; null if no body shows it. @returns {Case | null} */
export function caseOf(rule) {
  const all = candidates(rule).flatMap((each) => tried(rule, each) ?? []);
  const chosen = all.find(({ name }) => name === CHOSEN[rule.id]);
  if (CHOSEN[rule.id] !== undefined && chosen === undefined) throw new Error(`${rule.id} has no case "${CHOSEN[rule.id]}" that breaks it`);
  return chosen ?? all.sort((one, other) => worth(other) - worth(one))[0] ?? null;
}

function candidates({ id, target }) {
  const cases = ruleFiles(target).flatMap(({ name: file, cases: inFile }) =>
    file === `${id}.json` ? inFile.map(({ name, given, options = {} }) => ({ name, before: given, options })) : [],
  );
  const parameters = [
    ...PARAMETER_REPAIRS[target].map(({ rule, name, before, vendor }) => ({ rule, name, before, vendor })),
    ...PARAMETERS_REFUSED[target].map(({ rule, name, body, vendor }) => ({ rule, name, before: body, vendor })),
  ];
  const ofRule = parameters.filter(({ rule }) => rule === id);
  return [...cases, ...ofRule.map(({ name, before, vendor }) => ({ name, before, options: vendor === undefined ? {} : { vendor } }))];
}

/** The case with its repair; null if it does not break the rule. */
function tried({ id, target }, { name, before, options }) {
  const own = (violations) => violations.filter(({ rule }) => rule === id);
  const broken = validate(target, before, options);
  if (own(broken).length === 0) return null;
  const [described] = describeViolations(own(broken));
  const found = {
    name,
    before,
    options,
    paths: own(broken).map(({ path }) => path),
    found: described?.remedy ?? null,
    rules: new Set(broken.map(({ rule }) => rule)).size,
  };
  try {
    const { body, repairs } = sanitize(target, before, options);
    const mended = repairParameters(body, validate(target, body, options));
    const isMended = own(validate(target, mended.body, options)).length === 0;
    return {
      ...found,
      after: isMended ? mended.body : null,
      repairs: isMended ? repairs : [],
      parameters: isMended ? mended.repairs : [],
      error: null,
    };
  } catch (error) {
    return { ...found, after: null, repairs: [], parameters: [], error: error.code ?? null };
  }
}

/** Small bodies with one fault that is repaired show a rule best. */
function worth({ before, after, options, rules }) {
  return (after === null ? 0 : 4000) - 2000 * (rules - 1) - 1000 * Object.keys(options).length - JSON.stringify(before).length;
}
