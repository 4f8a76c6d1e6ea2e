// The size that a strategy has to reach.

import { reading, unlike } from "../../input/check.js";
import type { ReduceContext } from "../../types/index.js";

/** Share of the estimated size that is the goal after a refusal: the estimate was too low, so the goal must be well below it. */
export const REACTIVE_GOAL = 0.7;

/** The goal of a context, checked, because an override of `reduce` may pass a context of its own. */
export interface Goal {
  /** Tokens to which to reduce; null without a limit. */
  readonly target: number | null;
  /** True after a provider refused the request: something has to be removed. */
  readonly isRefused: boolean;
}

export function goalOf(context: ReduceContext): Goal {
  const { target, error } = reading("`context`", (): { target: unknown; error: unknown } => {
    // A context of the host's own may have the former name alone.
    const { maxTokens, targetTokens = maxTokens, error } = context;
    return { target: targetTokens, error };
  });
  const isRefused = error !== undefined;
  if (target === null) return { target, isRefused };
  if (typeof target === "number" && target >= 0 && target < Infinity) return { target: Math.floor(target), isRefused };
  throw unlike("context.maxTokens", "a finite number, 0 or more, or null", target);
}
