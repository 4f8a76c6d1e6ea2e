// Usage reports of formats of programs.

import type { TokenUsage } from "../types/index.js";

/** Reports whether two usage reports have the same numbers. */
export function isSameUsage(one: TokenUsage | undefined, other: TokenUsage): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof TokenUsage)[];
  return one !== undefined && names.every((name) => one[name] === other[name]);
}
