/**
 * A judge's objection to a body that the provider would refuse.
 *
 * @typedef {object} Refusal
 * @property {number} status the HTTP status
 * @property {string} rule the rule's number in the catalogue, or the provider's letters as in `OC-schema` for what the
 *   request schema forbids, or `context-window`
 * @property {string} type the provider's error type
 * @property {string | null} code OpenAI's error code; null elsewhere
 * @property {string | null} param OpenAI's path of the fault; null elsewhere
 * @property {string} message the provider's own error text
 * @property {object} [details] Anthropic's details of the error, such as its code
 */

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
