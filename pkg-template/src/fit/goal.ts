// The tokens that a request may take, as the options say.

import { count, invalid, isArray, isObject } from "../input/check.js";
import { NO_WINDOW, type Known, roomOf, windowOf } from "../input/window.js";
import { stateless } from "../wasm/stateless.js";
import { writeAll } from "../wasm/text.js";
import type { Repair } from "../types/index.js";

/** Options that say how large a request may be. */
export interface GoalOptions {
  readonly maxTokens?: unknown;
  readonly tokenLimit?: unknown;
  readonly reserveTokens?: unknown;
}

/** The names of these options. */
export const GOAL_OPTIONS: readonly string[] = ["maxTokens", "tokenLimit", "reserveTokens"];

/** The tokens of a request, with a report where its answer may not have all that it allows. */
export interface Goal {
  readonly maxTokens: number;
  readonly repairs: readonly Repair[];
}

/** Returns the tokens that a request with these fields may take. */
export function goalOf({ maxTokens, tokenLimit, reserveTokens }: GoalOptions, fields: object, options: string): Goal {
  if (tokenLimit === undefined && reserveTokens === undefined) return { maxTokens: count("options.maxTokens", maxTokens), repairs: [] };
  if (maxTokens !== undefined) throw invalid("Give `maxTokens`, the tokens of the request, or `tokenLimit` and `reserveTokens`, those of the window and of the answer: not both.");
  const room = roomOf(windowOf({ tokenLimit, reserveTokens }, NO_WINDOW), knownOf(settingsOf(fields), options));
  if (room === null) throw invalid("`options.tokenLimit` must be a whole number, or \"auto\" for the window of the model.");
  return { maxTokens: room.limit - room.reserve, repairs: room.repairs };
}

/** The settings among the fields of a request: its model and the length of its answer stand neither in messages nor in tools. */
function settingsOf(fields: object): object {
  if (isArray(fields)) return {};
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isArray(value) && !(isObject(value) && isLarge(value))));
}

/** Asks the core for what it knows of a request: also for the tokens of what stands beside its messages, as fields of chat completions. */
export function knownOf(fields: object, options: string, estimator = "script"): Known & { readonly beside: number } {
  const [answer = 0, window = 0, beside = 0] = stateless((core) => {
    const [fieldsLength = 0, optionsLength = 0] = writeAll(core, [JSON.stringify(fields), options]);
    return [...core.aboutRequest(estimator, fieldsLength, optionsLength)];
  });
  return { answer, window, beside };
}

/** True for an object with more than settings, such as a prompt. */
function isLarge(value: object): boolean {
  return Object.values(value).some(isArray);
}
