// The settings of a conversation: its checked options, with the default strategy.

import { count, invalid, string } from "../input/check.js";
import { type CheckedOptions, checkedOptions } from "../input/options.js";
import { chain, compacting, costAware, fitBudget, noReduction, offload, recentTurns, slidingWindow, summarizing } from "../reduce/strategies/index.js";
import type { ReduceCallback, Reducer } from "../types/index.js";

/** The context window, which may change later. */
export interface Window {
  /** Tokens of the window; null without a limit. */
  tokenLimit: number | null;
  /** Tokens that are kept free for the reply. */
  reserveTokens: number;
}

/** Options with their defaults. */
export interface Settings extends Window, Omit<CheckedOptions, keyof Window> {
  readonly reduce: ReduceCallback;
}

/** The strategy of a conversation that was given none. */
const DEFAULT = /* @__PURE__ */ fitBudget() as Required<Reducer>;

/**
 * The functions that make strategies, by name: all that are exported, or the compiler refuses it. No `import *` of values: bundlers could
 * drop none of them then.
 */
const STRATEGIES: { readonly [Name in keyof typeof import("../reduce/strategies/index.js")]: unknown } = { chain, compacting, costAware, fitBudget, noReduction, offload, recentTurns, slidingWindow, summarizing };

/** Returns the settings of a new conversation. Refuses options that exclude each other. */
export function settings(options: unknown): Settings {
  const checked = checkedOptions(options);
  const { reduce } = checked;
  const [uncalled] = Object.entries(STRATEGIES).find(([, strategy]) => strategy === reduce) ?? [];
  if (uncalled !== undefined) throw invalid(`\`options.reduce\` is the function \`${uncalled}\` itself: call it, as in \`reduce: ${uncalled}(...)\`.`);
  const strategy = reduce === null ? DEFAULT : { reduce, isDue: checked.isDue };
  return { ...checked, ...fitting(checked, "options."), reduce: strategy.reduce, isDue: strategy.isDue };
}

/** Returns the window with what was given of another one. */
export function windowOf(given: { readonly tokenLimit?: unknown; readonly reserveTokens?: unknown }, own: Window): Window {
  const { tokenLimit, reserveTokens } = given;
  // An old snapshot may hold a window in which nothing fits.
  if (tokenLimit === undefined && reserveTokens === undefined) return own;
  const limit = tokenLimit === undefined ? own.tokenLimit : limitOf("options.tokenLimit", tokenLimit);
  const reserve = reserveTokens === undefined ? own.reserveTokens : count("options.reserveTokens", reserveTokens);
  return fitting({ tokenLimit: limit, reserveTokens: reserve }, "options.");
}

/** Returns the tokens of a window; null without a limit. */
export function limitOf(name: string, value: unknown): number | null {
  return value === null ? null : count(name, value);
}

/** Returns the text of a system prompt; null for none. */
export function promptOf(name: string, value: unknown): string | null {
  return value === null ? null : string(name, value);
}

/** Refuses a window in which no request fits. */
export function fitting({ tokenLimit, reserveTokens }: Window, prefix: string): Window {
  if (tokenLimit !== null && tokenLimit <= reserveTokens) {
    throw invalid(`\`${prefix}tokenLimit\` must be above \`${prefix}reserveTokens\`, or no request fits; they are ${tokenLimit} and ${reserveTokens}.`);
  }
  return { tokenLimit, reserveTokens };
}
