// The verdict on a request, in words.

import { type DescribedViolation, type Explanation, RULES } from "../doctor/index.js";

/** The facts about a request. */
export interface Known {
  readonly format: string;
  readonly violations: readonly DescribedViolation[];
  /** The explanations of the refusal beside it; null without a refusal. */
  readonly explanations: readonly Explanation[] | null;
}

/** Returns the verdict, in one sentence. */
export function verdictLine({ format, violations, explanations }: Known): string {
  const [first] = violations;
  if (first !== undefined) return `Refused, because ${uncapitalised(first.message.replace(/^Breaks /, "It breaks "))}`;
  const rules = RULES.filter(({ target }) => target === format).length;
  if (explanations === null) return `Breaks none of the ${rules} rules that we check (parameters: see docs/parameters.md)`;
  const known = explanations.find(({ rule, about, cause }) => rule !== null || about === "context-window" || cause !== "unspecified");
  if (known?.about === "context-window") return "Refused, because the request is too long for the model's context window";
  if (known !== undefined && known.rule === null) return `Refused, because of \`${known.cause}\`: ${uncapitalised(known.advice)}`;
  const path = explanations.map(({ path: named }) => named).find((named) => named !== null);
  return `Your provider refused this, and we cannot see why${path === undefined || path === null ? "" : `: its words point to ${path}`}`;
}

const uncapitalised = (text: string): string => (/^[A-Z][a-z]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text);
