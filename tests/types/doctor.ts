// The rule behind a refusal, and the format of a value.

import { sanitize, validate, type BodyEdit, type Target } from "backscroll";
import { RULES, detectFormat, explain, locateRepairs, repairParameters, type Detected, type Explanation, type LocatedRepair, type ParameterRepair, type ProviderRule, type RefusalCause, type RepairedParameters } from "backscroll/doctor";

export function explained(error: unknown, body: object, target: Target): string[] {
  const found: Explanation[] = explain(error, { target, violations: validate(target, body) });
  const detected: Detected | null = detectFormat(body);
  const rules: readonly ProviderRule[] = RULES.filter((rule) => rule.handling === "repaired");
  return [...found.flatMap(({ rule, path }) => (rule === null ? [] : [rule.id, path ?? ""])), detected?.format ?? "", String(rules.length)];
}

export function advised(error: unknown): string {
  const [first] = explain(error);
  const cause: RefusalCause = first?.cause ?? "unspecified";
  const about: "rule" | "context-window" | "cause" = first?.about ?? "cause";
  return cause === "not-ours" ? about : (first?.advice ?? "");
}

export function located(body: object): (string | null)[] {
  const { body: repaired, repairs } = sanitize("anthropic", body);
  const found: LocatedRepair[] = locateRepairs(repairs, body, repaired);
  return found.map(({ after }) => after);
}

export function withParameters<Body extends { model: string; messages: [] }>(body: Body): readonly BodyEdit[] {
  const { body: repaired, repairs, left }: RepairedParameters<Body> = repairParameters(body, validate("openai-chat", body));
  const [first]: ParameterRepair[] = repairs;
  return [...(first?.edits ?? []), ...left.flatMap(({ repair }) => repair ?? []), { path: repaired.model, remove: true }];
}

// @ts-expect-error: an edit does one thing
export const edit: BodyEdit = { path: "seed" };
// @ts-expect-error: the list of `validate`, not the outcome of `sanitize`
repairParameters({}, { repairs: [] });
// @ts-expect-error: the list, not the outcome of `sanitize`
locateRepairs({ repairs: [] }, {}, {});
// @ts-expect-error: a cause of the list
export const cause: RefusalCause = "broken";
// @ts-expect-error: a target of ours
explain("", { target: "openai" });
// @ts-expect-error: violations are a list
explain("", { violations: "AN1" });
