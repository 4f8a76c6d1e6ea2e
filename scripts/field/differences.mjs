// The facts in which pi-ai's catalogue and the providers' own packages differ from the rows of this repository.

import { compareAddresses } from "./addresses.mjs";
import { models as catalogueModels } from "./catalogue.mjs";
import { DECIDED } from "./decided.mjs";
import { declaredFacts } from "./declared.mjs";
import { compareDemands } from "./demands.mjs";
import { compareEfforts } from "./efforts.mjs";
import { comparePrices } from "./prices.mjs";
import { compareWindows } from "./windows.mjs";

/**
 * A fact that both have.
 *
 * @typedef {object} Fact
 * @property {string} subject its kind, such as `price`
 * @property {string} of the vendor, the maker or the host
 * @property {string} model
 * @property {string | number | null} ours
 * @property {string | number | null} theirs
 * @property {readonly [string, string]} sources ours, and theirs
 *
 * @typedef {(models: readonly import("./catalogue.mjs").Model[]) => Fact[]} Comparison
 */

/** @type {readonly Comparison[]} */
const COMPARISONS = [compareAddresses, compareDemands, compareWindows, comparePrices, compareEfforts];

/** The facts of a catalogue. @param {readonly import("./catalogue.mjs").Model[]} models */
export const factsOf = (models) => COMPARISONS.flatMap((compare) => compare(models));

/**
 * Compares the installed packages with our rows.
 *
 * @param {readonly Fact[]} [facts]
 * @param {readonly import("./decided.mjs").Decision[]} [decisions]
 * @returns {{ open: Fact[], decided: (Fact & { why: string })[], needless: import("./decided.mjs").Decision[], count: number }} `open`:
 *   differences without a decision. `decided`: differences in which we keep our row, for a reason. `needless`: decisions about nothing.
 *   `count`: all facts that were compared
 */
export function compareFacts(facts = [...factsOf(catalogueModels()), ...declaredFacts()], decisions = DECIDED) {
  const differences = facts
    .filter(({ ours, theirs }) => ours !== theirs)
    .map((fact) => ({ fact, decision: decisions.find(isAbout(fact)) }));
  return {
    open: differences.filter(({ decision }) => decision === undefined).map(({ fact }) => fact),
    decided: differences.flatMap(({ fact, decision }) => (decision === undefined ? [] : [{ ...fact, why: decision.why }])),
    needless: decisions.filter((decision) => !differences.some((difference) => difference.decision === decision)),
    count: facts.length,
  };
}

function isAbout({ subject, of, model, ours, theirs }) {
  const holds = (pattern, value) => pattern === undefined || new RegExp(`^(?:${pattern})$`).test(String(value));
  return (decision) =>
    holds(decision.subject, subject) &&
    holds(decision.of, of) &&
    holds(decision.models, model) &&
    holds(decision.ours, ours) &&
    holds(decision.theirs, theirs);
}
