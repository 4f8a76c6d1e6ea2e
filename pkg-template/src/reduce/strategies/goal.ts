// The size that a strategy has to get down to.

import { describe, invalid, reading } from "../../input/check.js";
import type { ReduceContext } from "../../types/index.js";

/** A provider refused what was estimated as this size, so the estimate was too low and the goal must be well below it. */
export const REACTIVE_GOAL = 0.7;

/** What the context asks for, checked: an override of `reduce` may hand on a context of its own making. */
export interface Goal {
  /** Tokens to get down to; null without a limit. */
  readonly target: number | null;
  /** Whether a provider refused the request: then something has to go. */
  readonly isRefused: boolean;
}

export function goalOf(context: ReduceContext): Goal {
  const read = (): { targetTokens?: unknown; error?: unknown } => ({ targetTokens: context.targetTokens, error: context.error });
  const { targetTokens: target, error } = reading("`context`", read);
  const isRefused = error !== undefined;
  if (target === null) return { target, isRefused };
  if (typeof target === "number" && target >= 0 && target < Infinity) return { target: Math.floor(target), isRefused };
  throw invalid(`\`context.targetTokens\` must be a finite number, 0 or more, or null; given was ${describe(target)}.`);
}
