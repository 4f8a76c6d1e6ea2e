/** @typedef {import('./types.js').StrictRefusal} Refusal a judge's objection to a body that the provider would refuse */

/**
 * Runs the rules in order, and returns the first objection.
 *
 * A rule is a generator that yields refusals, so that it reads as a list of
 * objections and does no work beyond the first.
 *
 * @param {Array<(...given: any[]) => Iterable<Refusal>>} rules
 * @param {...any} given the arguments of each rule
 * @returns {Refusal | null}
 */
export function firstRefusal(rules, ...given) {
  for (const rule of rules) {
    for (const refusal of rule(...given)) return refusal;
  }
  return null;
}
