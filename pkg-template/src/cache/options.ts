// The options of `compareRequests`.

import { callable, count, isObject, known, object, picked, string, unlike } from "../input/check.js";
import { pricesOf } from "../cost/prices.js";
import type { CostOptions } from "../types/index.js";
import type { CompareRequestsOptions } from "./types.js";

const OPTIONS = ["estimator", "elapsedMs", "lifetimeMs", "prices", "at", "before", "after", "notice"];
const LABELS = ["model", "account", "endpoint"];

/** Returns the options, checked. */
export function checkedOptions(options: unknown): CompareRequestsOptions {
  const given = picked("options", options, OPTIONS);
  if (given.estimator !== undefined) callable("options.estimator", given.estimator);
  for (const name of ["elapsedMs", "lifetimeMs"]) if (given[name] !== undefined) count(`options.${name}`, given[name]);
  for (const name of ["before", "after"]) {
    if (given[name] === undefined) continue;
    const labels = object(`options.${name}`, given[name]);
    known(`options.${name}`, labels, LABELS);
    for (const label of LABELS) if (labels[label] !== undefined) string(`options.${name}.${label}`, labels[label]);
  }
  if (given.notice !== undefined && !(isObject(given.notice) && typeof given.notice.kind === "string"))
    throw unlike("options.notice", "a notice of a message", given.notice);
  pricesOf(priceOptions(given as CompareRequestsOptions));
  return given as CompareRequestsOptions;
}

/** The options that choose the prices. */
export function priceOptions({ prices, at }: CompareRequestsOptions): CostOptions {
  return { ...(prices !== undefined && { prices }), ...(at !== undefined && { at }) };
}
