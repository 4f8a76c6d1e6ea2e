// The options of a conversation, checked.
//
// A new option of a conversation is a field of `ConversationOptions` (`types/options.ts`), a name in `OPTIONS`, and a field of
// `CheckedOptions` with its check.

import { callable, count, isObject, oneOf, picked, reading, string, unlike } from "./check.js";
import { NO_WINDOW, type Window, tokensOf } from "./window.js";
import type { ConversationOptions, Estimator, ReduceCallback, Reducer, Reduction } from "../types/index.js";

const ESTIMATORS = ["script", "bytes/3", "chars/4"] as const;

/** Returns true for `by: "age"`, false for `"need"`, the default. */
export function isByAge(by: unknown = "need"): boolean {
  return oneOf("options.by", by, ["need", "age"]) === "age";
}

/** The names of the options in `PolicyOptions`. */
export const POLICY_OPTIONS: readonly string[] = ["pin", "instructions", "tools", "pictures"];

/** The names of all options. */
export const OPTIONS: readonly string[] = [
  "systemPrompt",
  "tokenLimit",
  "reserveTokens",
  "reduce",
  "proactiveCompression",
  "estimator",
  "margin",
  "onReduce",
  "limits",
  "transcript",
  "cacheTtl",
];

/** Limits of accepted values. */
export interface Limits {
  /** Bytes of one message. */
  readonly messageBytes: number;
  /** Levels of nested arrays and objects. */
  readonly depth: number;
}

/** Default limits: the largest request of rule AN23, and more levels than any known tool schema. */
export const DEFAULT_LIMITS: Limits = { messageBytes: 33_554_432, depth: 128 };

/** Share of the window at which `proactiveCompression: true` begins. */
const PROACTIVE_THRESHOLD = 0.7;

/** Options with their defaults. */
export interface CheckedOptions {
  readonly systemPrompt: string | undefined;
  readonly tokenLimit: Window["tokenLimit"];
  readonly reserveTokens: Window["reserveTokens"];
  /** Null for the default. */
  readonly reduce: ReduceCallback | null;
  /** True if `reduce` is a function of the host, and no strategy. */
  readonly isCallback: boolean;
  /** Returns true when the strategy should reduce although the request fits. */
  readonly isDue: NonNullable<Reducer["isDue"]>;
  /** Share of the window at which a reduction begins before the window is full; null for none. */
  readonly threshold: number | null;
  readonly estimator: Estimator;
  readonly margin: boolean;
  readonly onReduce: ((reduction: Reduction) => void) | null;
  readonly limits: Limits;
  /** True if what reductions remove is kept. */
  readonly transcript: boolean;
  /** The lifetime of the provider's cache in milliseconds; null when it is not considered. */
  readonly cacheTtl: number | null;
}

/** Refuses options that are unknown, of the wrong type or out of range. Returns the others, with defaults. */
export function checkedOptions(options: unknown): CheckedOptions {
  const given = picked("options", options === undefined ? {} : options, OPTIONS, "all");
  const { systemPrompt, tokenLimit, reserveTokens, onReduce } = given as ConversationOptions;
  return {
    systemPrompt: systemPrompt === undefined ? undefined : string("options.systemPrompt", systemPrompt),
    tokenLimit: tokenLimit === undefined ? NO_WINDOW.tokenLimit : tokensOf("options.tokenLimit", tokenLimit),
    reserveTokens: reserveTokens === undefined ? NO_WINDOW.reserveTokens : tokensOf("options.reserveTokens", reserveTokens),
    reduce: given.reduce === undefined ? null : reducer(given.reduce),
    isCallback: typeof given.reduce === "function",
    isDue: dueOf("options.reduce", given.reduce),
    threshold: proactive(given.proactiveCompression),
    estimator: given.estimator === undefined ? "script" : estimator("options.estimator", given.estimator),
    margin: marginOf(given.margin),
    onReduce: onReduce === undefined ? null : (callable("options.onReduce", onReduce) as (reduction: Reduction) => void),
    limits: limits(given.limits),
    transcript: given.transcript === undefined ? true : boolean("options.transcript", given.transcript),
    cacheTtl: given.cacheTtl === undefined ? null : count("options.cacheTtl", given.cacheTtl, 1),
  };
}

/** Refuses anything but an estimator. */
export function estimator(name: string, value: unknown): Estimator {
  if (typeof value === "function") return value as (text: string) => number;
  if (typeof value === "string") return oneOf(name, value, ESTIMATORS);
  throw unlike(name, '"script", "bytes/3", "chars/4" or a function', value);
}

/** Returns false where sizes are to have no margin. */
export function marginOf(margin: unknown): boolean {
  return margin === undefined ? true : boolean("options.margin", margin);
}

/** The name of an estimator in the core, which asks for the estimates of a function. */
export function coreName(estimator: Estimator, margin: boolean): string {
  const name = typeof estimator === "function" ? "given" : estimator;
  return margin ? name : `${name} without margin`;
}

export function boolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw unlike(name, "true or false", value);
}

function reducer(value: unknown): ReduceCallback {
  if (typeof value === "function") return value as ReduceCallback;
  const hasMethod = () => isObject(value) && typeof value.reduce === "function";
  if (reading("`options.reduce`", hasMethod)) return (context) => (value as Reducer).reduce(context);
  throw unlike("options.reduce", "a function or an object with a method `reduce`", value);
}

/** Returns the `isDue` of a strategy. One that throws counts as false, because the request fits. */
export function dueOf(name: string, strategy: unknown): NonNullable<Reducer["isDue"]> {
  const own = isObject(strategy) ? reading(`\`${name}\``, () => strategy.isDue) : undefined;
  if (own === undefined) return () => false;
  callable(`${name}.isDue`, own);
  return (size) => {
    try {
      return (strategy as unknown as Required<Reducer>).isDue(size) === true;
    } catch {
      return false;
    }
  };
}

function proactive(value: unknown): number | null {
  if (value === undefined || value === false) return null;
  if (value === true) return PROACTIVE_THRESHOLD;
  if (!isObject(value)) {
    throw unlike("options.proactiveCompression", "true, false, or { compressionThreshold: 0.7 }", value);
  }
  const threshold = picked("options.proactiveCompression", value, ["compressionThreshold"]).compressionThreshold;
  // Written so that NaN does not pass.
  if (typeof threshold === "number" && threshold > 0 && threshold <= 1) return threshold;
  const name = "options.proactiveCompression.compressionThreshold";
  throw unlike(name, "a number between 0 (exclusive) and 1 (inclusive)", threshold);
}

function limits(value: unknown): Limits {
  if (value === undefined) return DEFAULT_LIMITS;
  const { messageBytes = DEFAULT_LIMITS.messageBytes, depth = DEFAULT_LIMITS.depth } = picked("options.limits", value, [
    "messageBytes",
    "depth",
  ]);
  return { messageBytes: count("options.limits.messageBytes", messageBytes, 1), depth: count("options.limits.depth", depth, 1) };
}
