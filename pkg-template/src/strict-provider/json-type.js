/** Names of JSON types, as in the providers' error messages. */

/**
 * @param {unknown} value
 * @returns {boolean} true if `value` is a JSON object, not an array and not null
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {string} the value as messages quote it: strings as they are, the rest as JSON
 */
export function quoted(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * @param {unknown} value
 * @returns {string} such as "an integer", as in "but got an integer instead"
 */
export function describeType(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
