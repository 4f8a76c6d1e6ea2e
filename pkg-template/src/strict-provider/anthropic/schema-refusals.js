/** Anthropic's error texts for a body that does not match its schema. */

import { refuse } from "./refuse.js";

/** @param {string} path such as `messages.0.content` */
export function required(path) {
  return refuse("AN-schema", `${path}: Field required`);
}

/**
 * @param {string} path
 * @param {"string" | "list" | "dictionary" | "integer" | "boolean"} expected
 * @param {string} [rule]
 */
export function wrongType(path, expected, rule = "AN-schema") {
  return refuse(rule, `${path}: Input should be a valid ${expected}`);
}

/**
 * @param {object} value
 * @param {string[]} known the allowed fields
 * @param {string} at the path of `value`
 */
export function* extraInputs(value, known, at) {
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) yield refuse("AN-schema", `${at}.${name}: Extra inputs are not permitted`);
  }
}
