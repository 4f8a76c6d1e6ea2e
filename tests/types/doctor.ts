// The rule behind a refusal, and the format of a value.

import { validate, type Target } from "backscroll";
import { RULES, detectFormat, explain, type Detected, type Explanation, type ProviderRule } from "backscroll/doctor";

export function explained(error: unknown, body: object, target: Target): string[] {
  const found: Explanation[] = explain(error, { target, violations: validate(target, body) });
  const detected: Detected | null = detectFormat(body);
  const rules: readonly ProviderRule[] = RULES.filter((rule) => rule.handling === "repaired");
  return [...found.flatMap(({ rule, path }) => (rule === null ? [] : [rule.id, path ?? ""])), detected?.format ?? "", String(rules.length)];
}

// @ts-expect-error: a target of ours
explain("", { target: "openai" });
// @ts-expect-error: violations are a list
explain("", { violations: "AN1" });
