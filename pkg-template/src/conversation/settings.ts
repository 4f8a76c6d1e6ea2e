// The settings of a conversation: its checked options, with the default strategy.

import { invalid } from "../input/check.js";
import { type CheckedOptions, checkedOptions } from "../input/options.js";
import { chain, compacting, fitBudget, noReduction, recentTurns, slidingWindow, summarizing } from "../reduce/strategies/index.js";
import type { ReduceCallback } from "../types/index.js";

/** Options with their defaults. */
export interface Settings extends CheckedOptions {
  readonly reduce: ReduceCallback;
}

/** The strategy of a conversation that was given none. */
const DEFAULT = /* @__PURE__ */ fitBudget();

/**
 * The functions that make strategies, by name: all that are exported, or the compiler refuses it. No `import *` of values: bundlers could
 * drop none of them then.
 */
const STRATEGIES: { readonly [Name in keyof typeof import("../reduce/strategies/index.js")]: unknown } = { chain, compacting, fitBudget, noReduction, recentTurns, slidingWindow, summarizing };

/** Returns the settings of a new conversation. Refuses options that exclude each other. */
export function settings(options: unknown): Settings {
  const checked = checkedOptions(options);
  const { reduce, tokenLimit, reserveTokens } = checked;
  const [uncalled] = Object.entries(STRATEGIES).find(([, strategy]) => strategy === reduce) ?? [];
  if (uncalled !== undefined) throw invalid(`\`options.reduce\` is the function \`${uncalled}\` itself: call it, as in \`reduce: ${uncalled}(...)\`.`);
  if (tokenLimit !== null && reserveTokens > 0 && reserveTokens >= tokenLimit) {
    throw invalid(`\`options.reserveTokens\` must be below \`options.tokenLimit\`, ${tokenLimit}, or no request fits; given was ${reserveTokens}.`);
  }
  return { ...checked, reduce: reduce ?? DEFAULT.reduce };
}
