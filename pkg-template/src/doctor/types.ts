// The types of `backscroll/doctor`.

import type { BodyEdit, Format, Repair, Target, Violation } from "../index.js";
import type { RefusalCause } from "./causes.js";

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
  /** The requirement, in one sentence without its full stop. */
  sentence: string;
  /** The provider's answers to a request that breaks the rule, from public sources, the commonest first. Empty if none is known. */
  words: readonly string[];
  /** The evidence for a rule without a known answer. */
  evidence?: string;
  /** The engine's reaction: the request is `"repaired"` by `sanitize`, `"refused"` with an error, or `"left"` to the caller. */
  handling: "repaired" | "refused" | "left";
  /** For `"repaired"`, the repair; for `"refused"`, the codes of the errors; for `"left"`, the reason. */
  remedy: string;
}

/**
 * A violation with the texts of its rule.
 *
 * @example
 * const [violation]: DescribedViolation[] = describeViolations(validate("openai-chat", body));
 */
export interface DescribedViolation extends Violation {
  /** The fault, with the sentence of the rule. */
  message: string;
  /** The provider's answer to such a request, if it is known. */
  providerError?: string;
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
 * An explanation of a provider's refusal: its cause, and a rule that the request may have broken.
 *
 * @example
 * const [likeliest]: Explanation[] = explain(error);
 * console.log(likeliest?.cause, likeliest?.advice, likeliest?.rule, likeliest?.path);
 */
export interface Explanation {
  /** The rule; null if the request was too long, and if no rule is known for the cause. */
  rule: ProviderRule | null;
  /** The reason: a rule of requests, the context window, or only a cause. */
  about: "rule" | "context-window" | "cause";
  /** The cause that the provider's words name; the cause of the rule if they name none. */
  cause: RefusalCause;
  /** The advice for the cause, in one sentence. */
  advice: string;
  /** The words of the rule that the refusal resembles; null without a rule, and for a rule that only the violations name. */
  words: string | null;
  /** The share of these words that the refusal has, from 0 to 1; 0 for a rule that only the violations name, 1 without a rule. */
  likeness: number;
  /** The place that the refusal names, as a path into the body, such as `messages[3].content[0]`; null if it names none. */
  path: string | null;
  /** The given violations of this rule. */
  violations: Violation[];
}

/**
 * A repair, with its places.
 *
 * @example
 * const [first]: LocatedRepair[] = locateRepairs(repairs, body, repaired);
 */
export interface LocatedRepair {
  /** The repair, as it was given. */
  repair: Repair;
  /** The place in the body before the repair, as a path; null if the repair is not about a single message. */
  before: string | null;
  /** The place in the repaired body; null for left-out content, and if the repair is not about a single message. */
  after: string | null;
}

/**
 * A repair of a parameter, a tool or the output format.
 *
 * @example
 * const [first]: ParameterRepair[] = repairParameters(body, violations).repairs;
 */
export interface ParameterRepair {
  /** The id of the rule that the request broke, such as `"OC20"`. */
  rule: string;
  /** The place of the violation in the given body. */
  path: string;
  /** One readable sentence: what was wrong, and what was done. */
  detail: string;
  /** The edits, with the paths of the given body. An edit that an earlier repair made is not repeated. */
  edits: BodyEdit[];
}

/**
 * The result of `repairParameters`.
 *
 * @example
 * const { body: repaired, repairs, left }: RepairedParameters<typeof body> = repairParameters(body, validate("anthropic", body));
 */
export interface RepairedParameters<Body extends object = object> {
  /** The repaired body: a new object, or the given one if nothing was repaired. */
  body: Body;
  /** The repairs, in the order of the violations. A violation that an earlier repair mends as well is not listed again. */
  repairs: ParameterRepair[];
  /** The violations that are left to you. */
  left: Violation[];
}

/**
 * A guess at the format of a body, a list of messages, or a program's data.
 *
 * @example
 * const { format, why }: Detected = detectFormat(JSON.parse(text))!;
 */
export interface Detected {
  /** The name of the format, for `validate`, `sanitize`, `fit` and `convert`. */
  format: Format;
  /** The clues by which it was recognised, as sentences for people. */
  why: string[];
  /** Other formats that the value may be in as well, the likeliest first. */
  others: Format[];
}

/**
 * The input of `verdictOf`.
 *
 * @example
 * const options: VerdictOptions = { target: "mistral", violations: validate("mistral", body) };
 */
export interface VerdictOptions {
  /** The provider's format; absent without a request. */
  target?: Target;
  /** The result of `validate` for the request; absent without a request. */
  violations?: Violation[];
  /** The result of `explain` for the refusal; absent without a refusal. */
  explanations?: Explanation[];
}

/**
 * A verdict.
 *
 * @example
 * const { kind, title, why }: Verdict = verdictOf({ target: "mistral", violations: validate("mistral", body) });
 */
export interface Verdict {
  /**
   * `"refused"`: the request breaks a rule, or a refusal without a request names its cause. `"unexplained"`: the provider refused the request,
   * and no rule that is checked says why. `"clean"`: the request breaks none of these rules, and there is no refusal. `"unchecked"`: there is
   * neither a request nor a refusal.
   */
  kind: "refused" | "unexplained" | "clean" | "unchecked";
  /** The fault, as a headline with names and ids between backticks, without a full stop. */
  title: string;
  /** The rule, and what the repair does; sentences for people. Empty if there is nothing to say. */
  why: string;
  /** The place of the fault, as a path into the body; the place that the refusal names if the request shows none; null if there is none. */
  path: string | null;
  /** The id of the broken rule; null if there is none. */
  rule: string | null;
  /** The number of rules of the provider that are checked; 0 without a request. */
  checked: number;
}

/**
 * A repair that the words of a refusal call for, where no rule that is checked explains it.
 *
 * @example
 * const [first]: LikelyRepair[] = likelyRepairs(body, explanations, text);
 */
export interface LikelyRepair {
  /** The repair, as a command without a full stop. */
  title: string;
  /** The situation in which it helps, in one sentence. */
  why: string;
  /** The edits of the body. */
  edits: BodyEdit[];
}

/**
 * The params of a request, for another provider.
 *
 * @example
 * const { params, left }: CarriedParams = carryParams("mistral", "openai-chat", body);
 */
export interface CarriedParams {
  /** The params, without a model. */
  params: Record<string, unknown>;
  /** The parameters that have another place at the target, without the tools. */
  carried: {
    /** The path in the given body. */
    from: string;
    /** The path in the params. */
    to: string;
  }[];
  /** The paths of the fields that have no counterpart. */
  left: string[];
}
