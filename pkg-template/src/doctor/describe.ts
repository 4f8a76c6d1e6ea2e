// Violations with the texts of their rules.

import type { Violation } from "../index.js";
import { RULES } from "../providers/rule-list.js";
import type { DescribedViolation } from "./types.js";

/**
 * Adds to the violations of `validate` the sentences of the rules, and the provider's answers.
 *
 * @example
 * for (const { path, message, providerError } of describeViolations(validate("openai-chat", body))) console.error(path, message, providerError);
 */
export function describeViolations(violations: readonly Violation[]): DescribedViolation[] {
  return violations.map((violation) => {
    const rule = RULES.find(({ id }) => id === violation.rule);
    if (rule === undefined) return { ...violation };
    const message = `${violation.message.slice(0, -1)}: ${rule.sentence}.`;
    const [words] = rule.words;
    return { ...violation, message, ...(violation.isQuoted === true && words !== undefined && { providerError: words }) };
  });
}
