// The verdict on a request, in words.

import { type DescribedViolation, type Explanation, type Verdict, verdictOf } from "../doctor/index.js";
import type { Target } from "../index.js";
import type { Paint } from "./colour.js";

/** The facts about a request. */
export interface Known {
  readonly target: Target;
  readonly violations: readonly DescribedViolation[];
  /** The explanations of the refusal beside it; null without a refusal. */
  readonly explanations: readonly Explanation[] | null;
}

const COLOURS = { refused: "red", unexplained: "yellow", clean: "bold", unchecked: "bold" } as const;

/** Returns the verdict, in one sentence. */
export function verdictLine({ target, violations, explanations }: Known, paint: Paint): string {
  const verdict = verdictOf({ target, violations: [...violations], ...(explanations !== null && { explanations: [...explanations] }) });
  return paint(COLOURS[verdict.kind], said(verdict));
}

function said({ kind, title, path }: Verdict): string {
  return kind === "refused" ? `Refused: ${title}${path === null || path === "" ? "" : ` (${path})`}` : title;
}
