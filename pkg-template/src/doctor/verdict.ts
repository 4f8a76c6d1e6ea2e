// The verdict on a request, on a refusal, or on both.

import { isArray, picked, unlike } from "../input/check.js";
import { RULES } from "../providers/rule-list.js";
import type { Target, Violation } from "../index.js";
import { CAUSES } from "./cause-titles.js";
import { isSameFault, titleBy, titleOf, titleOfRule } from "./findings.js";
import { TITLES } from "./targets.js";
import type { Explanation, ProviderRule, Verdict, VerdictOptions } from "./types.js";

/**
 * Judges a request, a provider's refusal, or both. A verdict says what was seen, and never that a provider will accept a request.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const violations = validate("anthropic", body);
 * const explanations = explain(error, { target: "anthropic", violations });
 * const { kind, title, path } = verdictOf({ target: "anthropic", violations, explanations });
 * console.log(kind, title, path);
 */
export function verdictOf(options: VerdictOptions): Verdict {
  const { target, violations, explanations } = picked("options", options, ["target", "violations", "explanations"]) as VerdictOptions;
  if (target !== undefined && !Object.hasOwn(TITLES, target))
    throw unlike("options.target", 'a provider\'s format, such as "anthropic"', target);
  if (violations !== undefined && !isArray(violations)) throw unlike("options.violations", "the list that `validate` returns", violations);
  if (explanations !== undefined && !isArray(explanations))
    throw unlike("options.explanations", "the list that `explain` returns", explanations);
  const [said] = explanations ?? [];
  if (violations === undefined || target === undefined) return { ...ofWords(said, explanations !== undefined), checked: 0 };
  const checked = RULES.filter((rule) => rule.target === target).length;
  const first = firstOf(violations, said);
  if (first !== undefined) return { ...broken(first, said), checked };
  if (explanations !== undefined) return { ...unexplained(said, target, checked), checked };
  return { ...clean(target, checked), checked };
}

type Found = Omit<Verdict, "checked">;

const ruleOf = (id: string | undefined): ProviderRule | undefined => RULES.find((rule) => rule.id === id);

/** The violation that the refusal is about; else the first. */
function firstOf(violations: readonly Violation[], said: Explanation | undefined): Violation | undefined {
  const named = said?.path ?? null;
  const own = said?.violations ?? [];
  return own.find(({ path }) => named !== null && (path.startsWith(named) || named.startsWith(path))) ?? own[0] ?? violations[0];
}

function broken(first: Violation, said: Explanation | undefined): Found {
  const rule = ruleOf(first.rule);
  // The words name the other side of the fault.
  const named =
    said?.rule != null && rule !== undefined && said.violations.length === 0 && isSameFault(said.rule, rule) ? said.rule : undefined;
  const isOther =
    said !== undefined && named === undefined && said.cause !== "unspecified" && said.cause !== "not-ours" && said.violations.length === 0;
  const why = [
    rule === undefined || first.isParameter === true ? "" : `${rule.sentence}.`,
    remedyOf(first),
    isOther ? `The words that you pasted are about something else: ${lower(titleOfCause(said))}.` : "",
  ];
  return {
    kind: "refused",
    title: named === undefined ? titleOf(first, rule) : titleBy(named, first),
    why: joined(why),
    path: first.path,
    rule: named?.id ?? first.rule ?? null,
  };
}

/** The remedy, as a sentence. */
function remedyOf({ remedy, isParameter, repair }: Violation): string {
  if (remedy === undefined) return "";
  if (isParameter !== true) return `The repair: ${remedy}.`;
  return `${capital(remedy)}.${repair === undefined ? "" : " The repair does this."}`;
}

/** A refusal without a request. */
function ofWords(said: Explanation | undefined, isRefusal: boolean): Found {
  if (!isRefusal) return { kind: "unchecked", title: "Nothing was checked", why: "", path: null, rule: null };
  if (said === undefined || said.cause === "unspecified")
    return {
      kind: "unexplained",
      title: "These words name no cause that we know",
      why: "Paste the request, too: the rules that it breaks explain the refusal.",
      path: said?.path ?? null,
      rule: null,
    };
  const { rule, cause, path, advice } = said;
  const why = [
    rule === null ? "" : `${rule.sentence}.`,
    advice,
    cause === "not-ours" ? "" : "Paste the request, too, to see the place and the repair.",
  ];
  return { kind: "refused", title: titleOfCause(said), why: joined(why), path, rule: rule?.id ?? null };
}

/** A refusal of a request that breaks no rule. */
function unexplained(said: Explanation | undefined, target: Target, checked: number): Found {
  const kept = `The request breaks none of the ${checked} rules of ${TITLES[target]} that we check.`;
  const title = "The provider refused this, and we cannot see why";
  if (said === undefined || said.cause === "unspecified") {
    const path = said?.path ?? null;
    return {
      kind: "unexplained",
      title: pointing(title, path),
      why: joined([kept, path === null ? "Its words name no place and no cause." : ""]),
      path,
      rule: null,
    };
  }
  const { rule, cause, path, advice } = said;
  // The words alone are the evidence: a key or the length of a request shows in no rule.
  if (cause === "not-ours" || said.about === "context-window")
    return { kind: "unexplained", title: titleOfCause(said), why: joined([kept, advice]), path, rule: null };
  return {
    kind: "unexplained",
    title: pointing(title, path),
    why: joined([kept, `Its words say: ${lower(titleOfCause(said))}.`, advice]),
    path,
    rule: rule?.id ?? null,
  };
}

function clean(target: Target, checked: number): Found {
  return {
    kind: "clean",
    title: `Breaks none of the ${checked} rules of ${TITLES[target]} that we check`,
    why: `That is no promise that the provider accepts it: some things cannot be seen in a request. Did it refuse this one? Paste its words, and they are read together with the request.`,
    path: null,
    rule: null,
  };
}

const pointing = (title: string, path: string | null): string => (path === null ? title : `${title}. Its words point to \`${path}\``);
/** The rules of parameters say what is right, and not what is wrong. */
const titleOfCause = ({ rule, cause }: Explanation): string =>
  rule === null || rule.handling === "left" ? CAUSES[cause] : titleOfRule(rule);
const joined = (sentences: readonly string[]): string => sentences.filter((sentence) => sentence !== "").join(" ");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Names in capitals keep them. */
const lower = (text: string): string => (/^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
