// The sentence of a rule, for reports that people read.

import { RULE_TEXTS } from "../providers/rule-texts.js";

/**
 * Returns the sentence of a provider's rule: what must hold in a request. Returns undefined for an unknown id.
 *
 * @example
 * for (const { detail, rule } of repairs) console.warn(detail, rule === undefined ? "" : `${rule}: ${ruleSentence(rule)}`);
 */
export function ruleSentence(rule: string): string | undefined {
  return Object.hasOwn(RULE_TEXTS, rule) ? RULE_TEXTS[rule] : undefined;
}
