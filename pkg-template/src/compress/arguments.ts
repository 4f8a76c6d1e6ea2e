// The arguments of a model's call, which may be anything.

import { isArray, isObject } from "../input/check.js";

/** The readable arguments. */
export interface Asked {
  readonly from: string;
  /** Empty for a part that ends before the call. */
  readonly to: string;
  readonly summary: string;
}

/** Reads the arguments; what cannot be read is an empty text. */
export function asked(given: unknown): Asked {
  try {
    const value: unknown = typeof given === "string" ? JSON.parse(given) : given;
    if (!isObject(value)) return NOTHING;
    const { from, to, summary } = value;
    return { from: textOf(from, " "), to: textOf(to, " "), summary: textOf(summary, "\n").trim() };
  } catch {
    return NOTHING;
  }
}

const NOTHING: Asked = { from: "", to: "", summary: "" };

/** Returns a text, a number as a text, or the texts of a list, such as the points of a summary. */
function textOf(value: unknown, between: string): string {
  if (isArray(value)) return value.map((each) => (typeof each === "string" ? each : "")).join(between);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
