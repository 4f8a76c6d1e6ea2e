// Finds the rules that a refusal may be about: by their words, by their cause, by the violations of the request.

import type { Target, Violation } from "../index.js";
import { RULES } from "../providers/rule-list.js";
import type { RefusalCause } from "./causes.js";
import { causeOf } from "./phrases/index.js";
import type { Explanation, ProviderRule } from "./types.js";
import { likeness, tokensOf } from "./words.js";

/** The share of a rule's words that a refusal must have to match the rule. */
const LEAST = 0.6;

/** A rule that a refusal may be about, with the cause that the rule's own words name. */
export interface Candidate extends Omit<Explanation, "cause" | "advice"> {
  readonly rule: ProviderRule;
  readonly cause: RefusalCause | null;
}

interface Quoted {
  readonly rule: ProviderRule;
  readonly words: string;
  readonly tokens: readonly string[];
  readonly cause: RefusalCause | null;
}

let quoted: readonly Quoted[] | null = null;

/** The words of all rules with their causes, read at first use. */
function allQuoted(): readonly Quoted[] {
  quoted ??= RULES.flatMap((rule) =>
    rule.words.map((words) => ({ rule, words, tokens: tokensOf(words), cause: causeOf([{ text: words, depth: 0 }]) })),
  );
  return quoted;
}

/** The refusal, as it is compared. */
export interface Refusal {
  readonly text: string;
  readonly path: string | null;
  readonly violations: readonly Violation[];
}

/** The rules whose words a refusal has, those that the request breaks first, then the likeliest; of one provider, or of all. */
export function alike({ text, path, violations }: Refusal, target: Target | undefined): Candidate[] {
  const tokens = tokensOf(text);
  const best = new Map<string, Candidate>();
  for (const { rule, words, tokens: wanted, cause } of allQuoted()) {
    if (target !== undefined && rule.target !== target) continue;
    const share = likeness(wanted, tokens);
    if (share < LEAST || share <= (best.get(rule.id)?.likeness ?? 0)) continue;
    const own = violations.filter((violation) => violation.rule === rule.id);
    best.set(rule.id, { rule, about: "rule", cause, words, likeness: share, path, violations: own });
  }
  const isBroken = ({ violations: own }: Candidate) => Number(own.length > 0);
  const length = ({ words }: Candidate) => words?.length ?? 0;
  const found = [...best.values()];
  // Words that begin those of another rule may be these, cut short: the whole ones are the usual cause.
  const whole = (one: Candidate) =>
    found.find((other) => other !== one && other.rule.target === one.rule.target && other.words?.startsWith(one.words ?? "") === true);
  const share = (one: Candidate) => Math.min(one.likeness, (whole(one)?.likeness ?? 2) - Number.EPSILON);
  // Of two equally like ones, the longer says more.
  return found.sort((one, other) => isBroken(other) - isBroken(one) || share(other) - share(one) || length(other) - length(one));
}

/** The rules that the request breaks, of one cause or of any; those at the named place come first. */
export function broken({ path, violations }: Refusal, cause: RefusalCause | null): Candidate[] {
  const isThere = (violation: Violation) => path !== null && (violation.path.startsWith(path) || path.startsWith(violation.path));
  const ordered = [...violations.filter(isThere), ...violations.filter((violation) => !isThere(violation))];
  return [...new Set(ordered.map(({ rule }) => rule))].flatMap((id): Candidate[] => {
    const rule = RULES.find((each) => each.id === id);
    if (rule === undefined) return [];
    const causes = causesOf(rule);
    if (cause !== null && !causes.includes(cause)) return [];
    const own = ordered.filter((violation) => violation.rule === id);
    return [{ rule, about: "rule", cause: cause ?? causes[0] ?? null, words: null, likeness: 0, path, violations: own }];
  });
}

/** The only rule of a provider that has a cause; none if there are several. */
export function soleRule({ path }: Refusal, target: Target, cause: RefusalCause): Candidate[] {
  const rules = RULES.filter((rule) => rule.target === target && causesOf(rule).includes(cause));
  const [rule] = rules;
  return rule === undefined || rules.length > 1 ? [] : [{ rule, about: "rule", cause, words: null, likeness: 0, path, violations: [] }];
}

const causesOf = (rule: ProviderRule): RefusalCause[] =>
  allQuoted().flatMap((each) => (each.rule === rule && each.cause !== null ? [each.cause] : []));
