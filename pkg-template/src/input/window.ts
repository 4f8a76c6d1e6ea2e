// The window of a request: the model's, less what is kept free for the answer.

import { count, invalid, unlike } from "./check.js";
import type { Repair } from "../types/index.js";

/** The window that a program asks for. */
export interface Window {
  /** Tokens of the model's context window; `"auto"` for that of the request's model, null for no limit. */
  tokenLimit: number | "auto" | null;
  /** Tokens that are kept free for the answer; `"auto"` for those that the request allows it. */
  reserveTokens: number | "auto";
}

/** The window of a program that asks for none. */
export const NO_WINDOW: Window = { tokenLimit: null, reserveTokens: "auto" };

/** The window of a request, as far as the core knows it; 0 if unknown. */
export interface Known {
  /** The tokens that the request allows the answer. */
  readonly answer: number;
  /** The window of its model. */
  readonly window: number;
}

/** The window of one request, in tokens. */
export interface Room {
  readonly limit: number;
  readonly reserve: number;
  /** A report if the answer may not have all tokens that the request allows it. */
  readonly repairs: readonly Repair[];
}

/** Returns the tokens of a window; null without a limit. */
export function limitOf(name: string, value: unknown): Window["tokenLimit"] {
  return value === null ? value : tokensOf(name, value);
}

/** Returns a number of tokens, or `"auto"`. */
export function tokensOf(name: string, value: unknown): number | "auto" {
  if (typeof value === "string" && value !== "auto") throw unlike(name, 'a whole number, 0 or more, or "auto"', value);
  return value === "auto" ? value : count(name, value);
}

/** Returns the window with what was given of another one. */
export function windowOf(given: { readonly tokenLimit?: unknown; readonly reserveTokens?: unknown }, own: Window): Window {
  const { tokenLimit, reserveTokens } = given;
  // An old snapshot may hold a window in which nothing fits.
  if (tokenLimit === undefined && reserveTokens === undefined) return own;
  return fitting(
    {
      tokenLimit: tokenLimit === undefined ? own.tokenLimit : limitOf("options.tokenLimit", tokenLimit),
      reserveTokens: reserveTokens === undefined ? own.reserveTokens : tokensOf("options.reserveTokens", reserveTokens),
    },
    "options.",
  );
}

/** Refuses a window in which no request fits. */
export function fitting({ tokenLimit, reserveTokens }: Window, prefix: string): Window {
  const least = reserveTokens === "auto" ? 0 : reserveTokens;
  if (typeof tokenLimit === "number" && tokenLimit <= least) {
    throw invalid(
      `\`${prefix}tokenLimit\` must be above \`${prefix}reserveTokens\`, or no request fits; they are ${tokenLimit} and ${least}.`,
    );
  }
  return { tokenLimit, reserveTokens };
}

/**
 * Returns the window of a request; null without a limit.
 *
 * @throws ConversationError `invalid-argument` when nobody knows the window of the model, or when it leaves no room.
 */
export function roomOf({ tokenLimit, reserveTokens }: Window, { answer, window }: Known): Room | null {
  if (tokenLimit === null) return null;
  if (tokenLimit === "auto" && window === 0) {
    throw invalid(
      'The context window of this model is not known, so `tokenLimit` cannot be "auto": give its tokens, or name a model that it is like by `models`.',
    );
  }
  const limit = tokenLimit === "auto" ? window : tokenLimit;
  if (reserveTokens !== "auto") {
    fitting({ tokenLimit: limit, reserveTokens }, "");
    return { limit, reserve: reserveTokens, repairs: [] };
  }
  const most = Math.floor(limit / 2);
  if (answer <= most) return { limit, reserve: answer, repairs: [] };
  const detail = `the request allows the answer ${answer} tokens, more than half of the window of ${limit}: ${most} are kept free for it`;
  return { limit, reserve: most, repairs: [{ code: "reserve-lowered", detail }] };
}

/** Options that say how large a request may be. */
export interface GoalOptions {
  readonly maxTokens?: unknown;
  readonly tokenLimit?: unknown;
  readonly reserveTokens?: unknown;
}

/** The names of these options. */
export const GOAL_OPTIONS: readonly string[] = ["maxTokens", "tokenLimit", "reserveTokens"];

/** The tokens of a request, with a report if its answer may not have all tokens that the request allows it. */
export interface Goal {
  readonly maxTokens: number;
  readonly repairs: readonly Repair[];
}

/** Returns the tokens that a request may take. If a window is given, asks the core about the request. */
export function goalIn({ maxTokens, tokenLimit, reserveTokens }: GoalOptions, known: () => Known): Goal {
  if (tokenLimit === undefined && reserveTokens === undefined) return { maxTokens: count("options.maxTokens", maxTokens), repairs: [] };
  if (maxTokens !== undefined)
    throw invalid(
      "Give `maxTokens`, the tokens of the request, or `tokenLimit` and `reserveTokens`, those of the window and of the answer: not both.",
    );
  if (tokenLimit === undefined || tokenLimit === null)
    throw invalid('`options.tokenLimit` must be a whole number, or "auto" for the window of the model.');
  const { limit, reserve, repairs } = roomOf(windowOf({ tokenLimit, reserveTokens }, NO_WINDOW), known()) as Room;
  return { maxTokens: limit - reserve, repairs };
}
