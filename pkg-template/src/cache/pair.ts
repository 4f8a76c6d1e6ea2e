// Two requests of one conversation, as a cache compares them.

import type { Target } from "../types/index.js";
import { citationChange } from "./citations.js";
import { contentChange } from "./content.js";
import type { Found } from "./found.js";
import { imageChange } from "./images.js";
import { labelChanges, labelsOf } from "./labels.js";
import { parameterChanges } from "./parameters.js";
import { type Entry, entriesOf } from "./sections.js";
import { type Estimator, characters } from "./tokens.js";
import type { CompareRequestsOptions } from "./types.js";

export interface Pair {
  readonly target: Target;
  readonly bodies: readonly [before: object, after: object];
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
  /** The model of the second request; null if it is not known. */
  readonly model: string | null;
  readonly options: CompareRequestsOptions;
  readonly estimator: Estimator;
  /** Causes beside the first difference of the prompts: labels, parameters, images, citations. */
  readonly beside: readonly Found[];
  /** The first difference of the prompts; null if the second one only grew. */
  readonly content: Found | null;
}

export function pairOf(target: Target, one: object, other: object, options: CompareRequestsOptions): Pair {
  const [before, after] = [entriesOf(target, one), entriesOf(target, other)];
  const [from, to] = [labelsOf(one, options.before), labelsOf(other, options.after)];
  const isClaude = target === "anthropic" || target === "bedrock";
  const shown = isClaude ? [...imageChange(before, after), ...citationChange(before, after)] : [];
  return {
    target,
    bodies: [one, other],
    before,
    after,
    model: to.model ?? null,
    options,
    estimator: options.estimator ?? characters,
    beside: [...labelChanges(from, to, other), ...parameterChanges(target, one, other, after), ...shown],
    content: contentChange(before, after),
  };
}
