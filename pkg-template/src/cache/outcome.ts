// The outcome of a comparison: causes in reading order, and tokens.

import type { Found } from "./found.js";

export interface Outcome {
  readonly found: readonly Found[];
  readonly keptTokens: number;
  readonly lostTokens: number;
  readonly newTokens: number;
  /** False if the provider kept nothing of the first request. */
  readonly isCached: boolean;
}

/**
 * Makes an outcome.
 *
 * @param kept tokens of the second request that the cache can serve
 * @param written tokens of the first request that the cache holds
 * @param all tokens of the second request
 */
export function outcomeOf(found: readonly Found[], kept: number, written: number, all: number, isCached = true): Outcome {
  const inOrder = [...found].sort((one, other) => one.at - other.at);
  const keptTokens = Math.min(kept, all);
  const lostTokens = found.length === 0 ? 0 : Math.max(0, Math.min(written, all) - keptTokens);
  return { found: inOrder, keptTokens, lostTokens, newTokens: all - keptTokens - lostTokens, isCached };
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

export function lifetimePassed(at: number, elapsed: number, lifetime: number): Found {
  const detail = `${Math.round(elapsed / 1_000)} seconds passed, and the cache lives for ${Math.round(lifetime / 1_000)}`;
  return { cause: "lifetime-passed", at, path: "", pathIn: "after", detail };
}

export function belowMinimum(tokens: number, minimum: number): Found {
  const detail = `the first request has about ${tokens} tokens to cache, and the model caches from ${minimum} on`;
  return { cause: "below-minimum", at: 0, path: "", pathIn: "after", detail };
}
