// Explains a provider's refusal: its cause, and the rule that it is about.

import { isContextOverflow } from "../request/overflow.js";
import { isArray, picked, unlike } from "../input/check.js";
import type { Violation } from "../index.js";
import { RULES } from "../providers/rule-list.js";
import { type Candidate, type Refusal, alike, broken, soleRule } from "./alike.js";
import { ADVICE, type RefusalCause } from "./causes.js";
import { causeInCodes, causeOf } from "./phrases/index.js";
import { placeIn } from "./place.js";
import { speakersOf } from "./speakers.js";
import { textsOf } from "./texts.js";
import type { ExplainOptions, Explanation } from "./types.js";

/** Explanations of one refusal. */
const MOST_FOUND = 5;

/**
 * Explains a provider's refusal of a request: the cause, with an advice, and the rule that the request broke, and where. Takes a client's
 * error, a response body, or the text of either. Returns an empty array if the refusal names no cause, and no rule is similar to it.
 *
 * Rules of the cause that the words name come first; if there are none, the first explanation has the cause alone. Providers share words, so
 * give the `target` if you know it. With the `violations` that `validate` found in the request, each explanation lists those of its rule, and
 * rules that the request breaks come first. If the words name nothing, the violations alone are explained.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const [found] = explain(error, { target: "anthropic", violations: validate("anthropic", body) });
 * if (found) console.error(found.cause, found.advice, found.rule?.sentence, found.path);
 */
export function explain(errorOrText: unknown, options?: ExplainOptions): Explanation[] {
  const { target, violations = [] } = picked("options", options ?? {}, ["target", "violations"]) as ExplainOptions;
  if (target !== undefined && !RULES.some((rule) => rule.target === target))
    throw unlike("options.target", 'a provider\'s format, such as "anthropic"', target);
  if (!isArray(violations)) throw unlike("options.violations", "the list that `validate` returns", violations);
  const texts = textsOf(errorOrText);
  const text = texts.map(({ text: each }) => each).join("\n");
  const path = placeIn(text);
  const cause = causeOf(texts) ?? causeInCodes(text);
  if (isContextOverflow(errorOrText) || cause === "context-overflow" || cause === "request-too-large") {
    const size = cause === "request-too-large" ? cause : "context-overflow";
    return [{ ...causeAlone(size, path), about: "context-window" }];
  }
  if (cause === "not-ours") return [causeAlone(cause, path)];
  const { first, others } = candidates({ text, path, violations: violations as Violation[] }, cause, target);
  return [
    ...first.map((candidate) => explained(candidate, cause)),
    ...(first.length === 0 && cause !== null ? [causeAlone(cause, path)] : []),
    ...others.map((candidate) => explained(candidate, null)),
  ].slice(0, MOST_FOUND);
}

/** The rules that a refusal may be about: first those of its cause and of the provider that speaks, then those of similar words. */
function candidates(
  refusal: Refusal,
  cause: RefusalCause | null,
  target: ExplainOptions["target"],
): { first: readonly Candidate[]; others: readonly Candidate[] } {
  const found = alike(refusal, target);
  const speakers = target === undefined ? speakersOf(refusal.text) : [target];
  const isFirst = (candidate: Candidate): boolean =>
    (cause === null || candidate.cause === cause) && (speakers.length === 0 || speakers.includes(candidate.rule.target));
  const first = found.filter(isFirst);
  // Words that only resemble those of a provider that did not speak say nothing.
  const others = found.filter((candidate) => !isFirst(candidate) && cause !== null);
  const isVague = cause === null || cause === "unspecified";
  if (isVague || first.length === 0) {
    const known = broken(refusal, isVague ? null : cause);
    first.push(...known.filter(({ rule }) => !first.some((candidate) => candidate.rule === rule)));
  }
  // Claude speaks at Bedrock in the words that Anthropic's rules have.
  const isClaude = () => alike(refusal, "anthropic").some((candidate) => candidate.cause === cause);
  if (first.length === 0 && cause !== null && speakers.length === 1 && speakers[0] === "bedrock" && isClaude())
    first.push(...soleRule(refusal, "bedrock", cause));
  return { first, others: others.filter(({ rule }) => !first.some((candidate) => candidate.rule === rule)) };
}

/** An explanation with a rule. The refusal's own words decide on the cause, before those of the rule. */
function explained(candidate: Candidate, named: RefusalCause | null): Explanation {
  const cause = named ?? candidate.cause ?? "unspecified";
  return { ...candidate, cause, advice: ADVICE[cause] };
}

/** An explanation without a rule. */
function causeAlone(cause: RefusalCause, path: string | null): Explanation {
  return { rule: null, about: "cause", cause, advice: ADVICE[cause], words: null, likeness: 1, path, violations: [] };
}
