// The settings of a conversation: its checked options, with the default strategy.

import { invalid, string } from "../input/check.js";
import { type CheckedOptions, checkedOptions } from "../input/options.js";
import { type Window, fitting } from "../input/window.js";
import {
  chain,
  compacting,
  costAware,
  fitBudget,
  noReduction,
  offload,
  recentTurns,
  slidingWindow,
  summarizing,
} from "../reduce/strategies/index.js";
import type { ReduceCallback, Reducer } from "../types/index.js";

/** Options with their defaults. */
export interface Settings extends Window, Omit<CheckedOptions, keyof Window> {
  readonly reduce: ReduceCallback;
}

/** The default strategy of a conversation. */
const DEFAULT = /* @__PURE__ */ fitBudget() as Required<Reducer>;

/**
 * The functions that make strategies, by name. The compiler checks that all exported ones are here. With `import *`, bundlers could drop
 * none of them.
 */
const STRATEGIES: { readonly [Name in keyof typeof import("../reduce/strategies/index.js")]: unknown } = {
  chain,
  compacting,
  costAware,
  fitBudget,
  noReduction,
  offload,
  recentTurns,
  slidingWindow,
  summarizing,
};

/** Returns the settings of a new conversation. Refuses contradictory options. */
export function settings(options: unknown): Settings {
  const checked = checkedOptions(options);
  const { reduce } = checked;
  const [uncalled] = Object.entries(STRATEGIES).find(([, strategy]) => strategy === reduce) ?? [];
  if (uncalled !== undefined)
    throw invalid(`\`options.reduce\` is the function \`${uncalled}\` itself: call it, as in \`reduce: ${uncalled}(...)\`.`);
  const strategy = reduce === null ? DEFAULT : { reduce, isDue: checked.isDue };
  return { ...checked, ...fitting(checked, "options."), reduce: strategy.reduce, isDue: strategy.isDue };
}

/** Returns the text of a system prompt; null for none. */
export function promptOf(name: string, value: unknown): string | null {
  return value === null ? null : string(name, value);
}
