// Finds the rule that a provider's refusal is about.

import { isContextOverflow } from "../request/overflow.js";
import { isArray, isObject, picked, unlike } from "../input/check.js";
import type { Violation } from "../index.js";
import { RULES } from "../providers/rule-list.js";
import type { ExplainOptions, Explanation, ProviderRule } from "./types.js";
import { likeness, placeIn, tokensOf } from "./words.js";

/** The share of a rule's words that a refusal must have to match the rule. */
const LEAST = 0.6;
/** Explanations of one refusal. */
const MOST_FOUND = 5;

interface Quoted {
  readonly rule: ProviderRule;
  readonly words: string;
  readonly tokens: readonly string[];
}

let quoted: readonly Quoted[] | null = null;

/** The words of all rules, read at first use. */
function allQuoted(): readonly Quoted[] {
  quoted ??= RULES.flatMap((rule) => rule.words.map((words) => ({ rule, words, tokens: tokensOf(words) })));
  return quoted;
}

/**
 * Explains a provider's refusal of a request: which rule the request broke, and where. Takes a client's error, a response body, or the text
 * of either. Returns an empty array if no rule is similar to the refusal.
 *
 * Providers share words, so give the `target` if you know it. With the `violations` that `validate` found in the request, each explanation
 * lists those of its rule, and rules that the request breaks come first.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const [found] = explain(error, { target: "anthropic", violations: validate("anthropic", body) });
 * if (found?.rule) console.error(found.rule.sentence, found.path, found.rule.remedy);
 */
export function explain(errorOrText: unknown, options?: ExplainOptions): Explanation[] {
  const { target, violations = [] } = picked("options", options ?? {}, ["target", "violations"]) as ExplainOptions;
  if (target !== undefined && !RULES.some((rule) => rule.target === target))
    throw unlike("options.target", 'a provider\'s format, such as "anthropic"', target);
  if (!isArray(violations)) throw unlike("options.violations", "the list that `validate` returns", violations);
  const text = textOf(errorOrText);
  const path = placeIn(text);
  if (isContextOverflow(errorOrText)) return [{ rule: null, about: "context-window", words: null, likeness: 1, path, violations: [] }];
  const tokens = tokensOf(text);
  const best = new Map<string, Explanation>();
  for (const { rule, words, tokens: wanted } of allQuoted()) {
    if (target !== undefined && rule.target !== target) continue;
    const share = likeness(wanted, tokens);
    if (share < LEAST || share <= (best.get(rule.id)?.likeness ?? 0)) continue;
    best.set(rule.id, {
      rule,
      about: "rule",
      words,
      likeness: share,
      path,
      violations: (violations as Violation[]).filter((violation) => violation.rule === rule.id),
    });
  }
  const isBroken = ({ violations: own }: Explanation) => Number(own.length > 0);
  const length = ({ words }: Explanation) => words?.length ?? 0;
  // Of two equally like ones, the longer says more.
  return [...best.values()]
    .sort((one, other) => isBroken(other) - isBroken(one) || other.likeness - one.likeness || length(other) - length(one))
    .slice(0, MOST_FOUND);
}

/** Depth at which an error is searched for its texts. */
const DEEPEST = 6;
/** Characters that are read at either end of a text: some providers repeat the request in their refusal. */
const MOST_TEXT = 5_000;
/** Characters that are read of all texts. */
const MOST = 40_000;

/** The texts in an error, in its response and in its causes, without the stack. Long texts lose their middle. */
function textOf(value: unknown): string {
  const texts = new Set<string>();
  const seen = new Set<unknown>();
  let left = MOST;
  const collect = (each: unknown, depth: number): void => {
    if (left <= 0) return;
    if (typeof each === "string") {
      const text = each.length > 2 * MOST_TEXT ? `${each.slice(0, MOST_TEXT)}\n${each.slice(-MOST_TEXT)}` : each;
      if (!texts.has(text)) left -= text.length;
      return void texts.add(text);
    }
    if (depth > DEEPEST || !isObject(each) || seen.has(each)) return;
    seen.add(each);
    for (const name of Object.getOwnPropertyNames(each)) if (name !== "stack") collect(each[name], depth + 1);
  };
  collect(value, 0);
  return [...texts].join("\n");
}
