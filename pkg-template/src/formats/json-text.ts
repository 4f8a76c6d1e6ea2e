// Texts of models: JSON, and the values that it stands for.

import { type Fields, isFields } from "./fields.js";

/** The given object, or the object of a JSON text; undefined for anything else, and for a text that strict parsers refuse. */
export function objectIn(given: unknown): Fields | undefined {
  const value = typeof given === "string" ? parsed(given) : given;
  return isFields(value) && isStrict(value) ? value : undefined;
}

/** The value of a JSON text; undefined for text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reports whether each string is well-formed and each number finite: JSON text may hold half a character, and `1e400`. */
function isStrict(value: unknown): boolean {
  if (typeof value === "string") return !LONE_SURROGATE.test(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value) ? value.every(isStrict) : Object.entries(value).flat().every(isStrict);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reports whether a text is empty or white space. */
export function isBlank(text: string): boolean {
  return /^\p{White_Space}*$/u.test(text);
}
