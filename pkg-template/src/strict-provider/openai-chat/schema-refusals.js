/** OpenAI's three error texts for a body that does not match its schema. */

import { describeType } from "../json-type.js";
import { refuse } from "./refuse.js";

/** @param {string} path such as `messages[0].role` */
export function missing(path) {
  return refuse("OC-schema", `Missing required parameter: '${path}'.`, {
    param: path,
    code: "missing_required_parameter",
  });
}

/**
 * @param {string} path
 * @param {string} expected such as "an object"
 * @param {unknown} value the value at that path
 * @param {string} [rule]
 */
export function wrongType(path, expected, value, rule = "OC-schema") {
  return refuse(rule, `Invalid type for '${path}': expected ${expected}, but got ${describeType(value)} instead.`, {
    param: path,
    code: "invalid_type",
  });
}

/**
 * @param {object} value
 * @param {string[]} known the allowed fields
 * @param {string} at the path of `value`
 * @param {import('../options.js').OpenAIOptions} options
 */
export function* unknownFields(value, known, at, options) {
  if (options.acceptUnknownFields) return;
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      yield refuse("OC-schema", `Unknown parameter: '${at}.${name}'.`, {
        param: `${at}.${name}`,
        code: "unknown_parameter",
      });
    }
  }
}
