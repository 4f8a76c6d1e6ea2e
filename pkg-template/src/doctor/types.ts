// The types of `backscroll/doctor`.

import type { Repair, Target, Violation } from "../index.js";

/**
 * A rule that a provider enforces on requests.
 *
 * @example
 * const { sentence, words }: ProviderRule = RULES.find(({ id }) => id === "AN1")!;
 */
export interface ProviderRule {
  /** The id, such as `"AN1"`, under which `validate` and the reports of repairs name the rule. */
  id: string;
  /** The provider's format. */
  target: Target;
  /** The demand, in one sentence without its full stop. */
  sentence: string;
  /** The provider's answers to a request that breaks the rule, as collected from public sources; the commonest first. Empty when none is known. */
  words: readonly string[];
  /** The evidence for a rule without a known answer. */
  evidence?: string;
  /** True to the engine: `"repaired"` by `sanitize`, `"refused"` with an error, or `"left"` to the caller. */
  handling: "repaired" | "refused" | "left";
  /** For `"repaired"`, what is done; for `"refused"`, the codes of the errors; for `"left"`, the reason. */
  remedy: string;
}

/**
 * Options of `explain`.
 *
 * @example
 * const options: ExplainOptions = { target: "openai-chat", violations: validate("openai-chat", body) };
 */
export interface ExplainOptions {
  /** The provider's format. Default: the rules of all providers are compared. */
  target?: Target;
  /** The result of `validate` for the request. */
  violations?: Violation[];
}

/**
 * An explanation of a provider's refusal: a rule that it is about.
 *
 * @example
 * const [{ rule, path }]: Explanation[] = explain(error);
 */
export interface Explanation {
  /** The rule; null where the request was too long, or where no rule is known. */
  rule: ProviderRule | null;
  /** The reason: a rule of requests, or the context window. */
  about: "rule" | "context-window";
  /** The words of the provider that the refusal is like; null for the context window. */
  words: string | null;
  /** Share of the words that the refusal has, from 0 to 1. 1: it has all of them. */
  likeness: number;
  /** The place that the refusal names, as a path into the body, such as `messages[3].content[0]`; null when it names none. */
  path: string | null;
  /** The violations of the rule, of those that were given. */
  violations: Violation[];
}

/**
 * A repair, with its places.
 *
 * @example
 * const [{ after }]: LocatedRepair[] = locateRepairs(repairs, body, repaired);
 */
export interface LocatedRepair {
  /** The repair, as it was given. */
  repair: Repair;
  /** The place in the body before the repair, as a path into it; null where the repair is about no single message. */
  before: string | null;
  /** The place in the repaired body; null for what was left out, and where the repair is about no single message. */
  after: string | null;
}

/**
 * A guess at the format of a body, of a list of messages, or of data of a program.
 *
 * @example
 * const { format, why }: Detected = detectFormat(JSON.parse(text))!;
 */
export interface Detected {
  /** The name of the format, for `validate`, `sanitize`, `fit` and `convert`. */
  format: string;
  /** The clues by which it was recognised, as sentences for people. */
  why: string[];
  /** Other formats that the value may be in as well, the likeliest first. */
  others: string[];
}
