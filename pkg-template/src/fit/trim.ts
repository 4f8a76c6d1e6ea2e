// `trim`: the cut of `fit` with `once`, as a report of its own.

import { LISTS } from "../providers/names.js";
import { type PlainObject, isArray, picked } from "../input/check.js";
import { FORMAT_OPTIONS, requestBody, targetNumber } from "../input/request.js";
import type { Estimator, FitOptions, FormatOptions, Reduction, Target } from "../types/index.js";
import { ownCopy } from "../request/edited-body.js";
import { fit } from "./fit.js";

/** The names of the fields for instructions beside the messages. */
const SYSTEM_NAMES: Readonly<Partial<Record<Target, readonly string[]>>> = {
  anthropic: ["system"],
  bedrock: ["system"],
  "openai-responses": ["instructions"],
  gemini: ["systemInstruction", "system_instruction"],
};

/**
 * Makes a provider's own request body fit: valid as after `sanitize`, and at most `maxTokens` by the `estimator`, with all its fields. It
 * removes as little as possible. The report names messages `m0`, `m1`, ... by their index in the body; `firstChangedIndex` is such an
 * index, too. The result is a copy.
 *
 * @deprecated Use `fit` with `once: true`.
 * @throws ConversationError `cannot-fit` when the protected messages are too large, with the numbers as `details`; `estimator-failed`; and as
 * `sanitize`.
 * @example
 * const { body, reduction } = trim("anthropic", { model, max_tokens: 1024, messages }, { maxTokens: 150_000 });
 */
export function trim<T>(
  target: Target,
  body: T,
  options: {
    /** Tokens that the whole request may take. */
    maxTokens: number;
    /** Default `"script"`. */
    estimator?: Estimator;
    /** False: sizes do not include the margin for fitted and unknown models. Default true. */
    margin?: boolean;
    /** The order of removal, as for `fitBudget`: by `"need"`, the messages that the next steps need least go first; by `"age"`, the oldest. Default `"need"`. */
    by?: "need" | "age";
  } & FormatOptions,
): {
  /** The valid body that fits. */
  body: T;
  /** The report. */
  reduction: Reduction;
} {
  targetNumber(target);
  const given = requestBody(target, body);
  const known = picked("options", options, [...FORMAT_OPTIONS, "maxTokens", "estimator", "margin", "by"]);
  const fitted = fit(target, given, { ...known, once: true } as FitOptions) as unknown as Trimmed;
  const { tokens, repairs } = fitted;
  return {
    body: ownCopy(fitted.body) as T,
    reduction: {
      ...(fitted.reduction ?? nothing(tokens)),
      firstChangedIndex: firstChange(target, given as PlainObject, fitted.body),
      repairs,
    },
  };
}

/** The result of `fit` for a body. */
interface Trimmed {
  readonly body: PlainObject;
  readonly tokens: number;
  readonly reduction: Reduction | null;
  readonly repairs: Reduction["repairs"];
}

/** The report of a body that was not reduced. */
function nothing(tokens: number): Reduction {
  return {
    reduced: false,
    tokensBefore: tokens,
    tokensAfter: tokens,
    removed: [],
    shortened: [],
    summary: null,
    firstChangedIndex: null,
    repairs: [],
    steps: [],
    choices: [],
  };
}

/** Returns the index of the first message that is not the caller's own; null if none changed. Changed instructions come before all. */
function firstChange(target: Target, before: PlainObject, after: PlainObject): number | null {
  const list = LISTS[target] as string;
  if (SYSTEM_NAMES[target]?.some((name) => before[name] !== after[name])) return 0;
  const [given, left] = [before[list], after[list]];
  if (!isArray(given) || !isArray(left)) return given === left ? null : 0;
  const index = left.findIndex((item, at) => item !== given[at]);
  if (index !== -1) return index;
  return left.length === given.length ? null : left.length;
}
